const startedMs = Number(process.env['BOURSE_STARTED_MS'] ?? Date.now());

/**
 * Prints one line of progress with the seconds since the command began; the time is handed to the processes that it
 * starts, so that all of them count from the same moment.
 *
 * @param {string} text
 */
export function progress(text) {
  console.log(`[${((Date.now() - startedMs) / 1000).toFixed(1).padStart(5)} s] ${text}`);
}

/** The environment that makes a child's `progress` count from the same moment. */
export function clockEnvironment() {
  return { BOURSE_STARTED_MS: String(startedMs) };
}
