import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { buildOptions, earlyFont, tokens } from '../build.config.ts';

const server = process.env['BOURSE_CONSOLE'] ?? 'http://127.0.0.1:8081';

/** The operators' console: a page of its own, served by the listener of the console only. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tokens(), earlyFont(), sharedFiles('first-paint.js', 'favicon.svg', 'favicon.ico')],
  publicDir: false,
  build: {
    ...buildOptions,
    outDir: '../dist-console',
    rolldownOptions: { ...buildOptions.rolldownOptions, output: { chunkFileNames: 'assets/[name]-[hash].js' } },
  },
  server: { port: 5174, proxy: { '/console/api': server } },
});

/** Copies files of the public page that are served under their own name. */
function sharedFiles(...names: readonly string[]): Plugin {
  const read = (name: string): Buffer => readFileSync(join(import.meta.dirname, '..', 'public', name));
  return {
    name: 'bourse-shared-files',
    generateBundle() {
      for (const fileName of names) this.emitFile({ type: 'asset', fileName, source: read(fileName) });
    },
  };
}
