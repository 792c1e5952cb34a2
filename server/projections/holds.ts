import type { Held, HoldReleased, HoldSettled } from '@bourse/engine';
import { table } from './table.ts';
import type { Row } from './table.ts';

/**
 * What became of each hold, a row for each step: `open` when it was made, then one of `settled` and `released`. A withdrawal's or an escrow's
 * own table joins its money's state from here, by source and number. `receiver_id` is 0 for the outside world.
 */
export const holdsTable = table('holds', {
  source: 'text',
  n: 'bigint',
  state: 'text',
  kind: 'text',
  user_id: 'bigint',
  account_type: 'smallint',
  currency_id: 'integer',
  amount: 'bigint',
  fee: 'bigint?',
  receiver_id: 'bigint?',
  receiver_account_type: 'smallint?',
  sequence: 'bigint',
  time_ms: 'bigint',
});
export type HoldRow = Row<typeof holdsTable>;

export function holdRow(event: Held | HoldSettled | HoldReleased, sequence: number, timeMs: number): HoldRow {
  const settled = event.type === 'hold_settled' ? event : null;
  return {
    source: event.source,
    n: event.n,
    state: stateAfter(event.type),
    kind: event.kind,
    user_id: event.user,
    account_type: event.accountType,
    currency_id: event.currency,
    amount: event.amount,
    fee: settled?.fee ?? null,
    receiver_id: settled?.receiver ?? null,
    receiver_account_type: settled?.receiverType ?? null,
    sequence,
    time_ms: timeMs,
  };
}

function stateAfter(type: 'held' | 'hold_settled' | 'hold_released'): 'open' | 'settled' | 'released' {
  if (type === 'held') return 'open';
  return type === 'hold_settled' ? 'settled' : 'released';
}
