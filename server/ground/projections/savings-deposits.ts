import type { Deposit } from '@bourse/engine/savings';
import { oneOf } from './column.ts';
import { projectedTable } from './table.ts';
import type { Decided, RowOf } from './table.ts';

const columns = {
  deposit: 'bigint',
  user_id: 'bigint',
  product_id: 'integer',
  currency_id: 'integer',
  amount: 'bigint',
  days: 'integer',
  rate_ppm: 'integer',
  interest: 'bigint',
  locked_at: 'bigint',
  starts_at: 'bigint',
  matures_at: 'bigint',
  redeemable_at: 'bigint',
  state: oneOf<'settled' | 'redeemed'>(),
  ended_at: 'bigint',
  sequence: 'bigint',
} as const;
type DepositRow = RowOf<typeof columns>;

/**
 * Fixed-term deposits that have ended, one row each, written once. `interest` is that of the whole term: paid if
 * `settled`, forfeited if `redeemed`.
 */
export const savingsDepositsTable = projectedTable({
  name: 'savings_deposits',
  columns,
  key: ['user_id', 'deposit'],
  identity: ['deposit'],
  scope: { sequence: 'sequence' },
  rows: {
    savings_matured: (event, command) => depositRow(event, 'settled', command),
    savings_redeemed: (event, command) => depositRow(event, 'redeemed', command),
  },
});

function depositRow(deposit: Deposit, state: DepositRow['state'], { sequence, timeMs }: Decided): DepositRow {
  return {
    deposit: deposit.deposit,
    user_id: deposit.user,
    product_id: deposit.product,
    currency_id: deposit.currency,
    amount: deposit.amount,
    days: deposit.days,
    rate_ppm: deposit.ratePpm,
    interest: deposit.interest,
    locked_at: deposit.lockedAtMs,
    starts_at: deposit.startsAtMs,
    matures_at: deposit.maturesAtMs,
    redeemable_at: deposit.redeemableAtMs,
    state,
    ended_at: timeMs,
    sequence,
  };
}
