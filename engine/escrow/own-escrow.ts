import { foreseen } from './transitions.ts';
import type { UserId } from '../identifiers.ts';
import type { RejectionFor } from '../rejection.ts';
import type { ExchangeState } from '../state.ts';
import type { EscrowNumber } from './commands.ts';
import type { EscrowStep, OpenEscrow } from './state.ts';

/** The part of a user in an escrow. */
export type Party = 'seller' | 'buyer';

export type FindRejection = RejectionFor<'escrow_unknown' | 'escrow_ended'>;

/** An open escrow of a user, before the effects that precede the command. */
interface OwnEscrow {
  readonly escrow: OpenEscrow;
  readonly party: Party;
}

/** The open escrow with this number in which the user is a party, or why there is none. */
export function ownEscrow(state: ExchangeState, user: UserId, n: EscrowNumber): OwnEscrow | FindRejection {
  const escrow = anyEscrow(state, n);
  if ('reason' in escrow) return escrow;
  if (escrow.seller === user) return { escrow, party: 'seller' };
  return escrow.buyer === user ? { escrow, party: 'buyer' } : { reason: 'escrow_unknown' };
}

/** The open escrow with this number, or why there is none. */
export function anyEscrow(state: ExchangeState, n: EscrowNumber): OpenEscrow | FindRejection {
  const escrow = state.escrow.find(n);
  if (escrow !== undefined) return escrow;
  return { reason: state.escrow.used.has(n) ? 'escrow_ended' : 'escrow_unknown' };
}

/** The escrow as it is after the effects that precede the command, or why it is in none of these states. */
export function inStep(
  state: ExchangeState,
  escrow: OpenEscrow,
  ...steps: readonly EscrowStep[]
): OpenEscrow | RejectionFor<'escrow_ended' | 'escrow_state'> {
  const seen = foreseen(state, escrow);
  if (seen === null) return { reason: 'escrow_ended' };
  return steps.includes(seen.step) ? seen : { reason: 'escrow_state', step: seen.step };
}

/** The rejection of a seller who is frozen, or null. */
export function frozenSeller(state: ExchangeState, seller: UserId): RejectionFor<'account_frozen'> | null {
  return state.restrictions.stopsOutflow(seller) ? { reason: 'account_frozen', party: 'seller' } : null;
}
