import type { CreditConfirmed, CreditMatured, CreditReversed, DepositCredited } from '@bourse/engine/credits';
import { oneOf } from './column.ts';
import { projectedTable } from './table.ts';
import type { Decided, RowOf } from './table.ts';

const columns = {
  source: 'text',
  n: 'bigint',
  state: oneOf<'credited' | 'confirmed' | 'matured' | 'reversed'>(),
  user_id: 'bigint',
  account_type: 'smallint',
  currency_id: 'integer',
  amount: 'bigint',
  taken: 'bigint?',
  debt: 'bigint?',
  sequence: 'bigint',
  time_ms: 'bigint',
} as const;
type CreditRow = RowOf<typeof columns>;

/**
 * The states of each credited deposit, one row each. A credit that was matured from the start has the rows `credited`
 * and `matured` of the same command. One is `confirmed` when its deposit is final and only its time is to come. A
 * reversed one may have matured before. Tables of deposits join the state of their
 * money by source and number. `taken` and `debt` are those of the reversal.
 */
export const creditsTable = projectedTable({
  name: 'credits',
  columns,
  key: ['source', 'n', 'state'],
  scope: { sequence: 'sequence' },
  readByCustody: true,
  rows: {
    deposit_credited: (event, command) => creditRow(event, 'credited', command),
    credit_confirmed: (event, command) => creditRow(event, 'confirmed', command),
    credit_matured: (event, command) => creditRow(event, 'matured', command),
    credit_reversed: (event, command) => ({
      ...creditRow(event, 'reversed', command),
      taken: event.taken,
      debt: event.debt,
    }),
  },
});

function creditRow(
  event: DepositCredited | CreditConfirmed | CreditMatured | CreditReversed,
  state: CreditRow['state'],
  { sequence, timeMs }: Decided,
): CreditRow {
  return {
    source: event.source,
    n: event.n,
    state,
    user_id: event.user,
    account_type: event.accountType,
    currency_id: event.currency,
    amount: event.amount,
    taken: null,
    debt: null,
    sequence,
    time_ms: timeMs,
  };
}
