import { cancelsPerDay, nextDayMs } from './formulas.ts';
import { reopenMs } from './state.ts';
import { wallMs } from './windows.ts';
import type { Reader } from '../exchange.ts';
import type { UserId } from '../identifiers.ts';
import type { EscrowNumber, OfferId } from './commands.ts';
import type { CancelledEscrow, MaturingCoins, Offer, OpenEscrow } from './state.ts';
import type { ReadableState } from '../state.ts';

export { escrowCommands } from './commands.ts';
export type {
  AppealEscrow,
  AskCancelEscrow,
  CancelEscrow,
  ConcedeEscrow,
  DrainOffer,
  EndOffer,
  EscrowNumber,
  EscrowResolution,
  FundOffer,
  HoldEscrow,
  MarkEscrowAbnormal,
  OfferId,
  OnSilence,
  OpenEscrow as OpenEscrowCommand,
  PayEscrow,
  ReleaseEscrow,
  ReopenEscrow,
  ResolveEscrow,
  WithdrawEscrowAppeal,
} from './commands.ts';
export type {
  AppealReason,
  CoinsMatured,
  EscrowAppealed,
  EscrowAppealWithdrawn,
  EscrowCancelAsked,
  EscrowDelayed,
  EscrowHoldOrdered,
  EscrowOpened,
  EscrowPaid,
  EscrowReleased,
  EscrowReopened,
  EscrowResolved,
  EscrowReturned,
  EscrowWindowsMoved,
  OfferDrained,
  OfferEnded,
  OfferFunded,
  ReleaseReason,
  ReturnReason,
} from './events.ts';
export { appealWaitMs, cancelsPerDay, dueAfterAppeal, escrowFee, longestGapMs, silenceAt } from './formulas.ts';
export { escrowNumber, offerId } from './identifiers.ts';
export type { OfferOutcome } from './fund-offer.ts';
export type { EscrowOutcome } from './open-escrow.ts';
export type {
  Appeal,
  CancelledEscrow,
  EscrowFacts,
  EscrowStep,
  EscrowTerms,
  MaturingCoins,
  Offer,
  OpenEscrow,
} from './state.ts';

/** An open escrow with times that people read: epoch milliseconds, as long as the exchange is not stopped. */
export interface EscrowNow extends Omit<OpenEscrow, 'paidAtMs' | 'dueAtMs' | 'sequence' | 'offerSince'> {
  /** When the window ends that runs; null in an appeal. */
  readonly dueAtMs: number | null;
  /** From when the escrow can be appealed; null before it is paid and in an appeal. */
  readonly appealableAtMs: number | null;
}

/** A buyer's cancels and timeouts of the current UTC day. */
export interface BuyerCancels {
  readonly count: number;
  /** The end of the day if the user cannot buy before it; otherwise null. */
  readonly blockedUntilMs: number | null;
}

/** A cancelled escrow and the time until which its seller can reopen it. */
export interface ReopenableEscrow extends CancelledEscrow {
  readonly untilMs: number;
}

/** An open escrow, for `exchange.read`; null if there is none with the number. */
export function escrowOf(n: EscrowNumber): Reader<EscrowNow | null> {
  return (state) => {
    const found = state.escrow.find(n);
    return found === undefined ? null : escrowNow(state, found);
  };
}

/** The open escrows in which a user is a party, by number, for `exchange.read`. */
export function escrowsOf(user: UserId): Reader<readonly EscrowNow[]> {
  return (state) => state.escrow.openOf(user).map((escrow) => escrowNow(state, escrow));
}

/** The open escrows by number, for `exchange.read`. */
export const openEscrows: Reader<readonly EscrowNow[]> = (state) =>
  state.escrow.open().map((escrow) => escrowNow(state, escrow));

/** The cancelled escrows that can be reopened, in the order of their ends, for `exchange.read`. */
export const reopenableEscrows: Reader<readonly ReopenableEscrow[]> = ({ escrow, timeMs }) =>
  escrow.cancelled(timeMs).map((cancelled) => ({ ...cancelled, untilMs: cancelled.endedAtMs + reopenMs }));

/** A buyer's cancels and timeouts of today, for `exchange.read`. */
export function buyerCancels(user: UserId): Reader<BuyerCancels> {
  return ({ escrow, timeMs }) => {
    const count = escrow.cancels.of(user, timeMs);
    return { count, blockedUntilMs: count >= cancelsPerDay ? nextDayMs(timeMs) : null };
  };
}

/** An offer, for `exchange.read`; null if there is none with the number. */
export function offerOf(offer: OfferId): Reader<Offer | null> {
  return ({ escrow }) => escrow.offer(offer) ?? null;
}

/** The offers by number, for `exchange.read`. */
export const allOffers: Reader<readonly Offer[]> = ({ escrow }) => escrow.offers();

/** The coins of a user that mature, the first to mature first, for `exchange.read`. */
export function maturingOf(user: UserId): Reader<readonly MaturingCoins[]> {
  return ({ escrow }) => escrow.maturingOf(user);
}

/** All coins that mature, by the number of their escrow, for `exchange.read`. */
export const allMaturing: Reader<readonly MaturingCoins[]> = ({ escrow }) => escrow.allMaturing();

function escrowNow(state: ReadableState, { sequence: _sequence, offerSince: _since, ...open }: OpenEscrow): EscrowNow {
  const { step, paidAtMs, appealMs, dueAtMs } = open;
  const { paidAtMs: _paid, ...shown } = open;
  const isAppealed = step === 'appealed';
  return {
    ...shown,
    dueAtMs: isAppealed ? null : wallMs(state, dueAtMs),
    appealableAtMs:
      paidAtMs === null || isAppealed ? null : wallMs(state, step === 'paid' ? paidAtMs + appealMs : paidAtMs),
  };
}
