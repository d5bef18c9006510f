import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import type { Reporter } from 'vitest/reporters';
import { words } from './build/words';

// The line that the summary of all tests reads.
const tally: Reporter = {
  onTestRunEnd(modules) {
    const results = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state));
    const broken = modules.filter((module) => !module.ok()).length;
    const passed = results.filter((state) => state === 'passed').length;
    const failed = Math.max(results.length - passed, broken ? 1 : 0);
    console.log(`${passed} passed, ${failed} failed`);
  },
};

export default defineConfig({
  plugins: [svelte(), words()],
  define: { __ENGINE__: false, __FOLDER__: false },
  resolve: { conditions: ['browser'] },
  test: {
    include: ['tests/**/*.test.ts'],
    environment: 'node',
    // Compiled as for the browser: what changes is noticed.
    testTransformMode: { web: ['**/table.test.ts', '**/tabledice.test.ts'] },
    reporters: ['default', tally],
  },
});
