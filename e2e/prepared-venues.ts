import { appendFileSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processExists } from '@bourse/server/database';
import { withLock } from '../scripts/lock.mjs';

const variable = 'PREPARED_VENUES';
const prefix = 'bourse-prepared-';

/**
 * From now on, venues of this process and its children start from a copy of a venue after its first start: a database
 * with all tables and the demo's markets and history. The copy is deleted when this process exits.
 */
export function prepareVenuesOnce(): void {
  if (process.env[variable] !== undefined) return;
  removeAbandoned();
  const folder = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
  process.env[variable] = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}

/**
 * Where venues store data: next to the prepared data, so that leftovers of killed venues are deleted with it, else in
 * the temporary folder.
 */
export function folderOfVenues(): string {
  return process.env[variable] ?? tmpdir();
}

/**
 * Copies the data of a first start into an empty data folder. Does nothing unless `prepareVenuesOnce` was called.
 *
 * @param kind venues of the same kind share prepared data
 * @param startAndStop starts a venue on a folder and stops it cleanly; called once per kind
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
    // Prepared data is used only by tests that kill processes, never the machine, and writes of PostgreSQL survive its
    // processes.
    appendFileSync(join(draft, 'postgres', 'postgresql.conf'), 'fsync = off\nfull_page_writes = off\n');
    renameSync(draft, finished);
  });
  // Preserves the folder modes that PostgreSQL requires, which `cpSync` does not.
  await cp(finished, dataDir, { recursive: true });
}

/** Deletes what killed runs have left. */
function removeAbandoned(): void {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(prefix))) {
    const owner = Number(name.slice(prefix.length).split('-')[0]);
    if (!processExists(owner)) rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}
