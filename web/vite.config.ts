import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { flattenTexts, nestTexts, withEnglish } from '@bourse/contract/texts';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, version } from 'vite';
import { buildOptions, earlyFont, tokens } from './build.config.ts';

const server = process.env['BOURSE_SERVER'] ?? 'http://127.0.0.1:8080';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tokens(), earlyFont(), texts()],
  build: {
    outDir: 'dist',
    ...buildOptions,
    rolldownOptions: {
      ...buildOptions.rolldownOptions,
      output: { chunkFileNames: ({ facadeModuleId }) => fileNameOf(facadeModuleId ?? '') },
    },
  },
  // Browsers parse JSON faster than an object literal of the same size.
  json: { stringify: true, namedExports: false },
  server: {
    port: 5173,
    proxy: {
      '/api': server,
      '/walletMiddle': server,
      '/ws': { target: server, ws: true },
    },
  },
});

const locales = join(import.meta.dirname, '..', 'locales');

/**
 * One hash for the names of all text files. Every page lists these names, twelve per capability; a hash per name would
 * double the weight of the list, because hashes do not compress.
 */
const textsHash = globSync('*/*.json', { cwd: locales })
  .toSorted()
  .reduce(
    (hash, file) => hash.update(file).update(readFileSync(join(locales, file))),
    createHash('sha256').update(version),
  )
  .digest('base64url')
  .slice(0, 8);

/** Text files are named after their language too: "de-spot". */
function fileNameOf(module: string): string {
  const [, language, group] = /\/locales\/([\w-]+)\/(\w+)\.json$/.exec(module) ?? [];
  return language === undefined ? 'assets/[name]-[hash].js' : `assets/${language}-${group}-${textsHash}.js`;
}

/** Fills the gaps of a language with English texts, so that the page loads English for no other language. */
function texts(): Plugin {
  return {
    name: 'bourse-texts',
    enforce: 'pre',
    transform(code, id) {
      const [, folder, tag, file] = /^(.*\/locales)\/([\w-]+)\/(\w+\.json)$/.exec(id) ?? [];
      if (folder === undefined || tag === undefined || file === undefined || tag === 'en') return null;
      const source = join(folder, 'en', file);
      if (!existsSync(source)) return null;
      this.addWatchFile(source);
      const own = flattenTexts(JSON.parse(code));
      const all = withEnglish(own, flattenTexts(JSON.parse(readFileSync(source, 'utf8'))), tag);
      return all.size === own.size ? null : { code: JSON.stringify(nestTexts(all)), map: null };
    },
  };
}
