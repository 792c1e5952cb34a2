import { type Kysely, sql } from 'kysely';
import type { DatabaseSettings, Schema, SealedColumn } from '../ground/database/index.ts';
import { keyIdOf, SecretBox, sealedPrefix, type Secrets } from '../ground/secrets/index.ts';
import { StartProblem } from './start-problem.ts';
import { stored } from './stored.ts';

const purposes = { hashing: 'bourse secret of hashes hash', sealing: 'bourse secret of hashes seal' };
const place = 'secret of hashes';

/**
 * The secrets of an exchange, once they have opened what its database keeps to recognize them. The first start seals
 * the secret of hashes there, which stays when keys are replaced.
 *
 * @param db sessions of the login `bourse_identity`
 * @param given the secrets of the setting or file; the first seals, and all open
 * @throws StartProblem if none of them belongs to the database
 */
export async function openSecrets(
  db: Kysely<Schema>,
  given: Uint8Array | readonly Uint8Array[],
  database: Pick<DatabaseSettings, 'url'>,
): Promise<Secrets> {
  const sealing = given instanceof Uint8Array ? [given] : given;
  const [first = new Uint8Array()] = sealing;
  const row = await db.selectFrom('secret_keys').select('sealed').executeTakeFirst();
  if (row === undefined) {
    const hashing = await secretOfEarlier(db, sealing, first);
    if (hashing === null) throw foreignKey(sealing, null, database);
    await db
      .insertInto('secret_keys')
      .values({ sealed: sealHashing({ sealing, hashing }) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return { sealing, hashing };
  }
  const hashing = new SecretBox({ sealing, hashing: first }, purposes).openBytes(row.sealed, place);
  if (hashing === null) throw foreignKey(sealing, keyIdOf(row.sealed), database);
  return { sealing, hashing };
}

/** The row of the database from which its secrets are recognized, sealed with the first of them. */
export function sealHashing(secrets: Secrets): Buffer {
  return new SecretBox(secrets, purposes).sealBytes(secrets.hashing, place);
}

/** The secret that opens what an earlier version sealed; `first` if it sealed nothing, null if none opens it. */
async function secretOfEarlier(
  db: Kysely<Schema>,
  sealing: readonly Uint8Array[],
  first: Uint8Array,
): Promise<Uint8Array | null> {
  let isEmpty = true;
  for (const column of stored.sealed) {
    const [row] = await sealedRows(db, column, { limit: 1 });
    if (row === undefined) continue;
    isEmpty = false;
    const opens = (secret: Uint8Array): boolean =>
      new SecretBox(secret, column.purposes).openBytes(row.sealed, row.place) !== null;
    const found = sealing.find(opens);
    if (found !== undefined) return found;
  }
  return isEmpty ? first : null;
}

/** A sealed value with the physical place of its row. */
export interface SealedRow {
  readonly at: string;
  readonly place: string;
  readonly sealed: Buffer;
}

/** Sealed values of a column in the physical order of their rows; those that begin with `except` are left out. */
export async function sealedRows(
  db: Kysely<Schema>,
  { column, place: placeOf, table }: SealedColumn,
  { after = '(0,0)', except = Buffer.alloc(0), limit }: { after?: string; except?: Buffer; limit: number },
): Promise<SealedRow[]> {
  const value = sql.ref(column);
  const isOther =
    except.length === 0 ? sql`true` : sql`substring(${value} from 1 for ${except.length}::int) <> ${except}::bytea`;
  const { rows } = await sql<SealedRow>`
    select ctid::text as at, ${sql.raw(placeOf)} as place, ${value} as sealed from ${sql.table(table)}
    where ctid > ${after}::tid and ${value} is not null and ${isOther} order by ctid limit ${limit}`.execute(db);
  return rows;
}

function foreignKey(
  sealing: readonly Uint8Array[],
  sealedWith: string | null,
  { url }: Pick<DatabaseSettings, 'url'>,
): StartProblem {
  const ids = sealing.map((secret) => keyIdOf(sealedPrefix(secret)) ?? '').join(', ');
  const { hostname, pathname, searchParams } = new URL(url);
  const server = searchParams.get('host') ?? hostname;
  const name = `${decodeURIComponent(pathname.slice(1))}${server === '' ? '' : ` on ${server}`}`;
  const other = sealedWith === null ? 'another key' : `the key ${sealedWith}`;
  return new StartProblem(
    `The secret key ${ids} (SECRET_KEY, or secret.key in DATA_DIR) is not the one of the database ${name}, which was sealed with ${other}: documents, images and second factors could not be read. Start with the key of this database; to replace it, set SECRET_KEY=new,old.`,
  );
}
