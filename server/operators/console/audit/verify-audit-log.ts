import { type Kysely, sql } from 'kysely';
import { safeInteger, type Schema } from '../../../ground/database/index.ts';
import { genesis, hashedColumns, hashOf, type PrintedRow } from './canonical-row.ts';

/** The last row of the audit log at some time. Its hash covers all rows up to it. */
export interface AuditHead {
  readonly id: number;
  readonly hash: Buffer;
}

/**
 * The first row that differs from what was written:
 *
 * - `content`: its hash is not that of its content
 * - `link`: it does not refer to the hash of the row before it: rows were removed, inserted or moved there
 * - `head`: it is the row of a known head, and is missing or has another hash: the log was rewritten up to it
 */
export interface BrokenRow {
  readonly id: number;
  readonly problem: 'content' | 'link' | 'head';
}

export interface Verification {
  /** The number of rows. */
  readonly rows: number;
  /** The last row; null if there is none. */
  readonly head: AuditHead | null;
  readonly firstBroken: BrokenRow | null;
}

interface StoredRow extends PrintedRow {
  readonly id: string;
  readonly prev_hash: Buffer;
  readonly hash: Buffer;
}

const rowsPerRead = 2_000;

/**
 * Recomputes the whole chain from the printed columns, without the functions of the database.
 *
 * @param known a head that was stored elsewhere: without one, a log that was rewritten to its end is not recognized
 */
export async function verifyAuditLog(db: Kysely<Schema>, known: AuditHead | null = null): Promise<Verification> {
  let rows = 0;
  let head: AuditHead | null = null;
  let firstBroken: BrokenRow | null = null;
  let knownFound = known === null;
  for (;;) {
    const page = await readRows(db, head?.id ?? Number.MIN_SAFE_INTEGER);
    for (const row of page) {
      const id = safeInteger(row.id);
      firstBroken ??= problemOf(row, head?.hash ?? genesis, known);
      knownFound ||= id === known?.id;
      head = { id, hash: row.hash };
      rows += 1;
    }
    if (page.length < rowsPerRead) break;
  }
  if (known !== null && !knownFound) firstBroken ??= { id: known.id, problem: 'head' };
  return { rows, head, firstBroken };
}

function problemOf(row: StoredRow, previous: Buffer, known: AuditHead | null): BrokenRow | null {
  const id = safeInteger(row.id);
  if (!row.prev_hash.equals(previous)) return { id, problem: 'link' };
  if (!row.hash.equals(hashOf(row.prev_hash, row))) return { id, problem: 'content' };
  return id === known?.id && !row.hash.equals(known.hash) ? { id, problem: 'head' } : null;
}

async function readRows(db: Kysely<Schema>, after: number, limit = rowsPerRead): Promise<StoredRow[]> {
  const columns = sql.join(hashedColumns.map((name) => sql`${sql.ref(name)}::text as ${sql.ref(name)}`));
  const found = await sql<StoredRow>`
    select ${columns}, prev_hash, hash from app.operator_log as log where log.id > ${after} order by log.id limit ${limit}
  `.execute(db);
  return found.rows;
}

/** Whether a row has the hash of its content and refers to that of the row before it. */
export async function isIntact(db: Kysely<Schema>, id: number): Promise<boolean> {
  const before = await db
    .selectFrom('operator_log')
    .select(['id', 'hash'])
    .where('id', '<', String(id))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const [row] = await readRows(db, id - 1, 1);
  return row?.id === String(id) && problemOf(row, before?.hash ?? genesis, null) === null;
}

/** The head of the log; null if it is empty. */
export async function readHead(db: Kysely<Schema>): Promise<AuditHead | null> {
  const row = await db
    .selectFrom('operator_log')
    .select(['id', 'hash'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : { id: safeInteger(row.id), hash: row.hash };
}

/** A head as it is mailed and shown: the number of its row and its hash. */
export function headText({ id, hash }: AuditHead): string {
  return `${id}-${hash.toString('hex')}`;
}

/** Reads a head from its text; null if it is not one. */
export function parseHead(text: string): AuditHead | null {
  const [, id = '', hash = ''] = /^([1-9][0-9]{0,15})-([0-9a-f]{64})$/.exec(text.trim()) ?? [];
  return id === '' ? null : { id: safeInteger(id), hash: Buffer.from(hash, 'hex') };
}
