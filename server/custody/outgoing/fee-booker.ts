import { accountType, amount, currencyId, venue } from '@bourse/engine';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { OpenChain } from '../chains/index.ts';
import type { Core } from '../../ground/core/index.ts';
import { inTransaction, safeInteger } from '../../ground/database/index.ts';
import type { Currency, Listings } from '../../ground/feed/index.ts';
import type { With } from '../../ground/parts.ts';

/** Rows that one round looks at. */
const perRound = 500;

export interface FeeBookerParts extends With<'db' | 'now'> {
  readonly chain: OpenChain;
  readonly core: Pick<Core, 'submit'>;
  readonly views: { readonly listings: Listings };
  readonly log: Pick<Logger, 'warn'>;
}

/**
 * Books the network fees of ended payments, also of reverted and cancelled ones: the treasury pays them to the outside.
 * A part below the ledger's smallest unit is carried to the next fee of the chain.
 */
export class FeeBooker {
  readonly #parts: FeeBookerParts;
  #isShort = false;

  constructor(parts: FeeBookerParts) {
    this.#parts = parts;
  }

  /** The source of the bookings of a chain's fees. */
  static sourceOf({ code }: Pick<OpenChain, 'code'>): string {
    return `network_fee.${code}`;
  }

  /** @throws CoreRefusal while the exchange is closed or busy */
  async step(): Promise<void> {
    const { chain, views } = this.#parts;
    // The fees of a coin that the exchange does not list are no money of its ledger.
    const currency = views.listings.currencyByCode(chain.coin);
    if (currency === undefined) return;
    await this.#collect(currency);
    await this.#book();
  }

  /** Numbers the fees that are known now, in the order of the payments. */
  async #collect(currency: Currency): Promise<void> {
    const { chain, db, now } = this.#parts;
    const scale = 10n ** BigInt(Math.max(0, chain.coinDecimals - currency.decimals));
    const ended = await db
      .selectFrom('outgoing')
      .innerJoin('attempts', 'attempts.outgoing_id', 'outgoing.id')
      .select(['outgoing.id', 'attempts.fee'])
      .where('outgoing.chain_id', '=', chain.id)
      .where('outgoing.owes_fee', '=', true)
      .where('attempts.fee', 'is not', null)
      .orderBy('outgoing.id')
      .limit(perRound)
      .execute();
    if (ended.length === 0) return;
    await inTransaction(db, async (transaction) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`network fees of ${chain.id}`}, 0))`.execute(
        transaction,
      );
      const last = await transaction
        .selectFrom('network_fees')
        .select(['n', 'total'])
        .where('chain_id', '=', chain.id)
        .orderBy('n', 'desc')
        .limit(1)
        .executeTakeFirst();
      let n = last === undefined ? 0 : safeInteger(last.n);
      let total = BigInt(last?.total ?? '0');
      for (const { fee, id } of ended) {
        const before = total;
        total += BigInt(fee ?? '0');
        n += 1;
        const units = Number(total / scale - before / scale);
        await transaction
          .insertInto('network_fees')
          .values({
            chain_id: chain.id,
            n,
            outgoing_id: safeInteger(id),
            fee: String(fee),
            total: String(total),
            currency_id: currency.id,
            units,
            booked: units === 0,
            created_at: now(),
          })
          .execute();
      }
      await transaction
        .updateTable('outgoing')
        .set({ owes_fee: false })
        .where(
          'id',
          'in',
          ended.map(({ id }) => id),
        )
        .execute();
    });
  }

  /** Books what is not booked yet. The same booking may be submitted again: the ledger carries it out once. */
  async #book(): Promise<void> {
    const { chain, core, db, log } = this.#parts;
    const rows = await db
      .selectFrom('network_fees')
      .select(['n', 'currency_id', 'units'])
      .where('chain_id', '=', chain.id)
      .where('booked', '=', false)
      .orderBy('n')
      .limit(perRound)
      .execute();
    for (const row of rows) {
      const n = safeInteger(row.n);
      const { outcome } = await core.submit({
        type: 'venue_transfer',
        from: accountType.treasury,
        toUser: venue,
        to: accountType.external,
        currency: currencyId(row.currency_id),
        amount: amount(safeInteger(row.units)),
        source: FeeBooker.sourceOf(chain),
        n,
        operator: venue,
        cause: 'network_fee',
      });
      if (outcome.type === 'rejected') {
        if (!this.#isShort)
          log.warn({ chain: chain.code, n, ...outcome.rejection }, 'a network fee waits to be booked');
        this.#isShort = true;
        return;
      }
      this.#isShort = false;
      await db
        .updateTable('network_fees')
        .set({ booked: true })
        .where('chain_id', '=', chain.id)
        .where('n', '=', String(n))
        .execute();
    }
  }
}
