import type { Event } from '@bourse/engine';
import type { Deposit } from '@bourse/engine/savings';

/** A deposit that is active or has ended. */
export interface DepositState extends Deposit {
  /** The end of the deposit; null while the deposit is active. */
  readonly end: DepositEnd | null;
}

export interface DepositEnd {
  readonly as: 'settled' | 'redeemed';
  /** The journal time in epoch milliseconds. */
  readonly atMs: number;
}

/** The deposit that an event changes, in its new state; null for other events. `timeMs` is the event's journal time. */
export function changedDeposit(event: Event, timeMs: number): DepositState | null {
  if (event.type === 'savings_locked') return { ...event, end: null };
  if (event.type === 'savings_matured') return { ...event, end: { as: 'settled', atMs: timeMs } };
  if (event.type === 'savings_redeemed') return { ...event, end: { as: 'redeemed', atMs: timeMs } };
  return null;
}
