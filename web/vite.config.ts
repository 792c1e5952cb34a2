import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { themeStyleSheet } from './ui/theme/tokens.ts';

const server = process.env['BOURSE_SERVER'] ?? 'http://127.0.0.1:8080';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tokens()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Says which scripts each page needs, for the budgets in `scripts/page-weight.ts`.
    manifest: true,
    target: 'es2023',
    // Marks are files of their own, so that they can be cached and the policy may forbid data addresses in styles.
    assetsInlineLimit: 0,
    // Only the scripts of a route that is opened are fetched; the polyfill would be an inline script.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: { chunkFileNames: ({ facadeModuleId }) => fileNameOf(facadeModuleId ?? '') },
      // Declarations of the contract only build values: a page carries those that it uses.
      treeshake: {
        manualPureFunctions: [
          'Type',
          'readCall',
          'writeCall',
          'moneyCall',
          'fileCall',
          'socketCall',
          'channel',
          'Page',
          'Success',
          'Line',
          'Text',
        ],
      },
    },
  },
  server: {
    port: 5173,
    proxy: {
      '/api': server,
      '/ws': { target: server, ws: true },
    },
  },
});

/** Texts are named after their language too: "de-spot". */
function fileNameOf(module: string): string {
  const [, language, group] = /\/catalogues\/(\w+)\/(\w+)\.ts$/.exec(module) ?? [];
  return language === undefined ? 'assets/[name]-[hash].js' : `assets/${language}-${group}-[hash].js`;
}

/** Writes the style sheet of the colour table, which the chart reads as well, at build time. */
function tokens(): Plugin {
  const name = 'virtual:tokens.css';
  return {
    name: 'bourse-tokens',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) => (id === `\0${name}` ? themeStyleSheet() : undefined),
  };
}
