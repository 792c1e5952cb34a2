import { cause } from './declaration/command.ts';
import type { CommandOf } from './declaration/command.ts';
import { done } from './outcome.ts';
import type { Done } from './outcome.ts';
import type { ExchangeState } from './state.ts';

export const clockCommands = {
  /**
   * Lets time pass: closes candles, fires timers and expires idempotency keys. Sent by the core's clock, never by a
   * user.
   */
  clock: cause({ priority: 'system', fields: {} }),
};
export type Clock = CommandOf<typeof clockCommands, 'clock'>;

/** Gives back the memory of what has expired; what time brings about has been done before. */
function passTime(state: ExchangeState): Done {
  state.requestKeys.sweep(state.timeMs);
  state.clientOrderIds.sweep(state.timeMs);
  return done;
}

export const clockHandlers = { clock: passTime };
