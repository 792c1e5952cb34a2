import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { scramVerifier } from './scram-verifier.ts';
import type { DatabaseSettings } from './settings.ts';

/** Logins need a password on the unix socket too; TCP is used only where there are no unix sockets. */
const ACCESS_RULES = `# Written by the exchange.
local all all scram-sha-256
${process.platform === 'win32' ? 'host all all 127.0.0.1/32 scram-sha-256' : 'host all all all reject'}
`;

/** The file with the password of the bundled server's superuser, readable only by the user who runs the exchange. */
export function passwordFile(clusterFolder: string): string {
  return `${clusterFolder}.password`;
}

/**
 * The password of the bundled server's superuser. It is created on the first start, and on the first start after an
 * upgrade from a version without it.
 */
export function ownerPassword(clusterFolder: string): string {
  const file = passwordFile(clusterFolder);
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true });
    const unfinished = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`;
    try {
      writeFileSync(unfinished, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600, flush: true });
      // Unlike a rename, a link does not replace the file of a concurrent start.
      linkSync(unfinished, file);
    } catch (error) {
      if (!existsSync(file)) throw error;
    } finally {
      rmSync(unfinished, { force: true });
    }
  }
  return readFileSync(file, 'utf8').trim();
}

/** Whether the cluster accepts logins without a password, as clusters of earlier versions do. */
export function trustsLogins(clusterFolder: string): boolean {
  return /^[^#\n]*\btrust\b/m.test(readFileSync(accessFile(clusterFolder), 'utf8'));
}

/** Gives the superuser its password and requires passwords from now on. Can be repeated after a crash. */
export async function requirePasswords(clusterFolder: string, maintenance: DatabaseSettings): Promise<void> {
  const client = new Client({ connectionString: maintenance.url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const verifier = client.escapeLiteral(scramVerifier(ownerPassword(clusterFolder)));
    await client.query(`alter role current_user password ${verifier}`);
    writeAccessRules(clusterFolder);
    await client.query('select pg_reload_conf()');
  } finally {
    await client.end();
  }
}

/** Replaces the access rules of a cluster in one step; the file keeps its owner. */
export function writeAccessRules(clusterFolder: string): void {
  const file = accessFile(clusterFolder);
  const unfinished = `${file}.${process.pid}`;
  const { uid, gid } = statSync(file);
  writeFileSync(unfinished, ACCESS_RULES, { mode: 0o600 });
  if (process.platform !== 'win32') chownSync(unfinished, uid, gid);
  renameSync(unfinished, file);
}

function accessFile(clusterFolder: string): string {
  return join(clusterFolder, 'pg_hba.conf');
}
