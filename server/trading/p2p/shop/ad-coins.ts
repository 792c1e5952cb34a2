import { amount, type Rejection, type RejectionOf } from '@bourse/engine';
import { offerId } from '@bourse/engine/escrow';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Logger } from 'pino';
import { EachAlone } from '../../../ground/background/index.ts';
import { type Core, CoreRefusal } from '../../../ground/core/index.ts';
import { inTransaction, safeInteger, type Schema } from '../../../ground/database/index.ts';
import { escrowView } from '../../../ground/feed/index.ts';
import { refused, type Refused, Turns } from '../../../ground/gateway/index.ts';
import { type Ad, lockAd } from './ad.ts';
import { readAdTerms, rowOfTerms } from './ad-terms.ts';
import { type FundingRefusal, fundingRefusal } from './funding-refusal.ts';
import { forgetRequests } from './request-keys.ts';
import type { With } from '../../../ground/parts.ts';

/** Offers that a merchant may have at most, with those that end. */
const offersPerOwner = 50;
/** A request is given this long to be answered before it is carried out again. */
const answerMs = 20_000;
/** The exchange forgets the key of a request after a day: whether an older one was carried out cannot be known. */
const keyMs = 23 * 3_600_000;
const movesAtOnce = 200;

/** A movement of the coins of an ad that is not carried out yet. */
interface Move {
  readonly id: number;
  readonly kind: 'fund' | 'drain' | 'end';
  readonly amount: number;
  readonly terms: unknown;
  readonly createdMs: number;
}

interface CoinParts extends With<'identityDb' | 'now' | 'views'> {
  readonly core: Pick<Core, 'submit'>;
  readonly log: Pick<Logger, 'error'>;
  /** An ad was changed in a transaction that was committed. */
  readonly changed: (ad: number) => void;
}

export type CoinRefusal = FundingRefusal | Refused<'ads_too_many'> | Refused<'outcome_pending'>;

type Outcome =
  | { readonly kind: 'done'; readonly sequence: number }
  /** Only so much of the amount is in the offer. */
  | { readonly kind: 'less'; readonly left: number; readonly sequence: number }
  | { readonly kind: 'refused'; readonly refusal: CoinRefusal };

/**
 * Locks and returns the coins of ads. A movement is a row first; its command is then submitted under the number of the
 * row, again and again, until the outcome is known and recorded.
 */
export class AdCoins {
  readonly #parts: CoinParts;
  readonly #turns = new Turns<number>();

  constructor(parts: CoinParts) {
    this.#parts = parts;
  }

  /** Carries out what is left to do for an ad. Null once nothing is left. */
  async carryOut(ad: number): Promise<CoinRefusal | null> {
    try {
      return await this.#turns.run(ad, () => this.#carryOut(ad));
    } catch (error) {
      // The row remains, and the worker carries it out.
      if (error instanceof CoreRefusal) return refused('outcome_pending');
      throw error;
    }
  }

