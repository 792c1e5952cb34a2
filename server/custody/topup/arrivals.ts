import { creditView } from '../credits/index.ts';
import { type Deposit, depositOf, depositQuery, depositSource } from '../deposits/index.ts';
import type { StoredTopup } from './topup.ts';
import type { With } from '../../ground/parts.ts';

export type ArrivalParts = With<'chains' | 'db' | 'now' | 'views'>;

/** The coins that arrived for a top-up, as the deposits to its address say. */
export interface Arrival {
  /** All deposits to the address, also those of other currencies. */
  readonly deposits: readonly Deposit[];
  /** The credited coins of the order that were not taken back, in units of the ledger; 0 before. */
  readonly credited: number;
  /** When all of them can leave at the earliest; null if they can, and without any. */
  readonly maturesAtMs: number | null;
}

/** The arrivals of top-ups by their ids. */
export async function readArrivals(
  parts: ArrivalParts,
  topups: readonly StoredTopup[],
): Promise<(topup: Pick<StoredTopup, 'id' | 'protocol'>) => Arrival> {
  const places = topups.flatMap(({ address, chain, id }) => (address === null ? [] : [{ address, chain, id }]));
  const arrived = new Map<number, Deposit[]>();
  if (places.length > 0) {
    const byPlace = new Map(places.map(({ address, chain, id }) => [`${chain} ${address}`, id]));
    const rows = await depositQuery(parts.db)
      .where('chain_id', 'in', [...new Set(places.map(({ chain }) => chain))])
      .where(
        'address',
        'in',
        places.map(({ address }) => address),
      )
      .orderBy('id')
      .execute();
    for (const row of rows) {
      const deposit = depositOf(row);
      const id = byPlace.get(`${deposit.chain} ${deposit.address}`);
      if (typeof id === 'number') arrived.set(id, [...(arrived.get(id) ?? []), deposit]);
    }
  }
  return ({ id, protocol }) => arrivalOf(parts, protocol, arrived.get(id) ?? []);
}

function arrivalOf(parts: ArrivalParts, protocol: number, deposits: readonly Deposit[]): Arrival {
  // Coins of another currency have other units, and were not bought with this order.
  const credited = deposits.filter((one) => one.protocol === protocol && isCredited(one));
  const times = credited.filter(({ credit }) => credit !== 'matured').map((one) => leavesAt(parts, one));
  return {
    deposits,
    credited: credited.reduce((sum, { amount }) => sum + amount, 0),
    maturesAtMs: times.length === 0 ? null : Math.max(...times),
  };
}

function isCredited({ credit }: Deposit): boolean {
  return credit !== 'none' && credit !== 'reversed';
}

/** When an unmatured credit can leave at the earliest: at its time, and when its block is final. */
function leavesAt({ chains, now, views }: ArrivalParts, { chain: id, credit, height, n, user }: Deposit): number {
  const timed = user === null || n === null ? null : creditView.of(views).maturesAt(user, { source: depositSource, n });
  const chain = chains.chain(id);
  const missing = chain === null || credit === 'confirmed' ? 0 : chain.finalAfter - chains.confirmations(id, height);
  const finalMs = now() + Math.max(0, missing) * (chain?.blockMs ?? 0);
  return Math.max(timed ?? 0, finalMs);
}
