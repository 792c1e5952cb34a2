import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const inMemory = '/dev/shm';

/** Several times the space that all tests use at one time. */
const ROOM_BYTES = 2 * 1024 ** 3;
const FREE_MEMORY_BYTES = 4 * 1024 ** 3;

/**
 * The temporary folder of tests, for `TMPDIR`: in memory if there is enough. Test data need not survive, and each test
 * creates and removes a database of hundreds of files, which on a disk takes longer than the test's own queries.
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
