import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartProblem } from './start-problem.ts';

const fileName = 'secret.key';
const length = 32;

/**
 * The secrets that encrypt documents, images, payment methods, second factors and messages, and hash codes, newest
 * first: those of the setting `SECRET_KEY`, then that of a file in the data folder, readable only by its owner.
 * Without either, the file is created. They are never in the database, because backups of that leave the machine, and
 * without them all of this is lost.
 *
 * @throws StartProblem if the file is not a valid key; otherwise the error of the file system
 */
export async function readSecretKeys(setting: readonly string[] | null, dataFolder: string): Promise<Uint8Array[]> {
  const given = (setting ?? []).map((key) => Buffer.from(key));
  const path = join(dataFolder, fileName);
  const known = await readIfThere(path);
  if (known !== null) {
    if (known.length === length) return [...given, known];
    throw new StartProblem(
      `${path} is not a secret key of ${length} bytes. Restore it, or remove it to have a new one made.`,
    );
  }
  if (given.length > 0) return given;
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
  return [made];
}

async function readIfThere(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
