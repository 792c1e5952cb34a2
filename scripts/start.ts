import { dirname, join } from 'node:path';
import { ensurePageBuilt } from './build-page.ts';
import { progress } from './clock.mjs';
import { keepServing } from './keep-serving.ts';

/** `npm start`: builds the page from its current sources, then runs the server. */
const root = dirname(import.meta.dirname);

try {
  if (await ensurePageBuilt(root)) progress('Built the page.');
  process.exitCode = await keepServing(join(root, 'server', 'venue', 'main.ts'), process.argv.slice(2), root);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
