import { venue } from '../identifiers.ts';
import { arrived } from '../leaving.ts';
import { accountType } from '../ledger/account.ts';
import { posting } from '../ledger/posting.ts';
import { releasedDebtsVersion } from '../logic-version.ts';
import { asAmount, noAmount } from '../money.ts';
import { escrowOf, factsOf } from './facts.ts';
import { setMaturityTimer } from './mature-coins.ts';
import type { Posting } from '../declaration/vocabulary.ts';
import type { Event } from '../event.ts';
import type { UserId } from '../identifiers.ts';
import type { ExchangeState } from '../state.ts';
import type { ReleaseReason, ReturnReason } from './events.ts';
import type { Escrow, MaturingCoins, Offer, OpenEscrow } from './state.ts';

const { legal, fees } = accountType;

interface End<Reason> {
  readonly reason: Reason;
  /** The party that ended it; null for time, freezes and operators. */
  readonly by: UserId | null;
}

/** Ends an escrow whose timer is gone: the coins less the fee are the buyer's, pay what the buyer owes, and mature. */
export function release(
  state: ExchangeState,
  escrow: OpenEscrow,
  { reason, by }: End<ReleaseReason>,
  events: Event[],
): void {
  const { n, seller, buyer, currency, amount, fee, matureMs, autoMatureMs } = escrow;
  const { ledger } = state;
  state.escrow.remove(escrow);
  const income = ledger.open(venue, fees, currency);
  ledger.settle(
    ledger.open(seller, legal, currency),
    ledger.open(buyer, legal, currency),
    income,
    amount,
    fee,
    noAmount,
  );
  const lastsMs = reason === 'silence' ? autoMatureMs : matureMs;
  const maturesAtMs = lastsMs === 0 ? null : state.timeMs + lastsMs;
  const received = asAmount(amount - fee);
  if (maturesAtMs !== null) {
    const coins: MaturingCoins = {
      n,
      user: buyer,
      currency,
      amount: received,
      untilMs: maturesAtMs,
      sequence: state.sequence,
    };
    state.escrow.addMaturing(coins);
    setMaturityTimer(state, coins);
  }
  const postings = [
    posting(seller, legal, currency, 0, 0 - amount),
    posting(buyer, legal, currency, received, 0, fee),
    ...(fee > 0 ? [posting(venue, fees, currency, fee, 0)] : []),
  ];
  events.push({ type: 'escrow_released', ...factsOf(escrow), reason, by, maturesAtMs, postings });
  if (state.logicVersion >= releasedDebtsVersion) {
    arrived(state, { user: buyer, accountType: legal, currency, amount: received }, events);
  }
}

/** Ends an escrow whose timer is gone: the coins are in its offer again, or available to the seller. */
export function giveBack(
  state: ExchangeState,
  escrow: OpenEscrow,
  { reason, by }: End<ReturnReason>,
  events: Event[],
): void {
  const { seller, buyer, currency, amount, isCancelAsked } = escrow;
  const offer = offerOf(state, escrow);
  state.escrow.remove(escrow);
  let left = null;
  let postings: Posting[] = [];
  if (offer === undefined) {
    state.ledger.release(state.ledger.open(seller, legal, currency), amount);
    postings = [posting(seller, legal, currency, amount, 0 - amount)];
  } else {
    left = asAmount(offer.left + amount);
    state.escrow.setOffer({ ...offer, left });
  }
  const counts = (reason === 'cancelled' || reason === 'timeout') && !isCancelAsked;
  const countedOn = counts ? state.escrow.cancels.add(buyer, state.timeMs) : null;
  if (reason === 'cancelled' || reason === 'timeout' || reason === 'frozen') {
    state.escrow.keepCancelled({ ...escrowOf(escrow), endedAtMs: state.timeMs, countedOn });
  }
  events.push({ type: 'escrow_returned', ...factsOf(escrow), reason, by, counts, left, postings });
}

/** The offer that the coins came from; undefined without one, or when it has ended. */
export function offerOf(state: ExchangeState, { offer, offerSince }: Escrow): Offer | undefined {
  const found = offer === null ? undefined : state.escrow.offer(offer);
  return found?.since === offerSince ? found : undefined;
}