  /**
   * One round of the worker; `atStart` for everything that an earlier process has left.
   *
   * @throws the failures of ads, after the others
   */
  async step(atStart = false): Promise<void> {
    const { identityDb, now } = this.#parts;
    const rows = await identityDb
      .selectFrom('ad_moves')
      .select('ad_id')
      .$if(!atStart, (query) => query.where('created_at', '<=', String(now() - answerMs)))
      .orderBy('id')
      .limit(movesAtOnce)
      .execute();
    const alone = new EachAlone();
    for (const row of rows) {
      const ad = safeInteger(row.ad_id);
      await alone.attempt(() => this.#turns.run(ad, () => this.#carryOut(ad)));
    }
    alone.end();
  }

  async #carryOut(id: number): Promise<CoinRefusal | null> {
    // Closing an ad can add an end to what comes before.
    for (;;) {
      const { identityDb } = this.#parts;
      const row = await identityDb
        .selectFrom('ad_moves')
        .selectAll()
        .where('ad_id', '=', String(id))
        .executeTakeFirst();
      if (row === undefined) return null;
      const move = {
        id: safeInteger(row.id),
        kind: row.kind,
        amount: safeInteger(row.amount),
        terms: row.terms,
        createdMs: safeInteger(row.created_at),
      };
      const ad = await inTransaction(identityDb, (transaction) => lockAd(transaction, id));
      if (ad === null) throw new Error(`ad ${id} has coins to move but no row`);
      const outcome = await this.#submit(ad, move);
      if (outcome === null) return refused('outcome_pending');
      await inTransaction(identityDb, (transaction) => this.#record(transaction, id, move, outcome));
      this.#parts.changed(id);
      if (outcome.kind === 'refused') return outcome.refusal;
    }
  }

  /** Null if it cannot be known whether it was carried out. */
  async #submit({ currency, id, stage, state, user }: Ad, move: Move): Promise<Outcome | null> {
    const { core, log, now, views } = this.#parts;
    const offer = offerId(id);
    const isOld = now() - move.createdMs > keyMs;
    const isKnown = escrowView.of(views).offer(id) !== null;
    // The number of a new ad is used for the first time: its offer exists only if it was funded.
    if (move.kind === 'fund' && stage === 'creating' && isKnown) return { kind: 'done', sequence: views.sequence };
    if (move.kind === 'end' && !isKnown) return { kind: 'done', sequence: views.sequence };
    if (isOld && move.kind !== 'end' && stage === 'live') {
      // The end that follows returns what is there, whether it was carried out or not.
      if (state === 'off_shelf') return { kind: 'done', sequence: views.sequence };
      log.error({ ad: id, move: move.id }, 'it is not known whether the coins of an ad were moved');
      return null;
    }
    const requestKey = `p2p-ad:${move.id}`;
    const command = { user, offer, requestKey } as const;
    switch (move.kind) {
      case 'fund': {
        const units = amount(move.amount);
        const { outcome, sequence } = await core.submit({
          type: 'fund_offer',
          ...command,
          currency,
          amount: units,
          limit: offersPerOwner,
        });
        if (outcome.type !== 'rejected') return { kind: 'done', sequence };
        return { kind: 'refused', refusal: this.#refusalOf(outcome.rejection, currency) };
      }
      case 'drain': {
        const { outcome, sequence } = await core.submit({
          type: 'drain_offer',
          ...command,
          amount: amount(move.amount),
        });
        if (outcome.type !== 'rejected') return { kind: 'done', sequence };
        const { rejection } = outcome;
        // They are forgotten one after another.
        if (rejection.reason === 'request_keys_exhausted') return null;
        if (rejection.reason === 'offer_exhausted') return { kind: 'less', left: rejection.left, sequence };
        throw new Error(refusedMove(id, rejection));
      }
      case 'end': {
        const { outcome, sequence } = await core.submit({ type: 'end_offer', ...command });
        if (outcome.type === 'rejected' && outcome.rejection.reason !== 'offer_unknown') {
          throw new Error(refusedMove(id, outcome.rejection));
        }
        return { kind: 'done', sequence };
      }
    }
  }

  #refusalOf(rejection: RejectionOf<'fund_offer'>, currency: Ad['currency']): CoinRefusal {
    switch (rejection.reason) {
      case 'account_frozen':
        return refused('account_frozen');
      case 'offers_exhausted':
        return refused('ads_too_many', { maximum: rejection.maximum });
      case 'request_keys_exhausted':
        // They are forgotten one after another.
        return refused('outcome_pending');
      case 'request_key_reused':
      case 'user_invalid':
      case 'currency_unknown':
      case 'amount_invalid':
      case 'offer_taken':
      case 'escrow_terms_invalid':
        throw new Error(`The coins of an ad cannot be locked: ${rejection.reason}.`);
      case 'coins_maturing':
      case 'debt_outstanding':
      case 'deposit_unmatured':
      case 'insufficient_balance':
      case 'margin_needed':
      case 'outflow_stopped':
      case 'supply_exceeded':
        return fundingRefusal(rejection, this.#parts.views.listings.currency(currency));
    }
  }

  /** Records an outcome once, with what follows from it. */
  async #record(transaction: Transaction<Schema>, id: number, move: Move, outcome: Outcome): Promise<void> {
    const ad = await lockAd(transaction, id);
    if (outcome.kind === 'less' && outcome.left > 0) return lessen(transaction, id, move, outcome.left);
    const { numDeletedRows } = await transaction
      .deleteFrom('ad_moves')
      .where('id', '=', String(move.id))
      .executeTakeFirst();
    if (ad === null || numDeletedRows !== 1n) return;
    const row = transaction.updateTable('ads').where('id', '=', String(id));
    if (outcome.kind === 'refused') {
      await forgetRequests(transaction, ad.user, ad.stage === 'creating' ? 'shop/ad_add' : 'shop/ad_edit', id);
      // A void ad has no coins and is never shown.
      if (ad.stage === 'creating') {
        await row.set({ stage: 'void', state: 'off_shelf', suspended_by: null }).execute();
      }
      return;
    }
    if (outcome.kind === 'less') await raiseTotal(transaction, id, move.amount);
    const { sequence } = outcome;
    const nowMs = this.#parts.now();
    if (ad.stage === 'creating') await row.set({ stage: 'live', sequence, changed_at: nowMs }).execute();
    else if (move.terms !== null && ad.state !== 'off_shelf') {
      const terms = rowOfTerms(readAdTerms(move.terms));
      await row.set((of) => ({ ...terms, sequence, changed_at: nowMs, version: of('version', '+', 1) })).execute();
    } else await row.set({ sequence: sql<number>`greatest(sequence, ${sequence}::bigint)` }).execute();
    if (ad.state === 'off_shelf' && move.kind !== 'end') await addMove(transaction, ad, { kind: 'end', nowMs });
  }
}

