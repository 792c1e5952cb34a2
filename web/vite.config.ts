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
  plugins: [react(), tokens(), earlyFont(), texts(), textFiles()],
  build: {
    outDir: 'dist',
    ...buildOptions,
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

/** Files of texts that pages may load, relative to `locales`. */
const pageTexts = globSync('*/*.json', { cwd: locales })
  .filter((file) => !/[/\\](server|mail)\.json$/.test(file))
  .toSorted();

/** One hash for the names of all text files, so that the page can compute them. */
const textsHash = pageTexts
  .reduce(
    (hash, file) => hash.update(file).update(readFileSync(join(locales, file))),
    createHash('sha256').update(version),
  )
  .digest('base64url')
  .slice(0, 8);

/** Builds a script of each file of texts, and lets the page load them by computed names ("de-spot"). */
function textFiles(): Plugin {
  return {
    name: 'bourse-text-files',
    apply: 'build',
    buildStart() {
      for (const file of pageTexts) {
        const name = file.replace(/[/\\]/, '-').replace('.json', '');
        const fileName = `assets/${name}-${textsHash}.js`;
        this.emitFile({ type: 'chunk', id: join(locales, file), fileName, preserveSignature: 'strict' });
      }
    },
    load(id) {
      if (!id.endsWith('/i18n/text-files.ts')) return null;
      return `export async function loadTexts(tag, group) {
        return (await import(/* @vite-ignore */ \`./\${tag}-\${group}-${textsHash}.js\`)).default;
      }`;
    },
  };
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
