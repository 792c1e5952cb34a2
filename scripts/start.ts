import { dirname, join } from 'node:path';
import { ensurePageBuilt } from './build-page.ts';
import { progress } from './clock.mjs';
import { keepServing } from './keep-serving.ts';

/** `npm start`: the page as its sources are now, then the server. */
const root = dirname(import.meta.dirname);

try {
  if (await ensurePageBuilt(root)) progress('The page is built.');
  process.exitCode = await keepServing(join(root, 'server', 'main.ts'), process.argv.slice(2), root);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
