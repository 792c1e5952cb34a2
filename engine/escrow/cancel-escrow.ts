import { giveBack } from './end-escrow.ts';
import { factsOf } from './facts.ts';
import { inStep, ownEscrow, type FindRejection } from './own-escrow.ts';
import { windowTimer } from './windows.ts';
import type { Event } from '../event.ts';
import type { RejectionFor } from '../rejection.ts';
import type { ExchangeState } from '../state.ts';
import type { AskCancelEscrow, CancelEscrow } from './commands.ts';
import type { EscrowOutcome } from './open-escrow.ts';

type CancelRejection = FindRejection | RejectionFor<'escrow_party_wrong' | 'escrow_state'>;

/** Cancels an escrow that its buyer has not paid. */
export function cancelEscrow(
  state: ExchangeState,
  { user, n }: CancelEscrow,
  events: Event[],
): EscrowOutcome | CancelRejection {
  const own = ownEscrow(state, user, n);
  if ('reason' in own) return own;
  if (own.party !== 'buyer') return { reason: 'escrow_party_wrong' };
  const escrow = inStep(state, own.escrow, 'created');
  if ('reason' in escrow) return escrow;

  state.timers.remove(windowTimer, n);
  giveBack(state, escrow, { reason: 'cancelled', by: user }, events);
  return { type: 'escrow', n };
}

/** Notes that the seller asks the buyer to cancel. */
export function askCancelEscrow(
  state: ExchangeState,
  { user, n }: AskCancelEscrow,
  events: Event[],
): EscrowOutcome | CancelRejection | RejectionFor<'cancel_asked'> {
  const own = ownEscrow(state, user, n);
  if ('reason' in own) return own;
  if (own.party !== 'seller') return { reason: 'escrow_party_wrong' };
  const escrow = inStep(state, own.escrow, 'created');
  if ('reason' in escrow) return escrow;
  if (escrow.isCancelAsked) return { reason: 'cancel_asked' };

  state.escrow.replace({ ...escrow, isCancelAsked: true });
  events.push({ type: 'escrow_cancel_asked', ...factsOf(escrow) });
  return { type: 'escrow', n };
}
