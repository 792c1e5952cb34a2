import { event, moneyEvent } from '../declaration/event.ts';
import type { EventOf } from '../declaration/event.ts';
import { choice, flag, nullable } from '../declaration/value-type.ts';
import type { ValueOf } from '../declaration/value-type.ts';
import { amount, audit, count, currency, user } from '../declaration/vocabulary.ts';
import { escrowNumber, escrowTerms, offerId, sha256 } from './commands.ts';

/** The facts of an escrow that never change. */
const facts = {
  n: escrowNumber,
  /** The offer that the coins came from; null when they came from the seller's available balance. */
  offer: nullable(offerId),
  seller: user,
  buyer: user,
  /** The party whose ad was taken. */
  maker: user,
  currency,
  amount,
  /** The venue's part of the amount on release. */
  fee: amount,
};

/** The end of the window that begins, in epoch milliseconds. A later `escrow_windows_moved` moves it. */
const dueAtMs = count;

const waitingStep = choice('paid', 'delayed');
const appealReason = choice('appeal', 'abnormal', 'held', 'silence', 'frozen');
const releaseReason = choice('released', 'silence', 'conceded', 'resolved');
const returnReason = choice('cancelled', 'timeout', 'frozen', 'conceded', 'resolved');
export type AppealReason = ValueOf<typeof appealReason>;
export type ReleaseReason = ValueOf<typeof releaseReason>;
/** The first three cancel an escrow, the others refund it. */
export type ReturnReason = ValueOf<typeof returnReason>;

/** An offer, the change of its coins, and the rest that it has left. */
const changed = { offer: offerId, user, currency, amount, left: amount };
const offers = { cause: 'p2p', id: null } as const;
const escrows = { cause: 'p2p', id: 'n' } as const;

export const escrowEvents = {
  offer_funded: moneyEvent(offers, changed, 'user'),
  offer_drained: moneyEvent(offers, changed, 'user'),
  /** The offer has ended, and its rest is available to its owner again. */
  offer_ended: moneyEvent(offers, { offer: offerId, user, currency, amount }, 'user'),
  /** `left` is that of the offer, null without one. */
  escrow_opened: moneyEvent(escrows, { ...facts, ...escrowTerms, left: nullable(amount), dueAtMs }),
  /** A cancelled escrow is open again and paid under the number `n`; `previous` was its number. */
  escrow_reopened: moneyEvent(escrows, {
    ...facts,
    ...escrowTerms,
    previous: escrowNumber,
    voucher: sha256,
    /** The sum that the offer has left if the coins came from it; otherwise null. */
    left: nullable(amount),
    dueAtMs,
  }),
  escrow_paid: event({ ...facts, voucher: sha256, dueAtMs }),
  escrow_cancel_asked: event(facts),
  escrow_delayed: event({ ...facts, dueAtMs }),
  /** `by` is the user who can withdraw the appeal, null if no one can. `from` is the state before it. */
  escrow_appealed: event({ ...facts, reason: appealReason, by: nullable(user), from: waitingStep }),
  escrow_appeal_withdrawn: event({ ...facts, by: user, to: waitingStep, dueAtMs }),
  /** The coins less the fee are the buyer's. They mature until `maturesAtMs`, null if at once. */
  escrow_released: moneyEvent(escrows, {
    ...facts,
    reason: releaseReason,
    /** The party that released or conceded; null for time and operators. */
    by: nullable(user),
    maturesAtMs: nullable(count),
  }),
  /**
   * The coins are the seller's again: in the offer, which then has `left`, or available if `left` is null. `counts`:
   * whether the end is one of the buyer's cancels of the day.
   */
  escrow_returned: moneyEvent(escrows, {
    ...facts,
    reason: returnReason,
    by: nullable(user),
    counts: flag,
    left: nullable(amount),
  }),
  /** An operator's decision; `escrow_released` or `escrow_returned` follows. */
  escrow_resolved: event({ n: escrowNumber, resolution: choice('release', 'refund'), ...audit }),
  /** An operator opened an appeal; `escrow_appealed` follows. */
  escrow_hold_ordered: event({ n: escrowNumber, ...audit }),
  /** Coins bought by escrow `n` may leave. */
  coins_matured: event({ n: escrowNumber, user, currency, amount }, 'user'),
  /** The exchange was stopped: every window that runs, and that of every appealed escrow, ends this much later. */
  escrow_windows_moved: event({ byMs: count, closedMs: count }),
};
type Of<Type extends keyof typeof escrowEvents> = EventOf<typeof escrowEvents, Type>;
export type OfferFunded = Of<'offer_funded'>;
export type OfferDrained = Of<'offer_drained'>;
export type OfferEnded = Of<'offer_ended'>;
export type EscrowOpened = Of<'escrow_opened'>;
export type EscrowReopened = Of<'escrow_reopened'>;
export type EscrowPaid = Of<'escrow_paid'>;
export type EscrowCancelAsked = Of<'escrow_cancel_asked'>;
export type EscrowDelayed = Of<'escrow_delayed'>;
export type EscrowAppealed = Of<'escrow_appealed'>;
export type EscrowAppealWithdrawn = Of<'escrow_appeal_withdrawn'>;
export type EscrowReleased = Of<'escrow_released'>;
export type EscrowReturned = Of<'escrow_returned'>;
export type EscrowResolved = Of<'escrow_resolved'>;
export type EscrowHoldOrdered = Of<'escrow_hold_ordered'>;
export type CoinsMatured = Of<'coins_matured'>;
export type EscrowWindowsMoved = Of<'escrow_windows_moved'>;
