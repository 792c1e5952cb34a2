import { Type, type Static } from 'typebox';
import { Decimal, Sequence } from '../values.ts';
import { decimalRefusal, DecimalText } from './decimals.ts';
import { consoleFourEyes, consoleList } from './declare.ts';

const Id = Type.Integer({ minimum: 1, maximum: 65_535 });

/** The accounts of the exchange that can pay a user's debt. */
export const debtPayers = ['insurance', 'treasury'] as const;

/** A debt of a user for a deposit that was reversed after its money was used. */
export const DebtRow = Type.Object({
  /** User and currency. */
  id: Type.String(),
  user_id: Type.Integer(),
  currency_id: Id,
  currency_code: Type.String(),
  decimals: Type.Integer(),
  amount: Decimal,
  /** In dollars at the last trade prices. */
  worth_usd: Decimal,
  /** The available amounts of the accounts that can pay it. */
  insurance: Decimal,
  treasury: Decimal,
});
export type DebtRow = Static<typeof DebtRow>;

const audience = ['finance', 'risk', 'admin'] as const;

export const debtCalls = {
  debts: consoleList({ audience, path: 'debts', row: DebtRow }),
  /** Pays a debt or a part of it with the exchange's money. */
  settleDebt: consoleFourEyes({
    audience: ['finance'],
    path: 'debts/settle',
    concerns: { kind: 'user', field: 'user_id' },
    input: {
      user_id: Type.Integer({ minimum: 1, maximum: 2 ** 30 - 1 }),
      currency_id: Id,
      from: Type.Enum(debtPayers),
      amount: DecimalText,
    },
    output: Type.Object({ sequence: Sequence }),
    movesMoney: true,
    refusals: { ...decimalRefusal, currency_unknown: [], debt_exceeded: ['debt'], insufficient: ['available'] },
  }),
} as const;
