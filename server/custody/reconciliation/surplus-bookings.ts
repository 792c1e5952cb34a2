import { accountType, amount, currencyId, userId, venue } from '@bourse/engine';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { Core } from '../../ground/core/index.ts';
import { safeInteger, type Schema } from '../../ground/database/index.ts';
import type { With } from '../../ground/parts.ts';
import type { StoredComparison } from './comparisons.ts';

/**
 * The sources of the transfers that book a surplus. That of a chain is capital, which its coins back; that of the
 * ledger is the difference itself, so that nothing backs it once more.
 */
export const surplusSources = { chain: 'surplus', ledger: 'surplus.ledger' } as const;

/** The ledger is compared with all chains under this one, with the currency as the asset. */
export const ledgerChain = 0;

/** Bookings that one round settles. */
const perRound = 500;

/** A surplus that people book. */
export interface SurplusBooking {
  readonly chain: number;
  readonly asset: string;
  readonly amount: bigint;
  readonly currency: number | null;
  /** The part that the treasury receives, in units of the ledger. */
  readonly units: number;
  /** The movement of money that staff requested. */
  readonly movement: { readonly source: string; readonly n: number };
  readonly staff: number;
  readonly approval: number | null;
  readonly nowMs: number;
}

/** Keeps others from booking until the transaction ends. */
export async function lockBookings(transaction: Transaction<Schema>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('surplus bookings', 0))`.execute(transaction);
}

/** Whether a comparison contains every booking of its asset: each was settled before both sides were read. */
export async function containsBookings(
  db: Kysely<Schema>,
  { asset, chain, lastMs }: Pick<StoredComparison, 'asset' | 'chain' | 'lastMs'>,
): Promise<boolean> {
  const later = await db
    .selectFrom('surplus_bookings')
    .select('id')
    .where('chain_id', '=', chain)
    .where('asset', '=', asset)
    .where((row) => row.or([row('settled_at', 'is', null), row('settled_at', '>=', String(lastMs))]))
    .executeTakeFirst();
  return later === undefined;
}

/** Stores a booking under the lock, with the number of its transfer, and returns its id. */
export async function storeBooking(transaction: Transaction<Schema>, booking: SurplusBooking): Promise<number> {
  const { amount: surplus, approval, asset, chain, currency, movement, nowMs, staff, units } = booking;
  const last = await transaction
    .selectFrom('surplus_bookings')
    .select((all) => all.fn.max('n').as('n'))
    .executeTakeFirst();
  const { id } = await transaction
    .insertInto('surplus_bookings')
    .values({
      chain_id: chain,
      asset,
      amount: String(surplus),
      currency_id: currency,
      units,
      n: units === 0 ? null : Number(last?.n ?? 0) + 1,
      source: movement.source,
      source_n: movement.n,
      staff_id: staff,
      approval_id: approval,
      created_at: nowMs,
      settled_at: null,
    })
    .returning(sql<string>`id`.as('id'))
    .executeTakeFirstOrThrow();
  return safeInteger(id);
}

export interface SurplusBookerParts extends With<'db' | 'now'> {
  readonly core: Pick<Core, 'submit'>;
  readonly log: Pick<Logger, 'warn'>;
}

/**
 * Moves what people have booked from outside to the treasury. The same transfer may be submitted again: the ledger
 * carries it out once.
 */
export class SurplusBooker {
  readonly #parts: SurplusBookerParts;
  /** Bookings whose refusal was logged. */
  readonly #refused = new Set<number>();

  constructor(parts: SurplusBookerParts) {
    this.#parts = parts;
  }

  /** @throws CoreRefusal while the exchange is closed or busy */
  async step(): Promise<void> {
    const { db, now } = this.#parts;
    const open = await db
      .selectFrom('surplus_bookings')
      .select(['id', 'chain_id', 'currency_id', 'units', 'n', 'staff_id'])
      .where('settled_at', 'is', null)
      .orderBy('id')
      .limit(perRound)
      .execute();
    for (const { chain_id: chain, currency_id: currency, id, n, staff_id: staff, units } of open) {
      const transfer = { chain, currency, staff: safeInteger(staff), units: safeInteger(units) };
      if (n !== null && !(await this.#transfer(safeInteger(n), transfer))) continue;
      await db.updateTable('surplus_bookings').set({ settled_at: now() }).where('id', '=', id).execute();
    }
  }

  /** Whether the ledger has the transfer. */
  async #transfer(n: number, { chain, currency, staff, units }: Transfer): Promise<boolean> {
    const { core, log } = this.#parts;
    const { outcome } = await core.submit({
      type: 'venue_transfer',
      from: accountType.external,
      toUser: venue,
      to: accountType.treasury,
      currency: currencyId(currency ?? 0),
      amount: amount(units),
      source: chain === ledgerChain ? surplusSources.ledger : surplusSources.chain,
      n,
      operator: userId(staff),
      cause: 'correction',
    });
    if (outcome.type !== 'rejected') return true;
    if (!this.#refused.has(n)) log.warn({ n, ...outcome.rejection }, 'a booked surplus waits for its transfer');
    this.#refused.add(n);
    return false;
  }
}

interface Transfer {
  readonly chain: number;
  readonly currency: number | null;
  readonly staff: number;
  readonly units: number;
}
