import { type Kysely, sql } from 'kysely';
import { safeInteger, type Schema } from '../../ground/database/index.ts';

/** A balance on a chain beside the one that the records say, in the smallest units of the asset there. */
export interface Comparison {
  readonly chain: number;
  readonly asset: string;
  readonly height: number;
  readonly balance: bigint;
  readonly expected: bigint;
}

export interface StoredComparison extends Comparison {
  readonly id: number;
  /** Rounds in a row with the same kind of result. */
  readonly rounds: number;
  readonly sinceMs: number;
  /** When the last round began to read both sides. */
  readonly lastMs: number;
}

export type Finding = 'balanced' | 'suspected' | 'short' | 'unseen';

/** A difference counts once two rounds in a row have seen it: a record may follow its block by a moment. */
const countsAfter = 2;

/** The result of a comparison: money is missing (`short`), or there without a record (`unseen`). */
export function findingOf({ balance, expected, rounds }: Pick<StoredComparison, 'balance' | 'expected' | 'rounds'>) {
  const finding: Finding =
    balance === expected ? 'balanced' : rounds < countsAfter ? 'suspected' : balance < expected ? 'short' : 'unseen';
  return finding;
}

/** The present state of each asset of each chain. */
export async function readNewest(db: Kysely<Schema>): Promise<readonly StoredComparison[]> {
  const rows = await db
    .selectFrom('reconciliations')
    .distinctOn(['chain_id', 'asset'])
    .selectAll()
    .orderBy('chain_id')
    .orderBy('asset')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(comparisonOf);
}

/** The newest results of an asset of a chain, newest first. */
export async function readResultsOf(
  db: Kysely<Schema>,
  { asset, chain }: Pick<Comparison, 'asset' | 'chain'>,
  limit: number,
): Promise<readonly StoredComparison[]> {
  const rows = await db
    .selectFrom('reconciliations')
    .selectAll()
    .where('chain_id', '=', chain)
    .where('asset', '=', asset)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(comparisonOf);
}

type Row = Awaited<ReturnType<typeof readRows>>[number];

function readRows(db: Kysely<Schema>, before: number, limit: number) {
  return db
    .selectFrom('reconciliations')
    .selectAll()
    .where('id', '<', String(before))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** All results, newest first. */
export async function readHistory(
  db: Kysely<Schema>,
  { before, limit }: { readonly before: number; readonly limit: number },
): Promise<readonly StoredComparison[]> {
  return (await readRows(db, before, limit)).map(comparisonOf);
}

function comparisonOf(row: Row): StoredComparison {
  return {
    id: safeInteger(row.id),
    chain: row.chain_id,
    asset: row.asset,
    height: safeInteger(row.height),
    balance: BigInt(row.balance),
    expected: BigInt(row.expected),
    rounds: row.rounds,
    sinceMs: safeInteger(row.since),
    lastMs: safeInteger(row.last_at),
  };
}

/** A round of a comparison. A `certain` difference counts at once. */
export interface Round {
  readonly before: StoredComparison | null;
  readonly isCertain: boolean;
  /** When it began to read both sides. */
  readonly readMs: number;
}

/** Stores a round: the newest row continues while the difference stays the same, otherwise another one begins. */
export async function storeComparison(
  db: Kysely<Schema>,
  comparison: Comparison,
  { before, isCertain, readMs }: Round,
): Promise<StoredComparison> {
  const { asset, balance, chain, expected, height } = comparison;
  const isSameKind = before !== null && signOf(before) === signOf(comparison);
  const counted = isSameKind ? nextRounds(before, readMs) : 1;
  const rounds = isCertain ? Math.max(counted, countsAfter) : counted;
  const values = { height, balance: String(balance), expected: String(expected), rounds, last_at: readMs };
  if (isSameKind && before.balance - before.expected === balance - expected) {
    await db.updateTable('reconciliations').set(values).where('id', '=', String(before.id)).execute();
    return { ...before, ...comparison, rounds, lastMs: readMs };
  }
  const { id } = await db
    .insertInto('reconciliations')
    .values({ chain_id: chain, asset, since: readMs, ...values })
    .returning(sql<string>`id`.as('id'))
    .executeTakeFirstOrThrow();
  return { ...comparison, id: safeInteger(id), rounds, sinceMs: readMs, lastMs: readMs };
}

/**
 * Counts another round, but not a second one within half a minute of the first, which staff may have asked for: the
 * record of a payment must have had the time to follow it.
 */
function nextRounds({ rounds, sinceMs }: StoredComparison, readMs: number): number {
  if (rounds < countsAfter && readMs - sinceMs < minGapMs) return rounds;
  return Math.min(rounds + 1, maxRounds);
}

/** Half of the time between two regular rounds. */
const minGapMs = 30_000;

/** The count ends far below the range of its column. */
const maxRounds = 1_000_000;

function signOf({ balance, expected }: Pick<Comparison, 'balance' | 'expected'>): -1 | 0 | 1 {
  if (balance === expected) return 0;
  return balance < expected ? -1 : 1;
}
