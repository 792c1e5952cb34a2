import { mkdirSync, readFileSync, rmSync, rmdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const HEARTBEAT_MS = 2_000;
const SILENT_MS = 20_000;
const LOOK_EVERY_MS = 100;

/**
 * Runs `work` while holding the lock folder, so that of several concurrent commands one works and the others wait.
 * Takes over the lock of a process that is dead or has not refreshed it for a long time.
 *
 * @template T
 * @param {string} folder
 * @param {() => Promise<T>} work
 * @param {() => void} [onWait] called once when another process holds the lock
 * @returns {Promise<T>}
 */
export async function withLock(folder, work, onWait = () => undefined) {
  let isNotified = false;
  while (!tryLock(folder)) {
    if (isAbandoned(folder)) takeAway(folder);
    else {
      if (!isNotified) onWait();
      isNotified = true;
      await pause(LOOK_EVERY_MS);
    }
  }
  const heartbeat = setInterval(() => {
    const now = new Date();
    utimesSync(folder, now, now);
  }, HEARTBEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} folder */
function tryLock(folder) {
  try {
    mkdirSync(folder);
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
  writeFileSync(join(folder, 'holder'), `${process.pid} ${hostname()}`);
  return true;
}

/**
 * A lock is abandoned when its process on this machine is gone, or when it has not been refreshed for a long time. The
 * second rule is needed because process ids are reused and mean nothing in another container.
 *
 * @param {string} folder
 */
function isAbandoned(folder) {
  try {
    if (Date.now() - statSync(folder).mtimeMs > SILENT_MS) return true;
    const [pid = '', host = ''] = readFileSync(join(folder, 'holder'), 'utf8').split(' ');
    return host === hostname() && !processExists(Number(pid));
  } catch (error) {
    // Removed in the meantime, or so new that its holder file does not exist yet.
    if (hasCode(error, 'ENOENT')) return false;
    throw error;
  }
}

/**
 * Removes an abandoned lock. Two processes may have judged the same lock, and the slower one must not remove the new
 * lock of the faster one. So the lock is checked again under a guard that lets only one process remove it.
 *
 * @param {string} folder
 */
function takeAway(folder) {
  const guard = `${folder}.takeover`;
  try {
    mkdirSync(guard);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
    removeForgottenGuard(guard);
    return;
  }
  try {
    if (isAbandoned(folder)) rmSync(folder, { recursive: true, force: true });
  } finally {
    rmdirSync(guard);
  }
}

/**
 * A guard exists only for an instant; an old one belongs to a process that was killed in that instant.
 *
 * @param {string} guard
 */
function removeForgottenGuard(guard) {
  try {
    if (Date.now() - statSync(guard).mtimeMs > SILENT_MS) rmdirSync(guard);
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
  }
}

/** @param {number} pid */
function processExists(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

/**
 * @param {unknown} error
 * @param {string} code
 */
function hasCode(error, code) {
  return error instanceof Error && 'code' in error && error.code === code;
}
