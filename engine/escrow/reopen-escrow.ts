import { accountType } from '../ledger/account.ts';
import { posting } from '../ledger/posting.ts';
import { asAmount } from '../money.ts';
import { isNumber, isSha256 } from './bounds.ts';
import { offerOf } from './end-escrow.ts';
import { factsOf, termsOf } from './facts.ts';
import { lockRefusal } from './lock-coins.ts';
import { frozenSeller, inStep, ownEscrow, type FindRejection } from './own-escrow.ts';
import { openMs, setWindowTimer, wallMs } from './windows.ts';
import type { Event } from '../event.ts';
import type { RejectionFor } from '../rejection.ts';
import type { ExchangeState } from '../state.ts';
import type { ReopenEscrow } from './commands.ts';
import type { LockRejection } from './lock-coins.ts';
import type { EscrowOutcome } from './open-escrow.ts';
import type { CancelledEscrow, Offer, OpenEscrow } from './state.ts';

type ReopenRejection =
  | FindRejection
  | RejectionFor<'escrow_terms_invalid' | 'escrow_exists' | 'escrow_party_wrong' | 'escrow_state' | 'account_frozen'>
  | LockRejection;

/** Locks the coins of a cancelled escrow again, as paid: the seller has received a late payment. */
export function reopenEscrow(
  state: ExchangeState,
  command: ReopenEscrow,
  events: Event[],
): EscrowOutcome | ReopenRejection {
  const { user, n: previous, next: n, voucher } = command;
  if (!isNumber(n)) return { reason: 'escrow_terms_invalid', field: 'next' };
  if (!isSha256(voucher)) return { reason: 'escrow_terms_invalid', field: 'voucher' };
  const cancelled = cancelledOf(state, command);
  if ('reason' in cancelled) return cancelled;
  if (state.escrow.used.has(n)) return { reason: 'escrow_exists' };
  const frozen = frozenSeller(state, user);
  if (frozen !== null) return frozen;
  const { seller, buyer, currency, amount, delayMs, countedOn } = cancelled;
  const offer = sourceOf(state, cancelled);
  const refusal = offer === undefined ? lockRefusal(state, seller, currency, amount) : null;
  if (refusal !== null) return refusal;

  const { escrow, ledger } = state;
  const nowMs = openMs(state);
  const reopened: OpenEscrow = {
    ...factsOf(cancelled),
    ...termsOf(cancelled),
    n,
    offer: offer?.offer ?? null,
    offerSince: offer?.since ?? null,
    step: 'paid',
    isCancelAsked: false,
    paidAtMs: nowMs,
    dueAtMs: nowMs + delayMs,
    appeal: null,
    sequence: state.sequence,
  };
  const left = offer === undefined ? null : asAmount(offer.left - amount);
  if (offer === undefined || left === null) ledger.hold(ledger.open(seller, accountType.legal, currency), amount);
  else escrow.setOffer({ ...offer, left });
  escrow.forgetCancelled(previous);
  if (countedOn !== null) escrow.cancels.takeBack(buyer, countedOn, state.timeMs);
  escrow.used.add(n);
  escrow.add(reopened);
  setWindowTimer(state, reopened);
  const postings = left === null ? [posting(seller, accountType.legal, currency, 0 - amount, amount)] : [];
  const dueAtMs = wallMs(state, reopened.dueAtMs);
  const facts = { ...factsOf(reopened), ...termsOf(reopened) };
  events.push({ type: 'escrow_reopened', ...facts, previous, voucher, left, dueAtMs, postings });
  return { type: 'escrow', n };
}

/** The cancelled escrow that the user sold, or why it cannot be reopened. */
function cancelledOf(state: ExchangeState, { user, n }: ReopenEscrow): CancelledEscrow | ReopenRejection {
  const cancelled = state.escrow.reopenable(n, state.timeMs);
  if (cancelled !== undefined) {
    if (cancelled.seller === user) return cancelled;
    return { reason: cancelled.buyer === user ? 'escrow_party_wrong' : 'escrow_unknown' };
  }
  const own = ownEscrow(state, user, n);
  if ('reason' in own) return own;
  const open = inStep(state, own.escrow);
  return 'reason' in open ? open : { reason: 'escrow_state', step: open.step };
}

/** The offer that the coins are taken from again: the one that they came from, if it exists and has enough. */
function sourceOf(state: ExchangeState, cancelled: CancelledEscrow): Offer | undefined {
  const offer = offerOf(state, cancelled);
  return offer !== undefined && offer.left >= cancelled.amount ? offer : undefined;
}
