import { accountType } from '../ledger/account.ts';
import { isMovable } from '../ledger/movable.ts';
import { posting } from '../ledger/posting.ts';
import { asAmount } from '../money.ts';
import type { Event } from '../event.ts';
import type { RejectionFor } from '../rejection.ts';
import type { ExchangeState } from '../state.ts';
import type { DrainOffer, EndOffer } from './commands.ts';
import type { OfferOutcome } from './fund-offer.ts';

/** Returns a part of an offer to its owner. */
export function drainOffer(
  state: ExchangeState,
  { user, offer, amount }: DrainOffer,
  events: Event[],
): OfferOutcome | RejectionFor<'offer_unknown' | 'amount_invalid' | 'offer_exhausted'> {
  const known = state.escrow.offer(offer);
  if (known?.owner !== user) return { reason: 'offer_unknown' };
  if (!isMovable(amount)) return { reason: 'amount_invalid' };
  if (amount > known.left) return { reason: 'offer_exhausted', left: known.left };

  const { currency } = known;
  const left = asAmount(known.left - amount);
  state.escrow.setOffer({ ...known, left });
  state.ledger.release(state.ledger.open(user, accountType.legal, currency), amount);
  const postings = [posting(user, accountType.legal, currency, amount, 0 - amount)];
  events.push({ type: 'offer_drained', offer, user, currency, amount, left, postings });
  return { type: 'offer', offer };
}

/** Returns the rest of an offer to its owner and ends the offer. */
export function endOffer(
  state: ExchangeState,
  { user, offer }: EndOffer,
  events: Event[],
): OfferOutcome | RejectionFor<'offer_unknown'> {
  const known = state.escrow.offer(offer);
  if (known?.owner !== user) return { reason: 'offer_unknown' };

  const { currency, left } = known;
  state.escrow.endOffer(known);
  state.ledger.release(state.ledger.open(user, accountType.legal, currency), left);
  const postings = left > 0 ? [posting(user, accountType.legal, currency, left, 0 - left)] : [];
  events.push({ type: 'offer_ended', offer, user, currency, amount: left, postings });
  return { type: 'offer', offer };
}
