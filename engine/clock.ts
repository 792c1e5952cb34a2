import { cause } from './declaration/command.ts';
import type { CommandOf } from './declaration/command.ts';
import { done } from './outcome.ts';
import type { Done } from './outcome.ts';
import type { ExchangeState } from './state.ts';

export const clockCommands = {
  /**
   * Advances journal time: candles close, timers fire and idempotency keys expire. Sent by the core's clock, never by a
   * user.
   */
  clock: cause({ priority: 'system', fields: {} }),
};
export type Clock = CommandOf<typeof clockCommands, 'clock'>;

/** Frees the memory of expired keys; timed work has already been done before the handler runs. */
function passTime(state: ExchangeState): Done {
  state.requestKeys.sweep(state.timeMs);
  state.clientOrderIds.sweep(state.timeMs);
  return done;
}

export const clockHandlers = { clock: passTime };
