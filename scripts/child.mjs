import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/**
 * Runs a program to its end in the current terminal and returns its exit code as a shell would report it.
 *
 * The child has its own process group, so that Ctrl-C reaches it only through this process. Otherwise it would arrive
 * twice, and programs take a second interrupt as a request to stop at once.
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

/** One key press can arrive twice, from the terminal and from npm; a person takes longer to press again. */
const SAME_KEYPRESS_MS = 500;

/** How often to check that the parent process still exists. */
const PARENT_CHECK_MS = 1000;

/**
 * Forwards termination signals to a child until the returned function is called. The end of the parent process counts
 * as a signal too: npm sends signals to an intermediate shell, which ends without forwarding them.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @returns {() => void} stops forwarding
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
    // A closed terminal requests an orderly shutdown.
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
