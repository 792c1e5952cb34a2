import { isOperatorId } from '../identifiers.ts';
import { done } from '../outcome.ts';
import { giveBack, release } from './end-escrow.ts';
import { anyEscrow, inStep, type FindRejection } from './own-escrow.ts';
import { catchUp } from './transitions.ts';
import type { Event } from '../event.ts';
import type { Done } from '../outcome.ts';
import type { RejectionFor } from '../rejection.ts';
import type { ExchangeState } from '../state.ts';
import type { ResolveEscrow } from './commands.ts';

/** Decides an appeal. */
export function resolveEscrow(
  state: ExchangeState,
  { n, resolution, operator, cause }: ResolveEscrow,
  events: Event[],
): Done | FindRejection | RejectionFor<'operator_invalid' | 'escrow_state'> {
  if (!isOperatorId(operator)) return { reason: 'operator_invalid' };
  const found = anyEscrow(state, n);
  if ('reason' in found) return found;
  const escrow = inStep(state, found, 'appealed');
  if ('reason' in escrow) return escrow;

  const current = catchUp(state, escrow, events);
  events.push({ type: 'escrow_resolved', n, resolution, operator, cause });
  const end = { reason: 'resolved', by: null } as const;
  if (resolution === 'release') release(state, current, end, events);
  else giveBack(state, current, end, events);
  return done;
}
