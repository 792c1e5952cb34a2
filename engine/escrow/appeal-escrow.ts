import { isOperatorId } from '../identifiers.ts';
import { done } from '../outcome.ts';
import { factsOf } from './facts.ts';
import { appealWaitMs, dueAfterAppeal } from './formulas.ts';
import { anyEscrow, frozenSeller, inStep, ownEscrow, type FindRejection } from './own-escrow.ts';
import { appeal, catchUp } from './transitions.ts';
import { openMs, setWindowTimer, wallMs, windowTimer } from './windows.ts';
import type { Event } from '../event.ts';
import type { Done } from '../outcome.ts';
import type { RejectionFor } from '../rejection.ts';
import type { ExchangeState } from '../state.ts';
import type { AppealEscrow, HoldEscrow, MarkEscrowAbnormal, WithdrawEscrowAppeal } from './commands.ts';
import type { EscrowOutcome } from './open-escrow.ts';
import type { OpenEscrow } from './state.ts';

type StateRejection = FindRejection | RejectionFor<'escrow_state'>;

/** Asks support to decide. */
export function appealEscrow(
  state: ExchangeState,
  { user, n }: AppealEscrow,
  events: Event[],
): EscrowOutcome | StateRejection | RejectionFor<'appeal_early'> {
  const own = ownEscrow(state, user, n);
  if ('reason' in own) return own;
  const escrow = inStep(state, own.escrow, 'paid', 'delayed');
  if ('reason' in escrow) return escrow;
  const leftMs = escrow.step === 'paid' ? appealWaitMs(escrow, openMs(state)) : 0;
  if (leftMs > 0) return { reason: 'appeal_early', leftMs };

  appeal(state, stopped(state, escrow, events), { reason: 'appeal', by: user }, events);
  return { type: 'escrow', n };
}

/** Opens an appeal at once, because the maker has noticed that the payment is wrong. */
export function markEscrowAbnormal(
  state: ExchangeState,
  { user, n }: MarkEscrowAbnormal,
  events: Event[],
): EscrowOutcome | StateRejection | RejectionFor<'escrow_party_wrong'> {
  const own = ownEscrow(state, user, n);
  if ('reason' in own) return own;
  if (own.escrow.maker !== user) return { reason: 'escrow_party_wrong' };
  const escrow = inStep(state, own.escrow, 'paid', 'delayed');
  if ('reason' in escrow) return escrow;

  appeal(state, stopped(state, escrow, events), { reason: 'abnormal', by: user }, events);
  return { type: 'escrow', n };
}

/** Opens an appeal for an operator, which no party can withdraw. */
export function holdEscrow(
  state: ExchangeState,
  { n, operator, cause }: HoldEscrow,
  events: Event[],
): Done | StateRejection | RejectionFor<'operator_invalid'> {
  if (!isOperatorId(operator)) return { reason: 'operator_invalid' };
  const found = anyEscrow(state, n);
  if ('reason' in found) return found;
  const escrow = inStep(state, found, 'paid', 'delayed');
  if ('reason' in escrow) return escrow;

  const current = stopped(state, escrow, events);
  events.push({ type: 'escrow_hold_ordered', n, operator, cause });
  appeal(state, current, { reason: 'held', by: null }, events);
  return done;
}

/** Withdraws an appeal: the escrow is as before it, with some time left. */
export function withdrawEscrowAppeal(
  state: ExchangeState,
  { user, n }: WithdrawEscrowAppeal,
  events: Event[],
): EscrowOutcome | StateRejection | RejectionFor<'escrow_party_wrong' | 'account_frozen'> {
  const own = ownEscrow(state, user, n);
  if ('reason' in own) return own;
  const escrow = inStep(state, own.escrow, 'appealed');
  if ('reason' in escrow) return escrow;
  if (escrow.appeal?.by !== user) return { reason: 'escrow_party_wrong' };
  const frozen = frozenSeller(state, escrow.seller);
  if (frozen !== null) return frozen;

  const { from: to } = escrow.appeal;
  const dueAtMs = dueAfterAppeal(escrow.dueAtMs, openMs(state));
  const continued: OpenEscrow = { ...escrow, step: to, appeal: null, dueAtMs, sequence: state.sequence };
  state.escrow.replace(continued);
  setWindowTimer(state, continued);
  const until = wallMs(state, dueAtMs);
  events.push({ type: 'escrow_appeal_withdrawn', ...factsOf(escrow), by: user, to, dueAtMs: until });
  return { type: 'escrow', n };
}

/** The escrow after the effects that precede the command, with its window stopped. */
function stopped(state: ExchangeState, escrow: OpenEscrow, events: Event[]): OpenEscrow {
  const current = catchUp(state, escrow, events);
  state.timers.remove(windowTimer, escrow.n);
  return current;
}
