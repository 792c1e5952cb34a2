import type { AdState, AdSuspension } from '@bourse/contract/p2p';
import { currencyId, type CurrencyId, userId, type UserId } from '@bourse/engine';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { safeInteger, type Schema } from '../../../ground/database/index.ts';
import type { AdSide } from './prices.ts';

/** An ad. Amounts are counts of the smallest unit, prices counts of 10^-8 of the fiat currency. */
export interface Ad {
  /** Also the number of the offer of an ad that sells. */
  readonly id: number;
  readonly user: UserId;
  /** The merchant's. */
  readonly side: AdSide;
  readonly currency: CurrencyId;
  readonly fiat: string;
  /** Exactly one of `price` (fixed) and `basisPoints` (distance from the reference) is not null. */
  readonly price: bigint | null;
  readonly basisPoints: number | null;
  /** The smallest and the largest order, in the fiat currency. */
  readonly min: number;
  readonly max: number;
  /** `total` = `sold` + `inOrders` + `left`, in the coin. */
  readonly total: number;
  readonly sold: number;
  readonly inOrders: number;
  readonly left: number;
  /** Ids of own payment methods on an ad that sells, of payment types on one that buys. */
  readonly methods: readonly number[];
  readonly payMinutes: number;
  readonly autoOpen: boolean;
  readonly autoReply: string;
  readonly terms: string;
  /** Completed orders and days since the registration that a taker needs. */
  readonly needs: { readonly orders: number; readonly days: number };
  /** Minutes of the day, UTC, from which and to which orders are taken. */
  readonly hours: { readonly from: number; readonly to: number } | null;
  readonly stage: 'creating' | 'live' | 'void';
  readonly state: AdState;
  readonly suspendedBy: AdSuspension | null;
  readonly words: string;
  readonly version: number;
  readonly createdAtMs: number;
  readonly changedAtMs: number;
  readonly sequence: number;
}

type Database = Kysely<Schema> | Transaction<Schema>;

export function adOf(row: Selectable<Schema['ads']>): Ad {
  const [total, sold, inOrders] = [safeInteger(row.total), safeInteger(row.sold), safeInteger(row.in_orders)];
  const { hours_from: from, hours_to: to } = row;
  return {
    id: safeInteger(row.id),
    user: userId(safeInteger(row.user_id)),
    side: row.side,
    currency: currencyId(row.currency_id),
    fiat: row.fiat,
    price: row.price === null ? null : BigInt(row.price),
    basisPoints: row.basis_points,
    min: safeInteger(row.min_fiat),
    max: safeInteger(row.max_fiat),
    total,
    sold,
    inOrders,
    left: total - sold - inOrders,
    methods: row.methods.map(Number),
    payMinutes: row.pay_minutes,
    autoOpen: row.auto_open,
    autoReply: row.auto_reply,
    terms: row.terms,
    needs: { orders: row.need_orders, days: row.need_days },
    hours: from === null || to === null ? null : { from, to },
    stage: row.stage,
    state: row.state,
    suspendedBy: row.suspended_by,
    words: row.words,
    version: row.version,
    createdAtMs: safeInteger(row.created_at),
    changedAtMs: safeInteger(row.changed_at),
    sequence: safeInteger(row.sequence),
  };
}

/** An ad whose coins are locked; null if there is none. */
export async function findAd(db: Database, id: number): Promise<Ad | null> {
  const query = db.selectFrom('ads').selectAll().where('id', '=', String(id)).where('stage', '=', 'live');
  const row = await query.executeTakeFirst();
  return row === undefined ? null : adOf(row);
}

/** Locks an ad of any stage until the transaction ends; null if there is none. */
export async function lockAd(transaction: Transaction<Schema>, id: number): Promise<Ad | null> {
  const row = await transaction
    .selectFrom('ads')
    .selectAll()
    .where('id', '=', String(id))
    .forUpdate()
    .executeTakeFirst();
  return row === undefined ? null : adOf(row);
}

/**
 * The changes that orders make to their ad, each in the transaction that changes the order. Callers say the id of the
 * ad to `Shop.adChanged` once they have committed.
 */
export const orderOfAd = {
  /** An order was stored: its coins are in orders. The ad must be locked and have them. */
  async opened(transaction: Transaction<Schema>, ad: number, coins: number): Promise<void> {
    await move(transaction, ad, { inOrders: coins, sold: 0 });
  },

  /** An order could not be opened or has ended without a release: its coins are left again. */
  async returned(transaction: Transaction<Schema>, ad: number, coins: number, sequence = 0): Promise<void> {
    await move(transaction, ad, { inOrders: 0 - coins, sold: 0 }, sequence);
  },

  /** The coins of an order were released. */
  async sold(transaction: Transaction<Schema>, ad: number, coins: number, sequence = 0): Promise<void> {
    await move(transaction, ad, { inOrders: 0 - coins, sold: coins }, sequence);
  },

  /**
   * A cancelled order is to be reopened: its coins are in orders again if the ad is not off the shelf and has as many
   * left. Returns whether they are; otherwise the order does not count in the ad any longer.
   */
  async reopened(transaction: Transaction<Schema>, ad: number, coins: number): Promise<boolean> {
    const found = await lockAd(transaction, ad);
    if (found === null || found.stage !== 'live' || found.state === 'off_shelf' || found.left < coins) return false;
    await move(transaction, ad, { inOrders: coins, sold: 0 });
    return true;
  },
};

async function move(
  transaction: Transaction<Schema>,
  ad: number,
  by: { readonly inOrders: number; readonly sold: number },
  sequence = 0,
): Promise<void> {
  await transaction
    .updateTable('ads')
    .set({
      in_orders: sql<number>`in_orders + ${by.inOrders}::bigint`,
      sold: sql<number>`sold + ${by.sold}::bigint`,
      sequence: sql<number>`greatest(sequence, ${sequence}::bigint)`,
    })
    .where('id', '=', String(ad))
    .execute();
}
