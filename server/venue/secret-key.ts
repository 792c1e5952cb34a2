import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartProblem } from './start-problem.ts';

const fileName = 'secret.key';
const length = 32;

/**
 * The secret that hashes codes and device ids and encrypts queued messages and the secrets of staff: the setting
 * `SECRET_KEY`, or else a file in the data folder, created at the first start and readable only by its owner. It is
 * never in the database, because backups of that leave the machine. Losing the key loses codes and messages that are on
 * their way, every device counts as new, and every member of staff has to be reset.
 *
 * @throws StartProblem if the file is not a valid key; otherwise the error of the file system
 */
export async function readSecretKey(setting: string | null, dataFolder: string): Promise<Uint8Array> {
  if (setting !== null) return Buffer.from(setting);
  const path = join(dataFolder, fileName);
  const known = await readIfThere(path);
  if (known !== null) {
    if (known.length === length) return known;
    throw new StartProblem(
      `${path} is not a secret key of ${length} bytes. Restore it, or remove it to have a new one made.`,
    );
  }
  await mkdir(dataFolder, { recursive: true });
  const made = randomBytes(length);
  // Written to a temporary file and renamed, so that neither a crash nor a full disk leaves a partial key. In a
  // container another start may have the same process id.
  const draft = `${path}.${process.pid}-${randomBytes(4).toString('hex')}`;
  try {
    await writeFile(draft, made, { mode: 0o600, flush: true });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  return made;
}

async function readIfThere(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
