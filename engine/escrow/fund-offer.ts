import { accountType } from '../ledger/account.ts';
import { isMovable } from '../ledger/movable.ts';
import { posting } from '../ledger/posting.ts';
import { asAmount } from '../money.ts';
import { isLimit, isNumber } from './bounds.ts';
import { lockRefusal } from './lock-coins.ts';
import { frozenSeller } from './own-escrow.ts';
import type { Event } from '../event.ts';
import type { Accepted } from '../outcome.ts';
import type { RejectionFor } from '../rejection.ts';
import type { ExchangeState } from '../state.ts';
import type { FundOffer, OfferId } from './commands.ts';
import type { LockRejection } from './lock-coins.ts';

/** The offer that a request changed. */
export interface OfferOutcome extends Accepted {
  readonly type: 'offer';
  readonly offer: OfferId;
}

type FundRejection =
  | RejectionFor<
      | 'escrow_terms_invalid'
      | 'currency_unknown'
      | 'amount_invalid'
      | 'account_frozen'
      | 'offer_taken'
      | 'offers_exhausted'
    >
  | LockRejection;

/** Locks coins in an offer, which it makes if there is none with the number. */
export function fundOffer(state: ExchangeState, command: FundOffer, events: Event[]): OfferOutcome | FundRejection {
  const refusal = refusalOf(state, command);
  if (refusal !== null) return refusal;

  const { user, offer, currency, amount } = command;
  const { escrow, ledger } = state;
  const known = escrow.offer(offer);
  const left = asAmount((known?.left ?? 0) + amount);
  ledger.hold(ledger.open(user, accountType.legal, currency), amount);
  escrow.setOffer({ offer, owner: user, currency, left, since: known?.since ?? state.sequence });
  const postings = [posting(user, accountType.legal, currency, 0 - amount, amount)];
  events.push({ type: 'offer_funded', offer, user, currency, amount, left, postings });
  return { type: 'offer', offer };
}

function refusalOf(state: ExchangeState, { user, offer, currency, amount, limit }: FundOffer): FundRejection | null {
  if (!isNumber(offer)) return { reason: 'escrow_terms_invalid', field: 'offer' };
  if (!isLimit(limit)) return { reason: 'escrow_terms_invalid', field: 'limit' };
  if (!state.currencies.has(currency)) return { reason: 'currency_unknown' };
  if (!isMovable(amount)) return { reason: 'amount_invalid' };
  const frozen = frozenSeller(state, user);
  if (frozen !== null) return frozen;
  const known = state.escrow.offer(offer);
  if (known !== undefined && (known.owner !== user || known.currency !== currency)) return { reason: 'offer_taken' };
  const isTooMany = known === undefined && state.escrow.offersOf(user) >= limit;
  if (isTooMany) return { reason: 'offers_exhausted', maximum: limit };
  return lockRefusal(state, user, currency, amount);
}
