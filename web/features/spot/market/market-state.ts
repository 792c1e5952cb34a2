import type { Match } from '@bourse/contract/markets';

/** What a market takes now: while the whole exchange takes cancels only, none of them takes more. */
export function stateNow(state: Match['state'], isCancelOnly: boolean): Match['state'] {
  return isCancelOnly && state !== 'halted' ? 'cancel_only' : state;
}
