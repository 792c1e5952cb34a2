import type { Match } from '@bourse/contract/markets';

/** The current state of a market, considering that the whole exchange may be cancel-only. */
export function stateNow(state: Match['state'], isCancelOnly: boolean): Match['state'] {
  return isCancelOnly && state !== 'halted' ? 'cancel_only' : state;
}
