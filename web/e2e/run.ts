// npm run test:e2e [words of the names]: all browser tests against TOUCHLINE_BIN.
import { readdirSync } from 'node:fs';
import { runAll } from './harness';

for (const file of readdirSync(new URL('.', import.meta.url))
  .filter((name) => name.endsWith('.spec.ts'))
  .sort())
  await import(`./${file}`);
process.exit((await runAll()) ? 1 : 0);
