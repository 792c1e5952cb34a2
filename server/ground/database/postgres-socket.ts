import { createHash } from 'node:crypto';
import { chownSync, lstatSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PostgresUser } from './postgres-user.ts';

/** Maximum length of a unix socket's path in bytes; macOS allows four less than Linux. */
const LONGEST_SOCKET_PATH = process.platform === 'darwin' ? 103 : 107;

/** For a unix socket the port is only part of the file name. */
export const SOCKET_PORT = 5432;

/**
 * Chooses and creates the private folder of the unix socket: beside the data, or, if that path is too long for a
 * socket, a folder in the system's temporary folder named after the data folder.
 *
 * @throws Error if no path is short enough, or if another user created the temporary folder
 */
export function makeSocketFolder(
  clusterFolder: string,
  user: PostgresUser,
  temporaryFolders: readonly string[] = [tmpdir(), '/tmp'],
): string {
  const name = `bourse-${createHash('sha256').update(clusterFolder).digest('hex').slice(0, 12)}`;
  const candidates = [`${clusterFolder}.socket`, ...temporaryFolders.map((folder) => join(folder, name))];
  const folder = candidates.find(
    (candidate) => Buffer.byteLength(join(candidate, `.s.PGSQL.${SOCKET_PORT}.lock`)) <= LONGEST_SOCKET_PATH,
  );
  if (folder === undefined) {
    throw new Error(
      `No path short enough for a unix socket: tried ${candidates.join(', ')}. Choose a shorter DATA_DIR.`,
    );
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  refuseStrangersFolder(folder, user);
  if (user.kind === 'other') chownSync(folder, user.uid, user.gid);
  return folder;
}

/** In a shared temporary folder another user could have created a folder of this name to listen on the socket in it. */
function refuseStrangersFolder(folder: string, user: PostgresUser): void {
  const entry = lstatSync(folder);
  const owners = [process.geteuid?.(), user.kind === 'other' ? user.uid : undefined];
  if (!entry.isDirectory() || !owners.includes(entry.uid) || (entry.mode & 0o077) !== 0) {
    throw new Error(`${folder} must be a folder that only the user who runs PostgreSQL can enter; remove it.`);
  }
}
