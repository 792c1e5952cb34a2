import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const NEEDED_MAJOR = 24;

/**
 * The Node that everything runs on: the one that the lockfile pins for this platform, otherwise the running one when it
 * is new enough.
 *
 * @param {string} root the repository, installed
 * @returns {string} path of the program; throws a sentence when there is none
 */
export function findNode(root) {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  const pinned = join(root, 'node_modules', `node-${system}-${process.arch}`, 'bin', file);
  if (existsSync(pinned) && runs(pinned)) return pinned;
  if (Number(process.versions.node.split('.')[0]) >= NEEDED_MAJOR) return process.execPath;
  throw new Error(
    `Node ${NEEDED_MAJOR} or newer is needed. There is none to install for ${process.platform} ${process.arch}, and this is ${process.version}; install Node ${NEEDED_MAJOR} and run the command again.`,
  );
}

/**
 * A program for another C library is there and does not run.
 *
 * @param {string} program
 */
function runs(program) {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;
}
