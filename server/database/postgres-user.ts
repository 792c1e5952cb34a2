import { chownSync, existsSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** `nobody` on the systems that have it; the number needs no entry in any user list. */
const NOBODY = 65534;

/**
 * How a PostgreSQL program is run. PostgreSQL refuses to run as root, so root runs it in a user namespace in which it
 * appears as nobody (the files stay root's), or, where namespaces are not allowed, really as another user.
 */
export type PostgresUser =
  | { readonly kind: 'ourselves' }
  | { readonly kind: 'namespace' }
  | { readonly kind: 'other'; readonly uid: number; readonly gid: number };

/** Chooses how to run PostgreSQL on a data folder, which may exist from an earlier run under another user. */
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

/** Program, arguments and identity to hand to `spawn`. */
export function asPostgresUser(
  user: PostgresUser,
  program: string,
  parameters: readonly string[],
): { file: string; parameters: string[]; identity: { uid?: number; gid?: number } } {
  switch (user.kind) {
    case 'ourselves':
      return { file: program, parameters: [...parameters], identity: {} };
    case 'namespace':
      // `unshare` replaces itself by the program, so the process id is that of PostgreSQL.
      return { file: 'unshare', parameters: [...NAMESPACE_FLAGS, program, ...parameters], identity: {} };
    case 'other':
      return { file: program, parameters: [...parameters], identity: { uid: user.uid, gid: user.gid } };
    default:
      return assertNever(user);
  }
}

/** Gives a folder and everything in it to the user that will run PostgreSQL. */
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
