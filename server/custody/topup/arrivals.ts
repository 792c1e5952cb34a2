import type { Kysely } from 'kysely';
import { creditView } from '../credits/index.ts';
import { type Deposit, depositOf, depositQuery, depositSource } from '../deposits/index.ts';
import type { Schema } from '../../ground/database/index.ts';
import type { Views } from '../../ground/feed/index.ts';
import type { StoredTopup } from './topup.ts';

/** The coins that arrived for a top-up, as the deposits to its address say. */
export interface Arrival {
  readonly deposits: readonly Deposit[];
  /** The credited coins that were not taken back, in units of the ledger; 0 before. */
  readonly credited: number;
  /** When the last of them can leave; null if all can. */
  readonly maturesAtMs: number | null;
}

const nothing: Arrival = { deposits: [], credited: 0, maturesAtMs: null };

/** The arrivals of top-ups by their ids. */
export async function readArrivals(
  { db, views }: { readonly db: Kysely<Schema>; readonly views: Views },
  topups: readonly StoredTopup[],
): Promise<(topup: Pick<StoredTopup, 'id'>) => Arrival> {
  const byPlace = new Map(
    topups.flatMap(({ address, chain, id }) => (address === null ? [] : [[`${chain} ${address}`, id]])),
  );
  if (byPlace.size === 0) return () => nothing;
  const addresses = topups.flatMap(({ address }) => (address === null ? [] : [address]));
  const rows = await depositQuery(db).where('address', 'in', addresses).orderBy('id').execute();
  const arrived = new Map<number, Deposit[]>();
  for (const row of rows) {
    const deposit = depositOf(row);
    const id = byPlace.get(`${deposit.chain} ${deposit.address}`);
    if (typeof id === 'number') arrived.set(id, [...(arrived.get(id) ?? []), deposit]);
  }
  return ({ id }) => arrivalOf(views, arrived.get(id) ?? []);
}

function arrivalOf(views: Views, deposits: readonly Deposit[]): Arrival {
  const credited = deposits.filter(({ credit }) => credit !== 'none' && credit !== 'reversed');
  const times = credited.flatMap(({ n, user }) =>
    n === null || user === null ? [] : (creditView.of(views).maturesAt(user, { source: depositSource, n }) ?? []),
  );
  return {
    deposits,
    credited: credited.reduce((sum, { amount }) => sum + amount, 0),
    maturesAtMs: times.length === 0 ? null : Math.max(...times),
  };
}
