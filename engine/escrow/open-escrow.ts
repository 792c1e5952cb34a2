import { isUserId } from '../identifiers.ts';
import { accountType } from '../ledger/account.ts';
import { isMovable } from '../ledger/movable.ts';
import { posting } from '../ledger/posting.ts';
import { asAmount } from '../money.ts';
import { invalidTerms } from './bounds.ts';
import { factsOf, termsOf } from './facts.ts';
import { cancelsPerDay, escrowFee, nextDayMs } from './formulas.ts';
import { lockRefusal } from './lock-coins.ts';
import { openMs, setWindowTimer, wallMs } from './windows.ts';
import type { Event } from '../event.ts';
import type { Amount } from '../money.ts';
import type { Accepted } from '../outcome.ts';
import type { RejectionFor } from '../rejection.ts';
import type { ExchangeState } from '../state.ts';
import type { EscrowNumber, OpenEscrow as OpenCommand } from './commands.ts';
import type { LockRejection } from './lock-coins.ts';
import type { Offer, OpenEscrow } from './state.ts';

/** The escrow that a request opened or changed. */
export interface EscrowOutcome extends Accepted {
  readonly type: 'escrow';
  readonly n: EscrowNumber;
}

type TermsRejection = RejectionFor<
  | 'escrow_terms_invalid'
  | 'escrow_exists'
  | 'user_invalid'
  | 'own_offer'
  | 'escrow_party_wrong'
  | 'currency_unknown'
  | 'amount_invalid'
>;
type PartyRejection = RejectionFor<
  | 'account_frozen'
  | 'buying_blocked_today'
  | 'unpaid_order_exists'
  | 'unpaid_orders_exhausted'
  | 'order_amount_taken'
  | 'escrows_exhausted'
>;
type CoinsRejection = RejectionFor<'offer_unknown' | 'offer_exhausted'> | LockRejection;

/** Opens an escrow for the taker of an ad. */
export function openEscrow(
  state: ExchangeState,
  command: OpenCommand,
  events: Event[],
): EscrowOutcome | TermsRejection | PartyRejection | CoinsRejection {
  const offer = command.offer === null ? undefined : state.escrow.offer(command.offer);
  const refusal = termsRefusal(state, command) ?? partyRefusal(state, command) ?? coinsRefusal(state, command, offer);
  if (refusal !== null) return refusal;

  const { n, user, seller, buyer, currency, amount, feePpm, windowMs } = command;
  const { escrow, ledger } = state;
  const opened: OpenEscrow = {
    n,
    offer: command.offer,
    seller,
    buyer,
    maker: user === seller ? buyer : seller,
    currency,
    amount,
    fee: escrowFee(amount, feePpm),
    ...termsOf(command),
    offerSince: offer?.since ?? null,
    step: 'created',
    isCancelAsked: false,
    paidAtMs: null,
    dueAtMs: openMs(state) + windowMs,
    appeal: null,
    sequence: state.sequence,
  };
  const left = offer === undefined ? null : asAmount(offer.left - amount);
  if (offer === undefined || left === null) ledger.hold(ledger.open(seller, accountType.legal, currency), amount);
  else escrow.setOffer({ ...offer, left });
  escrow.used.add(n);
  escrow.add(opened);
  setWindowTimer(state, opened);
  const postings = left === null ? [posting(seller, accountType.legal, currency, 0 - amount, amount)] : [];
  const dueAtMs = wallMs(state, opened.dueAtMs);
  events.push({ type: 'escrow_opened', ...factsOf(opened), ...termsOf(opened), left, dueAtMs, postings });
  return { type: 'escrow', n };
}

function termsRefusal(state: ExchangeState, command: OpenCommand): TermsRejection | null {
  const { n, user, offer, seller, buyer, currency, amount, feePpm } = command;
  const field = invalidTerms(command);
  if (field !== null) return { reason: 'escrow_terms_invalid', field };
  if (state.escrow.used.has(n)) return { reason: 'escrow_exists' };
  if (!isUserId(seller) || !isUserId(buyer)) return { reason: 'user_invalid' };
  if (seller === buyer) return { reason: 'own_offer' };
  if (user !== (offer === null ? seller : buyer)) return { reason: 'escrow_party_wrong' };
  if (!state.currencies.has(currency)) return { reason: 'currency_unknown' };
  // The buyer must receive something.
  if (!isMovable(amount) || escrowFee(amount, feePpm) >= amount) return { reason: 'amount_invalid' };
  return null;
}

function partyRefusal({ escrow, restrictions, timeMs }: ExchangeState, command: OpenCommand): PartyRejection | null {
  const { user, seller, buyer, currency, amount, unpaidLimit, openLimit } = command;
  if (restrictions.stopsOutflow(seller)) return { reason: 'account_frozen', party: 'seller' };
  if (restrictions.stopsOutflow(buyer)) return { reason: 'account_frozen', party: 'buyer' };
  if (escrow.cancels.of(buyer, timeMs) >= cancelsPerDay) {
    return { reason: 'buying_blocked_today', untilMs: nextDayMs(timeMs) };
  }
  const bought = escrow.openOf(buyer).filter((one) => one.buyer === buyer);
  const isMaker = user !== buyer;
  const unpaid = bought.filter((one) => one.step === 'created' && (one.maker === buyer) === isMaker);
  const [first] = unpaid;
  if (!isMaker && first !== undefined) return { reason: 'unpaid_order_exists', n: first.n };
  if (isMaker && unpaid.length >= unpaidLimit) return { reason: 'unpaid_orders_exhausted', maximum: unpaidLimit };
  const equal = bought.find((one) => one.currency === currency && one.amount === amount);
  if (equal !== undefined) return { reason: 'order_amount_taken', n: equal.n };
  if (escrow.openOf(user).length >= openLimit) return { reason: 'escrows_exhausted', maximum: openLimit };
  return null;
}

function coinsRefusal(
  state: ExchangeState,
  { offer: id, seller, currency, amount }: OpenCommand,
  offer: Offer | undefined,
): CoinsRejection | null {
  if (id === null) return lockRefusal(state, seller, currency, amount);
  if (offer?.owner !== seller || offer.currency !== currency) return { reason: 'offer_unknown' };
  return exhausted(offer, amount);
}

function exhausted({ left }: Offer, amount: Amount): RejectionFor<'offer_exhausted'> | null {
  return amount > left ? { reason: 'offer_exhausted', left } : null;
}
