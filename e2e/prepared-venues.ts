import { appendFileSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processExists } from '@bourse/server/database';
import { withLock } from '../scripts/lock.mjs';

const variable = 'PREPARED_VENUES';
const prefix = 'bourse-prepared-';

/**
 * From here on, venues of this process and of those that it starts begin with a copy of what one venue's first start
 * has made: a database with every table, the demo's markets and their past. It goes with this process.
 */
export function prepareVenuesOnce(): void {
  if (process.env[variable] !== undefined) return;
  removeAbandoned();
  const folder = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
  process.env[variable] = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}

/**
 * Where venues store: with what was prepared, so that what a killed one has left goes with it, or in the temporary
 * folder.
 */
export function folderOfVenues(): string {
  return process.env[variable] ?? tmpdir();
}

/**
 * Fills an empty data folder with what a first start makes, where venues are prepared; elsewhere each makes its own
 * beginning.
 *
 * @param kind venues of one kind begin alike
 * @param startAndStop runs a venue on a folder until it has served and has stopped in order; not asked when that was
 *   done before
 */
export async function fillPrepared(
  dataDir: string,
  kind: string,
  startAndStop: (dataDir: string) => Promise<void>,
): Promise<void> {
  const folder = process.env[variable];
  if (folder === undefined) return;
  const finished = join(folder, kind);
  await withLock(`${finished}.lock`, async () => {
    if (existsSync(finished)) return;
    const draft = mkdtempSync(join(folder, 'draft-'));
    await startAndStop(draft);
    // What is prepared is used by tests that kill processes at most, and what PostgreSQL has written outlives its
    // processes.
    appendFileSync(join(draft, 'postgres', 'postgresql.conf'), 'fsync = off\nfull_page_writes = off\n');
    renameSync(draft, finished);
  });
  // Folders keep their modes, which PostgreSQL insists on; the synchronous form does not.
  await cp(finished, dataDir, { recursive: true });
}

/** What a run that was killed has left. */
function removeAbandoned(): void {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(prefix))) {
    const owner = Number(name.slice(prefix.length).split('-')[0]);
    if (!processExists(owner)) rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}
