import type { Kysely } from 'kysely';
import type { Schema } from '../../ground/database/index.ts';
import { type Comparison, findingOf, readResultsOf, type StoredComparison } from './comparisons.ts';

/** How long a surplus must have been there before it can be booked: no chain takes back blocks that are that old. */
const settlesAfterMs = 3_600_000;
/** Balances are compared each minute; an older comparison says nothing about the present. */
const freshMs = 5 * 60_000;
/** More results than an hour has. */
const mostResults = 500;

/** Money of a comparison that no record explains. */
export interface Surplus {
  readonly newest: StoredComparison;
  /** The part that has been there long enough to be booked, in the units of the comparison. */
  readonly bookable: bigint;
  /** When the oldest part of it can be booked. */
  readonly bookableFromMs: number;
}

/** The surplus that counts at present; null if there is none. */
export async function readSurplus(
  db: Kysely<Schema>,
  compared: Pick<Comparison, 'asset' | 'chain'>,
  nowMs: number,
): Promise<Surplus | null> {
  return surplusOf(await readResultsOf(db, compared, mostResults), nowMs);
}

/** The surplus by the results of an asset, newest first: its least amount within the last hour can be booked. */
export function surplusOf(results: readonly StoredComparison[], nowMs: number): Surplus | null {
  const [newest] = results;
  if (newest === undefined || findingOf(newest) !== 'unseen') return null;
  const run: StoredComparison[] = [];
  for (const result of results) {
    if (result.balance <= result.expected) break;
    run.push(result);
    if (result.sinceMs + settlesAfterMs <= nowMs) break;
  }
  const amounts = run.map(({ balance, expected }) => balance - expected);
  const least = amounts.reduce((one, other) => (other < one ? other : one));
  const bookableFromMs = (run.at(-1) ?? newest).sinceMs + settlesAfterMs;
  const isBookable = bookableFromMs <= nowMs && isFresh(newest, nowMs);
  return { newest, bookable: isBookable ? least : 0n, bookableFromMs };
}

export function isFresh({ lastMs }: StoredComparison, nowMs: number): boolean {
  return nowMs - lastMs <= freshMs;
}
