import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runToEnd } from './child.mjs';
import { clockEnvironment } from './clock.mjs';
import { ensureInstalled } from './install.mjs';
import { findNode } from './pinned-node.mjs';

/**
 * The programs of all commands in package.json, which run through this file on any installed Node: it installs missing
 * dependencies, then runs the program on the pinned Node with the command's remaining arguments.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const PROGRAMS = {
  start: ['scripts/start.ts'],
  test: ['scripts/gate.ts'],
  typecheck: ['node_modules/typescript/bin/tsc', '-p', '.'],
  lint: ['scripts/gate.ts', 'lint'],
  format: ['node_modules/oxfmt/bin/oxfmt', '.'],
  bench: ['bench/main.ts'],
  simulate: ['engine/simulation/run.ts'],
  chaos: ['e2e/chaos.ts'],
  attack: ['e2e/attack.ts'],
  'rebuild-projections': ['server/venue/rebuild-projections.ts'],
  'accept-loss': ['server/venue/accept-loss.ts'],
  operator: ['server/venue/manage-operators.ts'],
  reseal: ['server/venue/reseal.ts'],
  signer: ['signer/main.ts'],
  'signer-keys': ['signer/print-keys.ts'],
  screenshot: ['e2e/screenshot.ts'],
  texts: ['scripts/texts.ts'],
  'verify-contract': ['scripts/verify-contract.ts'],
  mutants: ['scripts/mutants.ts'],
  'prose-sample': ['scripts/prose-sample.ts'],
};

/** Programs that read private keys. They do not load code from the compile cache, which other programs write. */
const WITH_KEYS = new Set(['signer', 'signer-keys']);

const root = dirname(dirname(fileURLToPath(import.meta.url)));

try {
  process.exitCode = await run(process.argv[2] ?? '', process.argv.slice(3));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/**
 * @param {string} name
 * @param {readonly string[]} parameters
 * @returns {Promise<number>} exit code
 */
async function run(name, parameters) {
  const program = PROGRAMS[name];
  if (program === undefined) {
    throw new Error(`Unknown command ${JSON.stringify(name)}; known commands: ${Object.keys(PROGRAMS).join(', ')}.`);
  }
  await ensureInstalled(root);
  const path = [join(root, 'node_modules', '.bin'), process.env['PATH'] ?? ''].join(delimiter);
  const [file = '', ...first] = program;
  return runToEnd(findNode(root), [join(root, file), ...first, ...parameters], {
    cwd: root,
    env: { ...(WITH_KEYS.has(name) ? {} : compileCache()), ...process.env, ...clockEnvironment(), PATH: path },
  });
}

/** A folder where Node keeps compiled modules between starts; loading modules is half of the time of a start. */
function compileCache() {
  return { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled-programs') };
}
