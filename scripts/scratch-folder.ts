import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const inMemory = '/dev/shm';

/** What all that the tests store at one time takes several times over. */
const ROOM_BYTES = 2 * 1024 ** 3;
const FREE_MEMORY_BYTES = 4 * 1024 ** 3;

/**
 * The temporary folder of tests, for `TMPDIR`: in memory where there is enough of it. Nothing that they store has to
 * outlive them, and each makes a database of hundreds of files and removes it again, which keeps a file system of a
 * disk busier than the test does PostgreSQL.
 */
export function scratchFolder(): string {
  return hasRoom() ? inMemory : tmpdir();
}

function hasRoom(): boolean {
  try {
    accessSync(inMemory, constants.W_OK);
    const { bavail, bsize } = statfsSync(inMemory);
    return bavail * bsize > ROOM_BYTES && process.availableMemory() > FREE_MEMORY_BYTES;
  } catch {
    return false;
  }
}