/** Lessens an amount that is to be returned to what the offer has; the total of the ad keeps the rest. */
async function lessen(transaction: Transaction<Schema>, ad: number, { amount: whole, id }: Move, left: number) {
  const { numUpdatedRows } = await transaction
    .updateTable('ad_moves')
    .set({ amount: left })
    .where('id', '=', String(id))
    .where('amount', '=', String(whole))
    .executeTakeFirst();
  if (numUpdatedRows === 1n) await raiseTotal(transaction, ad, whole - left);
}

async function raiseTotal(transaction: Transaction<Schema>, ad: number, by: number): Promise<void> {
  await transaction
    .updateTable('ads')
    .set({ total: sql<number>`total + ${by}::bigint` })
    .where('id', '=', String(ad))
    .execute();
}

function refusedMove(ad: number, { reason }: Pick<Rejection, 'reason'>): string {
  return `The coins of ad ${ad} cannot be returned: ${reason}.`;
}

interface NewMove {
  readonly kind: Move['kind'];
  readonly amount?: number;
  readonly terms?: object;
  readonly nowMs: number;
}

/** Stores what is to be done with the coins of an ad; false if something else is still left to do. */
export async function addMove(
  transaction: Transaction<Schema>,
  { id }: Pick<Ad, 'id'>,
  { amount: units = 0, kind, nowMs, terms }: NewMove,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('ad_moves')
    .values({
      ad_id: id,
      kind,
      amount: units,
      terms: terms === undefined ? null : JSON.stringify(terms),
      created_at: nowMs,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Takes an ad off the shelf in a transaction, with its coins. An edit that is not carried out yet comes first. */
export async function takeOffShelf(transaction: Transaction<Schema>, ad: Ad, nowMs: number): Promise<void> {
  if (ad.state === 'off_shelf') return;
  await transaction
    .updateTable('ads')
    .set({ state: 'off_shelf', suspended_by: null, changed_at: nowMs })
    .where('id', '=', String(ad.id))
    .execute();
  if (ad.side === 'sell') await addMove(transaction, ad, { kind: 'end', nowMs });
}

/** Whether something is left to do with the coins of an ad. */
export async function hasMove(db: Kysely<Schema> | Transaction<Schema>, ad: number): Promise<boolean> {
  const query = db.selectFrom('ad_moves').select('id').where('ad_id', '=', String(ad));
  return (await query.executeTakeFirst()) !== undefined;
}
