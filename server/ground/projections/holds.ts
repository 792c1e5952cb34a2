import type { Held, HoldKind, HoldReleased, HoldSettled } from '@bourse/engine';
import { oneOf } from './column.ts';
import { projectedTable } from './table.ts';
import type { Decided, RowOf } from './table.ts';

const columns = {
  source: 'text',
  n: 'bigint',
  state: oneOf<'open' | 'settled' | 'released'>(),
  kind: oneOf<HoldKind>(),
  user_id: 'bigint',
  account_type: 'smallint',
  currency_id: 'integer',
  amount: 'bigint',
  fee: 'bigint?',
  receiver_id: 'bigint?',
  receiver_account_type: 'smallint?',
  sequence: 'bigint',
  time_ms: 'bigint',
} as const;
type HoldRow = RowOf<typeof columns>;

/**
 * The states of each hold, one row each: `open` when it was made, then `settled` or `released`. Tables of withdrawals
 * or escrows can join the state of their money by source and number. `receiver_id` is 0 for receivers outside the
 * venue.
 */
export const holdsTable = projectedTable({
  name: 'holds',
  columns,
  key: ['source', 'n', 'state'],
  scope: { sequence: 'sequence' },
  readByCustody: true,
  rows: {
    held: (event, command) => holdRow(event, 'open', command),
    hold_settled: (event, command) => ({
      ...holdRow(event, 'settled', command),
      fee: event.fee,
      receiver_id: event.receiver,
      receiver_account_type: event.receiverType,
    }),
    hold_released: (event, command) => holdRow(event, 'released', command),
  },
});

function holdRow(
  event: Held | HoldSettled | HoldReleased,
  state: HoldRow['state'],
  { sequence, timeMs }: Decided,
): HoldRow {
  return {
    source: event.source,
    n: event.n,
    state,
    kind: event.kind,
    user_id: event.user,
    account_type: event.accountType,
    currency_id: event.currency,
    amount: event.amount,
    fee: null,
    receiver_id: null,
    receiver_account_type: null,
    sequence,
    time_ms: timeMs,
  };
}
