import { Type, type Static } from 'typebox';
import { Decimal, IntegerInput, Line, Milliseconds } from '../values.ts';
import { consoleFourEyes, consoleList } from './declare.ts';

const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const NoCount = Type.Union([Count, Type.Null()]);

export const depositStages = ['seen', 'creditable', 'below_minimum', 'unattributed', 'orphaned', 'gone'] as const;
export const depositCredits = ['none', 'credited', 'confirmed', 'matured', 'reversed'] as const;
const Stage = Type.Enum(depositStages);

export const DepositRow = Type.Object({
  id: Count,
  user_id: NoCount,
  currency_code: Type.String(),
  network: Type.String(),
  chain: Type.String(),
  amount: Decimal,
  stage: Stage,
  /** Whether and how the core has booked it. */
  credit: Type.Enum(depositCredits),
  /** The number of its credit; null while there is none. */
  n: NoCount,
  tx: Type.String(),
  tx_url: Type.Union([Type.String(), Type.Null()]),
  address: Type.String(),
  memo: Type.Union([Type.String(), Type.Null()]),
  height: Count,
  confirmations: Count,
  needed: Count,
  created_at: Milliseconds,
});
export type DepositRow = Static<typeof DepositRow>;

export const depositCalls = {
  /** Deposits, newest first. */
  deposits: consoleList({
    audience: ['support', 'finance', 'risk'],
    path: 'deposits',
    input: {
      user: Type.Optional(IntegerInput),
      currency: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9]{1,12}$' })),
      stage: Type.Optional(Stage),
      tx: Type.Optional(Line(128, 1)),
    },
    row: DepositRow,
  }),
  /** Makes an unattributed deposit that of a user, to whom it is then credited. */
  assignDeposit: consoleFourEyes({
    audience: ['finance'],
    path: 'deposits/assign',
    concerns: { kind: 'user', field: 'user' },
    input: { id: IntegerInput, user: IntegerInput },
    output: Type.Object({ id: Count }),
    refusals: {
      deposit_unknown: [],
      deposit_attributed: [],
      deposit_not_countable: [],
      user_unknown: ['user'],
    },
  }),
} as const;
