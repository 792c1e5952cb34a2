import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { ownerPassword, writeAccessRules } from './owner-password.ts';
import { processExists } from './postmaster-file.ts';
import { asPostgresUser, postgresEnvironment, choosePostgresUser, giveFolder } from './postgres-user.ts';
import type { PostgresUser } from './postgres-user.ts';

/** The major version of data that the bundled programs can read. */
const MAJOR_VERSION = '18';

/** The superuser of the bundled server. Only the preparation of a start logs in with it. */
export const BUNDLED_SUPERUSER = 'bourse';

/**
 * Ensures that the folder contains an initialised cluster for the bundled programs. A new cluster is created beside its
 * final path and then renamed, so that a killed process leaves no cluster that looks complete, and of two concurrent
 * processes one wins and the other uses its cluster.
 *
 * @returns how to run programs on this folder
 * @throws Error if the folder belongs to another version or cannot be created
 */
export async function prepareCluster(clusterFolder: string, binaries: PostgresBinaries): Promise<PostgresUser> {
  removeUnfinished(clusterFolder);
  if (!existsSync(clusterFolder)) await initialise(clusterFolder, binaries);
  refuseOtherVersion(clusterFolder);
  const user = choosePostgresUser(clusterFolder);
  giveFolder(user, clusterFolder);
  return user;
}

async function initialise(clusterFolder: string, binaries: PostgresBinaries): Promise<void> {
  mkdirSync(dirname(clusterFolder), { recursive: true });
  const unfinished = `${clusterFolder}.new-${process.pid}-${randomBytes(4).toString('hex')}`;
  mkdirSync(unfinished, { mode: 0o700 });
  try {
    const user = choosePostgresUser(unfinished);
    giveFolder(user, unfinished);
    await runInitdb(unfinished, user, binaries, ownerPassword(clusterFolder));
    writeAccessRules(unfinished);
    renameSync(unfinished, clusterFolder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    // Another process was first; its cluster is used instead.
    if (existsSync(join(clusterFolder, 'PG_VERSION'))) return;
    throw error;
  }
}

async function runInitdb(
  folder: string,
  user: PostgresUser,
  binaries: PostgresBinaries,
  password: string,
): Promise<void> {
  // The superuser's own file is not readable for another user that PostgreSQL runs as.
  const passwordCopy = `${folder}.password`;
  writeFileSync(passwordCopy, password, { mode: 0o600 });
  if (user.kind === 'other') chownSync(passwordCopy, user.uid, user.gid);
  const command = asPostgresUser(user, binaries.initdb, [
    '-D',
    folder,
    '-U',
    BUNDLED_SUPERUSER,
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--locale=C.UTF-8',
    '--auth=scram-sha-256',
    `--pwfile=${passwordCopy}`,
  ]);
  try {
    await promisify(execFile)(command.file, command.parameters, {
      ...command.identity,
      cwd: dirname(folder),
      env: postgresEnvironment(process.env),
    });
  } catch (error) {
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error);
    throw new Error(`The bundled PostgreSQL could not create its data folder ${folder}: ${output}`, { cause: error });
  } finally {
    rmSync(passwordCopy, { force: true });
  }
}

function removeUnfinished(clusterFolder: string): void {
  const parent = dirname(clusterFolder);
  if (!existsSync(parent)) return;
  const prefix = `${basename(clusterFolder)}.new-`;
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(prefix)) continue;
    const pid = Number(name.slice(prefix.length).split('-')[0]);
    if (!processExists(pid)) rmSync(join(parent, name), { recursive: true, force: true });
  }
}

function refuseOtherVersion(clusterFolder: string): void {
  const file = join(clusterFolder, 'PG_VERSION');
  if (!existsSync(file)) {
    throw new Error(`${clusterFolder} exists but is not a PostgreSQL data folder; move it away or set DATA_DIR.`);
  }
  const version = readFileSync(file, 'utf8').trim();
  if (version !== MAJOR_VERSION) {
    throw new Error(
      `${clusterFolder} was written by PostgreSQL ${version}, the bundled one is ${MAJOR_VERSION}; dump it with the old version and restore it, or set DATA_DIR.`,
    );
  }
}
