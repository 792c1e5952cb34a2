import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const NEEDED_MAJOR = 24;

/**
 * The Node program to use: the version that the lockfile pins for this platform, otherwise the running one if it is new
 * enough.
 *
 * @param {string} root the repository, installed
 * @returns {string} path of the program
 * @throws Error with an explanation when there is none
 */
export function findNode(root) {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  const pinned = join(root, 'node_modules', `node-${system}-${process.arch}`, 'bin', file);
  if (existsSync(pinned) && runs(pinned)) return pinned;
  if (Number(process.versions.node.split('.')[0]) >= NEEDED_MAJOR) return process.execPath;
  throw new Error(
    `Node ${NEEDED_MAJOR} or newer is required, and this is ${process.version}. No version can be installed automatically for ${process.platform} ${process.arch}; install Node ${NEEDED_MAJOR} and run the command again.`,
  );
}

/**
 * Whether the program can run here; one built for another C library is installed but cannot.
 *
 * @param {string} program
 */
function runs(program) {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;
}
