import { assertNever, invariant } from '../invariant.ts';
import { silenceAt } from './formulas.ts';
import { giveBack, release } from './end-escrow.ts';
import { openMs, setWindowTimer, wallMs, windowTimer } from './windows.ts';
import { factsOf } from './facts.ts';
import type { Event } from '../event.ts';
import type { UserId } from '../identifiers.ts';
import type { ExchangeState } from '../state.ts';
import type { Timer } from '../timers.ts';
import type { EscrowNumber } from './commands.ts';
import type { AppealReason } from './events.ts';
import type { OpenEscrow } from './state.ts';

/** An effect of time or of a freeze on an escrow. */
type Effect = 'freeze' | 'timeout' | 'delay' | 'silence';

/** The effect that precedes any command about the escrow; null if none does. */
function pendingEffect(state: ExchangeState, { step, seller, buyer, dueAtMs }: OpenEscrow): Effect | null {
  const { restrictions } = state;
  if (step === 'appealed') return null;
  const isBuyerHeld = step === 'created' && restrictions.stopsOutflow(buyer);
  if (isBuyerHeld || restrictions.stopsOutflow(seller)) return 'freeze';
  return openMs(state) < dueAtMs ? null : effectOfTime(step);
}

function effectOfTime(step: Exclude<OpenEscrow['step'], 'appealed'>): Effect {
  switch (step) {
    case 'created':
      return 'timeout';
    case 'paid':
      return 'delay';
    case 'delayed':
      return 'silence';
    default:
      return assertNever(step);
  }
}

/** The escrow after all effects that precede a command about it, which changes nothing yet; null if they end it. */
export function foreseen(state: ExchangeState, escrow: OpenEscrow): OpenEscrow | null {
  let seen = escrow;
  for (let effect = pendingEffect(state, seen); effect !== null; effect = pendingEffect(state, seen)) {
    const next = after(seen, effect);
    if (next === null) return null;
    seen = next;
  }
  return seen;
}

function after(escrow: OpenEscrow, effect: Effect): OpenEscrow | null {
  const { step, onSilence } = escrow;
  if (effect === 'delay') return { ...escrow, step: 'delayed', dueAtMs: silenceAt(escrow) };
  if (step === 'created' || (effect === 'silence' && onSilence === 'release')) return null;
  return appealedBy(escrow, null);
}

/** Lets the effects that `foreseen` saw happen, and returns the escrow, which has not ended. */
export function catchUp(state: ExchangeState, { n }: OpenEscrow, events: Event[]): OpenEscrow {
  for (;;) {
    const escrow = state.escrow.find(n);
    invariant(escrow !== undefined, 'an escrow that a command changes must be open');
    const effect = pendingEffect(state, escrow);
    if (effect === null) return escrow;
    state.timers.remove(windowTimer, n);
    happen(state, escrow, effect, events);
  }
}

/** Handles a window that is over. */
export function windowDue(state: ExchangeState, { id }: Timer, events: Event[]): void {
  const escrow = state.escrow.find(id as EscrowNumber);
  invariant(escrow !== undefined && escrow.step !== 'appealed', 'only a window that runs may have a timer');
  happen(state, escrow, effectOfTime(escrow.step), events);
}

/** Ends or appeals an escrow because a party was frozen. */
export function freeze(state: ExchangeState, escrow: OpenEscrow, events: Event[]): void {
  state.timers.remove(windowTimer, escrow.n);
  happen(state, escrow, 'freeze', events);
}

/** Carries out an effect on an escrow whose timer is gone. */
function happen(state: ExchangeState, escrow: OpenEscrow, effect: Effect, events: Event[]): void {
  switch (effect) {
    case 'timeout':
      giveBack(state, escrow, { reason: 'timeout', by: null }, events);
      return;
    case 'delay': {
      const delayed: OpenEscrow = { ...escrow, step: 'delayed', dueAtMs: silenceAt(escrow), sequence: state.sequence };
      state.escrow.replace(delayed);
      setWindowTimer(state, delayed);
      events.push({ type: 'escrow_delayed', ...factsOf(escrow), dueAtMs: wallMs(state, delayed.dueAtMs) });
      return;
    }
    case 'silence':
      if (escrow.onSilence === 'release') {
        release(state, escrow, { reason: 'silence', by: null }, events);
        return;
      }
      appeal(state, escrow, { reason: 'silence', by: null }, events);
      return;
    case 'freeze':
      if (escrow.step === 'created') giveBack(state, escrow, { reason: 'frozen', by: null }, events);
      else appeal(state, escrow, { reason: 'frozen', by: null }, events);
      return;
    default:
      assertNever(effect);
  }
}

/** Opens an appeal about an escrow that is paid or delayed and whose timer is gone. */
export function appeal(
  state: ExchangeState,
  escrow: OpenEscrow,
  { reason, by }: { readonly reason: AppealReason; readonly by: UserId | null },
  events: Event[],
): void {
  const appealed = appealedBy({ ...escrow, sequence: state.sequence }, by);
  const { appeal: opened } = appealed;
  invariant(opened !== null, 'an appealed escrow must have an appeal');
  state.escrow.replace(appealed);
  events.push({ type: 'escrow_appealed', ...factsOf(escrow), reason, by, from: opened.from });
}

function appealedBy(escrow: OpenEscrow, by: UserId | null): OpenEscrow {
  const { step } = escrow;
  invariant(step === 'paid' || step === 'delayed', 'only an escrow that is paid can be appealed');
  return { ...escrow, step: 'appealed', appeal: { by, from: step } };
}
