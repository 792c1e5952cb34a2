import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/**
 * Runs a program to its end with our terminal, and answers its exit code as a shell would count it.
 *
 * The child has a process group of its own, so a Ctrl-C reaches it exactly once: from here. Without that it would come
 * twice, and a second interrupt is how people say that they no longer want to wait.
 *
 * @param {string} file
 * @param {readonly string[]} parameters
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>}
 */
export function runToEnd(file, parameters, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, parameters, { stdio: 'inherit', detached: process.platform !== 'win32', ...options });
    const stopForwarding = forwardSignals(child);
    child.once('error', (error) => {
      stopForwarding();
      reject(error);
    });
    child.once('exit', (code, signal) => {
      stopForwarding();
      resolve(exitCode(code, signal));
    });
  });
}

/** One keypress can reach us twice, from the terminal and from npm; a person needs longer to press again. */
const SAME_KEYPRESS_MS = 500;

/** How often to look whether whoever started us is still there. */
const PARENT_CHECK_MS = 1000;

/**
 * Hands every polite signal on to a child until told to stop. The end of our own parent counts as one: npm hands a
 * signal to a shell in between, which ends without telling us.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @returns {() => void} ends the forwarding
 */
export function forwardSignals(child) {
  /** @type {readonly NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  let lastMs = -Infinity;
  /** @param {NodeJS.Signals} signal */
  const forward = (signal) => {
    const nowMs = performance.now();
    if (nowMs - lastMs < SAME_KEYPRESS_MS) return;
    lastMs = nowMs;
    // A closed terminal is a wish to end in order.
    child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
  };
  for (const signal of signals) process.on(signal, forward);
  const parent = process.ppid;
  const check = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(check);
    forward('SIGTERM');
  }, PARENT_CHECK_MS);
  check.unref();
  return () => {
    clearInterval(check);
    for (const signal of signals) process.off(signal, forward);
  };
}

/**
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 */
export function exitCode(code, signal) {
  if (code !== null) return code;
  return 128 + (signal === null ? 0 : constants.signals[signal]);
}
