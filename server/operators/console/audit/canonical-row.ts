import { createHash } from 'node:crypto';

/**
 * The columns of the canonical form of a row in `operator_log`, in their order. New columns go to the end, also in the
 * database's function of the same purpose (`operator_log_canonical`).
 */
export const hashedColumns = [
  'id',
  'at_ms',
  'operator_id',
  'action',
  'before',
  'after',
  'kind',
  'role',
  'subject_kind',
  'subject_id',
  'reason_code',
  'reason',
  'sequence',
  'approval_id',
  'network',
  'request_id',
  'intent_id',
] as const;
export type HashedColumn = (typeof hashedColumns)[number];

/** A row as PostgreSQL prints its columns. */
export type PrintedRow = Readonly<Record<HashedColumn, string | null>>;

/** The `prev_hash` of the first row. */
export const genesis = Buffer.alloc(32);

/**
 * The text that a row's hash covers: `NAME=BYTES:VALUE;` for each column that is not null. The length makes every text
 * the form of one row only, and columns that were added later do not change the form of older rows.
 */
function canonicalRow(row: PrintedRow): string {
  return hashedColumns
    .map((name) => {
      const value = row[name];
      return value === null ? '' : `${name}=${Buffer.byteLength(value)}:${value};`;
    })
    .join('');
}

/** The hash of a row that follows one with the hash `previous`. */
export function hashOf(previous: Buffer, row: PrintedRow): Buffer {
  return createHash('sha256').update(previous).update(canonicalRow(row)).digest();
}
