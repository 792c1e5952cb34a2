import type { UserId } from '@bourse/engine';
import type { Kysely, Selectable } from 'kysely';
import { safeInteger, type Schema } from '../../../ground/database/index.ts';

type Row = Selectable<Schema['escrows']>;

/** The events of an escrow up to a sequence. */
export interface OrderRecord {
  readonly n: number;
  readonly state: Row['state'];
  /** Why it is in appeal or has ended. */
  readonly reason: Row['reason'];
  readonly openedAtMs: number;
  readonly openedDueMs: number;
  readonly paidAtMs: number | null;
  readonly endedAtMs: number | null;
  readonly maturesAtMs: number | null;
  /** SHA-256 of the terms. */
  readonly terms: string | null;
  /** SHA-256 of the picture of the payment. */
  readonly voucher: string | null;
  readonly isReopened: boolean;
  readonly isCancelAsked: boolean;
  readonly sequence: number;
  readonly steps: readonly RecordedStep[];
}

export interface RecordedStep {
  readonly step: Row['step'];
  readonly state: Row['state'];
  readonly reason: Row['reason'];
  readonly actor: number | null;
  readonly atMs: number;
}

/** The records of orders as of a sequence; those without an escrow are missing. */
export async function readRecords(
  db: Kysely<Schema>,
  ns: readonly number[],
  upTo: number,
): Promise<ReadonlyMap<number, OrderRecord>> {
  if (ns.length === 0) return new Map();
  const rows = await db
    .selectFrom('escrows')
    .selectAll()
    .where('n', 'in', ns.map(String))
    .where('sequence', '<=', String(upTo))
    .orderBy('n')
    .orderBy('sequence')
    .orderBy('ordinal')
    .execute();
  const byOrder = Map.groupBy(rows, ({ n }) => safeInteger(n));
  return new Map([...byOrder].map(([n, own]) => [n, recordOf(n, own)]));
}

function recordOf(n: number, rows: readonly Row[]): OrderRecord {
  const [first] = rows;
  const last = rows.at(-1);
  if (first === undefined || last === undefined) throw new Error(`escrow ${n} has no events`);
  const at = (row: Row | undefined): number | null => (row === undefined ? null : safeInteger(row.time_ms));
  const isEnd = last.step === 'released' || last.step === 'returned';
  return {
    n,
    state: last.state,
    reason: last.reason,
    openedAtMs: safeInteger(first.time_ms),
    openedDueMs: first.due === null ? safeInteger(first.time_ms) : safeInteger(first.due),
    paidAtMs: at(rows.find(({ step }) => step === 'paid' || step === 'reopened')),
    endedAtMs: isEnd ? at(last) : null,
    maturesAtMs: last.matures_at === null ? null : safeInteger(last.matures_at),
    terms: first.terms,
    voucher: rows.find(({ voucher }) => voucher !== null)?.voucher ?? null,
    isReopened: first.step === 'reopened',
    isCancelAsked: rows.some(({ step }) => step === 'cancel_asked'),
    sequence: safeInteger(last.sequence),
    steps: rows.map((row) => ({
      step: row.step,
      state: row.state,
      reason: row.reason,
      actor: row.actor_id === null ? null : safeInteger(row.actor_id),
      atMs: safeInteger(row.time_ms),
    })),
  };
}

/** The part of a user in the orders of a list. */
export type Part = 'taker' | 'maker';

interface OrderQuery {
  readonly user: UserId;
  readonly part: Part;
  /** The event that puts an order into the list. */
  readonly steps: readonly Row['step'][];
  readonly upTo: number;
  readonly offset: number;
  readonly limit: number;
}

/** The numbers of a user's orders with one of these events, the newest first, and how many there are. */
export async function ordersWith(
  db: Kysely<Schema>,
  { limit, offset, part, steps, upTo, user }: OrderQuery,
): Promise<{ readonly ns: readonly number[]; readonly total: number }> {
  const own = db
    .selectFrom('escrows')
    .where((row) => row.or([row('seller_id', '=', String(user)), row('buyer_id', '=', String(user))]))
    .where('maker_id', part === 'maker' ? '=' : '<>', String(user))
    .where('step', 'in', steps)
    .where('sequence', '<=', String(upTo));
  const [rows, { count }] = await Promise.all([
    own.select('n').orderBy('n', 'desc').limit(limit).offset(offset).execute(),
    own.select(({ fn }) => fn.countAll<string>().as('count')).executeTakeFirstOrThrow(),
  ]);
  return { ns: rows.map(({ n }) => safeInteger(n)), total: safeInteger(count) };
}
