import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const benches = ['engine', 'core', 'http'] as const;

/** `npm run bench [-- NAME] [options]`: one bench, or all of them one after the other. Options are handed on. */
const [first, ...rest] = process.argv.slice(2);
const named = benches.find((name) => name === first);
if (first !== undefined && named === undefined && !first.startsWith('--')) {
  process.stderr.write(`There is no bench "${first}". The benches are: ${benches.join(', ')}.\n`);
  process.exit(2);
}
const options = named === undefined ? process.argv.slice(2) : rest;
for (const name of named === undefined ? benches : [named]) {
  process.stdout.write(`\n# ${name}\n`);
  const code = await run(fileURLToPath(new URL(`${name}.ts`, import.meta.url)), options);
  if (code !== 0) process.exit(code);
}

function run(file: string, args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [file, ...args], { stdio: 'inherit' });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
