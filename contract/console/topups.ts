import { Type, type Static } from 'typebox';
import { topupStatuses } from '../topup/index.ts';
import { Decimal, IntegerInput, Milliseconds } from '../values.ts';
import { consoleFourEyes, consoleList, consoleWrite } from './declare.ts';

const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const Status = Type.Enum(topupStatuses);

/** A card top-up of a user. */
export const TopupRow = Type.Object({
  id: Count,
  user_id: Count,
  provider: Type.String(),
  currency_code: Type.String(),
  network: Type.String(),
  /** The card's payment and the provider's part of it, in dollars. */
  amount: Decimal,
  fee: Decimal,
  number: Decimal,
  credited: Type.Union([Decimal, Type.Null()]),
  status: Status,
  /**
   * Whether staff must decide about it: coins of a charged-back payment had matured, or its address received more than
   * it bought. Its owner cannot begin another one before that.
   */
  is_case: Type.Boolean(),
  matures_at: Type.Union([Milliseconds, Type.Null()]),
  address: Type.Union([Type.String(), Type.Null()]),
  expires_at: Milliseconds,
  created_at: Milliseconds,
});
export type TopupRow = Static<typeof TopupRow>;

export const topupCalls = {
  /** Card top-ups, newest first. The state of a filter is that which the provider reported. */
  topups: consoleList({
    audience: ['support', 'finance', 'risk'],
    path: 'topups',
    input: {
      user: Type.Optional(IntegerInput),
      status: Type.Optional(Type.Enum(['pending', 'paid', 'declined', 'expired', 'charged_back'])),
      /** Only those about which staff must decide. */
      cases: Type.Optional(Type.Enum(['open'])),
    },
    row: TopupRow,
  }),
  /** Records that a payment was charged back, which takes its unmatured coins back. */
  chargeBackTopup: consoleFourEyes({
    audience: ['risk'],
    path: 'topups/charge-back',
    concerns: { kind: 'topup', field: 'id' },
    input: { id: IntegerInput },
    output: Type.Object({ id: Count }),
    refusals: { topup_unknown: [], topup_charged_back: [] },
  }),
  /** Ends a case about which staff have decided: its owner can begin top-ups again. */
  closeTopupCase: consoleWrite({
    audience: ['risk'],
    path: 'topups/close-case',
    concerns: { kind: 'topup', field: 'id' },
    stepUp: true,
    input: { id: IntegerInput },
    output: Type.Object({ id: Count }),
    refusals: { topup_unknown: [], topup_not_case: [] },
  }),
} as const;
