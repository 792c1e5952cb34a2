import { chownSync, existsSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** The user id of `nobody` on the systems that have it; it needs no entry in the list of users. */
const NOBODY = 65534;

/**
 * How to run a PostgreSQL program. PostgreSQL refuses to run as root, so root runs it in a user namespace in which it
 * appears as `nobody` (files still belong to root), or as another user where namespaces are not allowed.
 */
export type PostgresUser =
  | { readonly kind: 'ourselves' }
  | { readonly kind: 'namespace' }
  | { readonly kind: 'other'; readonly uid: number; readonly gid: number };

/** Chooses how to run PostgreSQL on a data folder, which may exist from an earlier run as another user. */
export function choosePostgresUser(
  clusterFolder: string,
  namespacesWork: () => boolean = userNamespacesWork,
): PostgresUser {
  if (process.platform === 'win32' || process.geteuid === undefined || process.geteuid() !== 0) {
    return { kind: 'ourselves' };
  }
  const owner = existsSync(clusterFolder) ? statSync(clusterFolder) : null;
  if (owner !== null && owner.uid !== 0) return { kind: 'other', uid: owner.uid, gid: owner.gid };
  return namespacesWork() ? { kind: 'namespace' } : { kind: 'other', uid: NOBODY, gid: NOBODY };
}

/** Program, arguments and identity for `spawn`. */
export function asPostgresUser(
  user: PostgresUser,
  program: string,
  parameters: readonly string[],
): { file: string; parameters: string[]; identity: { uid?: number; gid?: number } } {
  switch (user.kind) {
    case 'ourselves':
      return { file: program, parameters: [...parameters], identity: {} };
    case 'namespace':
      // `unshare` replaces itself with the program, so the process id is that of PostgreSQL.
      return { file: 'unshare', parameters: [...NAMESPACE_FLAGS, program, ...parameters], identity: {} };
    case 'other':
      return { file: program, parameters: [...parameters], identity: { uid: user.uid, gid: user.gid } };
    default:
      return assertNever(user);
  }
}

/** Changes the owner of a folder and its contents to the user that runs PostgreSQL. */
export function giveFolder(user: PostgresUser, folder: string): void {
  if (user.kind !== 'other') return;
  chownSync(folder, user.uid, user.gid);
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const entry = lstatSync(path);
    if (entry.isDirectory()) giveFolder(user, path);
    else if (!entry.isSymbolicLink()) chownSync(path, user.uid, user.gid);
  }
}

const NAMESPACE_FLAGS = ['-U', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, '--'];

function userNamespacesWork(): boolean {
  try {
    execFileSync('unshare', [...NAMESPACE_FLAGS, 'true'], { stdio: 'ignore', timeout: 5_000 });
    return true;
  } catch {
    return false;
  }
}

function assertNever(value: never): never {
  throw new Error(`Unknown way to run PostgreSQL: ${JSON.stringify(value)}`);
}

/** The variables that PostgreSQL and the system's loader need. */
const PASSED_ON =
  /^(PATH|HOME|USER|LANG|TZ|TMPDIR|TEMP|TMP|LD_LIBRARY_PATH|DYLD_LIBRARY_PATH|SYSTEMROOT|WINDIR|COMSPEC)$/i;

/** The environment of PostgreSQL: none of the server's secrets, which any of its functions could read. */
export function postgresEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...Object.fromEntries(Object.entries(environment).filter(([name]) => PASSED_ON.test(name))), LC_ALL: 'C' };
}
