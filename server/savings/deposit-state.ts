import type { Event } from '@bourse/engine';
import type { Deposit } from '@bourse/engine/savings';

/** A deposit that runs or has ended. */
export interface DepositState extends Deposit {
  /** Null while it runs. */
  readonly end: DepositEnd | null;
}

export interface DepositEnd {
  readonly as: 'settled' | 'redeemed';
  /** Epoch milliseconds of the journal. */
  readonly atMs: number;
}

/** The deposit that an event of this journal time is about, as it is after it; null of any other event. */
export function changedDeposit(event: Event, timeMs: number): DepositState | null {
  if (event.type === 'savings_locked') return { ...event, end: null };
  if (event.type === 'savings_matured') return { ...event, end: { as: 'settled', atMs: timeMs } };
  if (event.type === 'savings_redeemed') return { ...event, end: { as: 'redeemed', atMs: timeMs } };
  return null;
}
