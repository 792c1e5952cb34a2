import { isSha256 } from './bounds.ts';
import { factsOf } from './facts.ts';
import { inStep, ownEscrow, type FindRejection } from './own-escrow.ts';
import { openMs, setWindowTimer, wallMs, windowTimer } from './windows.ts';
import type { Event } from '../event.ts';
import type { RejectionFor } from '../rejection.ts';
import type { ExchangeState } from '../state.ts';
import type { PayEscrow } from './commands.ts';
import type { EscrowOutcome } from './open-escrow.ts';
import type { OpenEscrow } from './state.ts';

/** Notes the buyer's payment. */
export function payEscrow(
  state: ExchangeState,
  { user, n, voucher }: PayEscrow,
  events: Event[],
): EscrowOutcome | FindRejection | RejectionFor<'escrow_party_wrong' | 'escrow_state' | 'escrow_terms_invalid'> {
  const own = ownEscrow(state, user, n);
  if ('reason' in own) return own;
  if (own.party !== 'buyer') return { reason: 'escrow_party_wrong' };
  if (!isSha256(voucher)) return { reason: 'escrow_terms_invalid', field: 'voucher' };
  const escrow = inStep(state, own.escrow, 'created');
  if ('reason' in escrow) return escrow;

  const nowMs = openMs(state);
  state.timers.remove(windowTimer, n);
  const paid: OpenEscrow = {
    ...escrow,
    step: 'paid',
    paidAtMs: nowMs,
    dueAtMs: nowMs + escrow.delayMs,
    sequence: state.sequence,
  };
  state.escrow.replace(paid);
  setWindowTimer(state, paid);
  events.push({ type: 'escrow_paid', ...factsOf(paid), voucher, dueAtMs: wallMs(state, paid.dueAtMs) });
  return { type: 'escrow', n };
}
