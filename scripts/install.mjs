import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { clockEnvironment, progress } from './clock.mjs';
import { runToEnd } from './child.mjs';
import { withLock } from './lock.mjs';

/**
 * Installs exactly the packages in the lockfile, unless they are installed already. Concurrent commands install only
 * once.
 *
 * @param {string} root the repository
 * @returns {Promise<void>} rejects with an explanation when it fails
 */
export async function ensureInstalled(root) {
  if (isInstalled(root)) return;
  await withLock(
    join(root, '.install-lock'),
    async () => {
      if (isInstalled(root)) return;
      progress('Installing dependencies …');
      await npmCi(root);
      writeFileSync(stampFile(root), wantedStamp(root));
      progress('Installed.');
    },
    () => {
      progress('Waiting for another command that is installing …');
    },
  );
}

/** @param {string} root */
function isInstalled(root) {
  return existsSync(stampFile(root)) && readFileSync(stampFile(root), 'utf8') === wantedStamp(root);
}

/**
 * The stamp is inside node_modules, so that removing that folder removes it too.
 *
 * @param {string} root
 */
function stampFile(root) {
  return join(root, 'node_modules', '.bourse-installed');
}

/**
 * Includes the platform, because installed packages contain programs for one platform.
 *
 * @param {string} root
 */
function wantedStamp(root) {
  const lockfile = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  return `${lockfile} ${process.platform} ${process.arch}\n`;
}

/** Variables of the shell, of npm's configuration and of the network. */
const PASSED_ON =
  /^(path|pathext|home|user|logname|shell|term|lang|lc_\w+|tz|tmpdir|temp|tmp|ci|npm_\w+|xdg_\w+|(https?|no|all)_proxy|node_extra_ca_certs|ssl_cert_(file|dir)|appdata|localappdata|userprofile|systemroot|windir|comspec|programfiles\S*|programdata)$/i;

/**
 * The environment of npm: none of the venue's secrets, which the scripts of a package could read.
 *
 * @param {NodeJS.ProcessEnv} environment
 * @returns {NodeJS.ProcessEnv}
 */
function npmEnvironment(environment) {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => PASSED_ON.test(name)));
}

/** @param {string} root */
async function npmCi(root) {
  // Explicit, because NODE_ENV and npm settings could exclude them, and both kinds of dependencies are needed.
  // Scripts of packages could run anything, and none is needed: the libraries of PostgreSQL are linked at its start.
  const parameters = ['ci', '--include=dev', '--include=optional', '--ignore-scripts'];
  const options = { cwd: root, env: { ...npmEnvironment(process.env), ...clockEnvironment() } };
  const npm = process.env['npm_execpath'];
  const code =
    npm !== undefined && basename(npm).startsWith('npm')
      ? await runToEnd(process.execPath, [npm, ...parameters], options)
      : await runToEnd('npm', parameters, { ...options, shell: process.platform === 'win32' });
  if (code !== 0) throw new Error(`npm ci failed with exit code ${code}; see its output above.`);
}
