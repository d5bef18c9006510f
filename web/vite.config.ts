// One page, no foreign host, nothing that a strict content security policy would refuse.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { engine, engineBuilt } from './build/engine';
import { words } from './build/words';

const server = process.env.TOUCHLINE_SERVER ?? 'http://127.0.0.1:8642';

// FOLDER=path: the page for any web host, without a server behind it.
const folder = process.env.FOLDER;

export default defineConfig({
  plugins: [svelte(), words(), engine()],
  base: folder ? './' : '/',
  define: { __ENGINE__: engineBuilt(), __FOLDER__: !!folder },
  worker: { format: 'es', plugins: () => [engine()] },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  build: {
    ...(folder ? { outDir: folder, emptyOutDir: true } : {}),
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    cssCodeSplit: false,
    rollupOptions: { output: { assetFileNames: 'assets/[name]-[hash][extname]' } },
  },
  server: {
    host: '127.0.0.1',
    // The name asked for stays as it is: the server compares it with the page's origin.
    proxy: { '/api': { target: server }, '/ws': { target: server, ws: true } },
  },
});
