/** The times of a contract in epoch milliseconds of the exchange: its purchase, its windows, and its end. */
export interface TimedContract {
  readonly created_at: number;
  readonly strike_at: number;
  readonly settlement_from: number;
  readonly end_at: number;
}

/** A span of time: `from` is part of it, `to` is not. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The windows whose ticks decide a contract. */
export interface ContractWindows {
  readonly strike: Span;
  readonly settlement: Span;
}

export function windowsOf({ created_at, strike_at, settlement_from, end_at }: TimedContract): ContractWindows {
  return { strike: { from: created_at, to: strike_at }, settlement: { from: settlement_from, to: end_at } };
}

/** The next step that a contract waits for. */
export type Phase = 'striking' | 'running' | 'settling' | 'ended';

export function phaseAt({ strike_at, settlement_from, end_at }: TimedContract, nowMs: number): Phase {
  if (nowMs < strike_at) return 'striking';
  if (nowMs < settlement_from) return 'running';
  return nowMs < end_at ? 'settling' : 'ended';
}

/** The whole seconds until the end, rounded up: 0 only once it has come. */
export function secondsLeft({ end_at: end }: Pick<TimedContract, 'end_at'>, nowMs: number): number {
  return Math.max(0, Math.ceil((end - nowMs) / 1_000));
}

/** Seconds as a clock of minutes and seconds, such as "1:05". */
export function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
