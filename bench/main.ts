import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gatherRows, textArgument } from './table.ts';

const benches = [
  'engine',
  'core',
  'recovery',
  'http',
  'feed',
  'page',
  'trade',
  'sieges',
  'demo',
  'chains',
  'leverage',
  'seconds',
  'hall',
  'escrow',
] as const;

/**
 * `npm run bench [-- NAME] [options]`: runs one benchmark or all of them in order, and passes the options on; `--json
 * FILE` writes the rows of all.
 */
const [first, ...rest] = process.argv.slice(2);
const named = benches.find((name) => name === first);
if (first !== undefined && named === undefined && !first.startsWith('--')) {
  process.stderr.write(`Unknown benchmark "${first}". Available: ${benches.join(', ')}.\n`);
  process.exit(2);
}
const options = named === undefined ? process.argv.slice(2) : rest;
const file = textArgument(options, 'json');
const folder = mkdtempSync(join(tmpdir(), 'bourse-bench-'));
const written: string[] = [];
try {
  for (const name of named === undefined ? benches : [named]) {
    process.stdout.write(`\n# ${name}\n`);
    const own = join(folder, `${name}.json`);
    // When an option is repeated, the first one counts.
    const code = await run(fileURLToPath(new URL(`${name}.ts`, import.meta.url)), ['--json', own, ...options]);
    process.exitCode = code;
    if (code !== 0) break;
    written.push(own);
  }
  if (file !== null) gatherRows(written, file);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function run(program: string, args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], { stdio: 'inherit' });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
