// One page, no foreign host, nothing that a strict content security policy would refuse.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { words } from './build/words';

const server = process.env.TOUCHLINE_SERVER ?? 'http://127.0.0.1:8642';

export default defineConfig({
  plugins: [svelte(), words()],
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  build: {
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
