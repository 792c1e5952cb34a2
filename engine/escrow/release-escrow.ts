import { giveBack, release } from './end-escrow.ts';
import { frozenSeller, inStep, ownEscrow, type FindRejection } from './own-escrow.ts';
import { catchUp } from './transitions.ts';
import { windowTimer } from './windows.ts';
import type { Event } from '../event.ts';
import type { RejectionFor } from '../rejection.ts';
import type { ExchangeState } from '../state.ts';
import type { ConcedeEscrow, ReleaseEscrow } from './commands.ts';
import type { EscrowOutcome } from './open-escrow.ts';

type EndRejection = FindRejection | RejectionFor<'escrow_party_wrong' | 'escrow_state' | 'account_frozen'>;

/** Releases the coins to the buyer: the seller has the fiat money. */
export function releaseEscrow(
  state: ExchangeState,
  { user, n }: ReleaseEscrow,
  events: Event[],
): EscrowOutcome | EndRejection {
  const own = ownEscrow(state, user, n);
  if ('reason' in own) return own;
  if (own.party !== 'seller') return { reason: 'escrow_party_wrong' };
  const frozen = frozenSeller(state, user);
  if (frozen !== null) return frozen;
  const escrow = inStep(state, own.escrow, 'created', 'paid', 'delayed');
  if ('reason' in escrow) return escrow;

  const current = catchUp(state, escrow, events);
  state.timers.remove(windowTimer, n);
  release(state, current, { reason: 'released', by: user }, events);
  return { type: 'escrow', n };
}

/** Ends an escrow in favour of the other party: a buyer gives the coins back, a seller in an appeal releases them. */
export function concedeEscrow(
  state: ExchangeState,
  { user, n }: ConcedeEscrow,
  events: Event[],
): EscrowOutcome | EndRejection {
  const own = ownEscrow(state, user, n);
  if ('reason' in own) return own;
  const frozen = own.party === 'seller' ? frozenSeller(state, user) : null;
  if (frozen !== null) return frozen;
  const escrow = inStep(state, own.escrow, 'paid', 'delayed', 'appealed');
  if ('reason' in escrow) return escrow;
  // Before an appeal a seller releases.
  if (own.party === 'seller' && escrow.step !== 'appealed') return { reason: 'escrow_party_wrong' };

  const current = catchUp(state, escrow, events);
  if (current.step !== 'appealed') state.timers.remove(windowTimer, n);
  if (own.party === 'seller') release(state, current, { reason: 'conceded', by: user }, events);
  else giveBack(state, current, { reason: 'conceded', by: user }, events);
  return { type: 'escrow', n };
}
