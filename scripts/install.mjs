import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { clockEnvironment, progress } from './clock.mjs';
import { runToEnd } from './child.mjs';
import { withLock } from './lock.mjs';

/**
 * Installs exactly what the lockfile names, unless that has been done. Two commands at once do it once.
 *
 * @param {string} root the repository
 * @returns {Promise<void>} rejects with a sentence when it fails
 */
export async function ensureInstalled(root) {
  if (isInstalled(root)) return;
  await withLock(
    join(root, '.install-lock'),
    async () => {
      if (isInstalled(root)) return;
      progress('Installing what the lockfile names …');
      await npmCi(root);
      writeFileSync(stampFile(root), wantedStamp(root));
      progress('Installed.');
    },
    () => {
      progress('Another command is installing; waiting for it …');
    },
  );
}

/** @param {string} root */
function isInstalled(root) {
  return existsSync(stampFile(root)) && readFileSync(stampFile(root), 'utf8') === wantedStamp(root);
}

/**
 * Inside node_modules, so that whoever removes that folder removes the claim as well.
 *
 * @param {string} root
 */
function stampFile(root) {
  return join(root, 'node_modules', '.bourse-installed');
}

/**
 * The platform is part of it: a folder that was installed elsewhere has other programs in it.
 *
 * @param {string} root
 */
function wantedStamp(root) {
  const lockfile = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  return `${lockfile} ${process.platform} ${process.arch}\n`;
}

/** @param {string} root */
async function npmCi(root) {
  // Whatever NODE_ENV and npm's own settings say, the tools and the platform's programs are needed.
  const parameters = ['ci', '--include=dev', '--include=optional'];
  const options = { cwd: root, env: { ...process.env, ...clockEnvironment() } };
  const npm = process.env['npm_execpath'];
  const code =
    npm !== undefined && basename(npm).startsWith('npm')
      ? await runToEnd(process.execPath, [npm, ...parameters], options)
      : await runToEnd('npm', parameters, { ...options, shell: process.platform === 'win32' });
  if (code !== 0) throw new Error(`npm ci failed with exit code ${code}; what it printed above says why.`);
}
