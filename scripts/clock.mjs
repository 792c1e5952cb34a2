const startedMs = Number(process.env['BOURSE_STARTED_MS'] ?? Date.now());

// A line that cannot be printed, for example to a file on a full disk, must not end the program and its server.
process.stdout.on('error', () => undefined);

/**
 * Prints a progress line with the seconds since the command started. Child processes inherit the start time, so all
 * processes count from the same moment.
 *
 * @param {string} text
 */
export function progress(text) {
  console.log(`[${((Date.now() - startedMs) / 1000).toFixed(1).padStart(5)} s] ${text}`);
}

/** Environment variables that make `progress` in a child process count from the same moment. */
export function clockEnvironment() {
  return { BOURSE_STARTED_MS: String(startedMs) };
}
