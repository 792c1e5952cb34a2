import { Type, type Static } from 'typebox';
import { Decimal, IntegerInput, Line, Milliseconds } from '../values.ts';
import { movementReasons } from '../wallet/index.ts';
import { withdrawalRejections, withdrawalStatuses } from '../withdrawals/index.ts';
import { restrictionScopes } from './users.ts';
import { consoleFourEyes, consoleList, consoleRead, consoleWrite } from './declare.ts';

const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const Status = Type.Enum(withdrawalStatuses);

function OrNull<Value extends Parameters<typeof Type.Union>[0][number]>(value: Value) {
  return Type.Union([value, Type.Null()]);
}

export const WithdrawalRow = Type.Object({
  id: Count,
  user_id: Count,
  status: Status,
  /** Why it waits or how it ended. */
  reason: OrNull(Type.Enum(movementReasons)),
  currency_code: Type.String(),
  network: Type.String(),
  chain: Type.String(),
  account: Type.String(),
  /** Held, with the fee. */
  amount: Decimal,
  fee: Decimal,
  net: Decimal,
  /** In dollars by the index at the request. */
  usd: Decimal,
  /** Whether approval needs a second person. */
  four_eyes: Type.Boolean(),
  address: Type.String(),
  memo: OrNull(Type.String()),
  tx: OrNull(Type.String()),
  tx_url: OrNull(Type.String()),
  earliest_at: OrNull(Milliseconds),
  created_at: Milliseconds,
});
export type WithdrawalRow = Static<typeof WithdrawalRow>;

const WithdrawalCaseStep = Type.Object({
  status: Status,
  at: Milliseconds,
  reason: OrNull(Type.Enum(movementReasons)),
  /** The member of staff who decided. */
  by: OrNull(Type.String()),
});

const WithdrawalAttempt = Type.Object({
  kind: Type.Enum(['payment', 'cancel']),
  tx: OrNull(Type.String()),
  /** Null before it was sent. */
  sent_at: OrNull(Milliseconds),
  height: OrNull(Count),
  reverted: Type.Boolean(),
  /** The highest fee that it offers, in the smallest units of the chain. */
  max_fee: Type.String(),
});

/** The payment of a withdrawal as the queue of payments has it. */
const WithdrawalPayment = Type.Object({
  stage: Type.Enum(['queued', 'assigned', 'sent', 'paid', 'cancelled', 'failed', 'refused']),
  cancel_asked: Type.Boolean(),
  reason: OrNull(Type.String()),
  nonce: OrNull(Count),
  attempts: Type.Array(WithdrawalAttempt),
});

/** Everything that staff need to decide about a withdrawal. */
export const WithdrawalCase = Type.Object({
  row: WithdrawalRow,
  steps: Type.Array(WithdrawalCaseStep),
  payment: OrNull(WithdrawalPayment),
  /** Why the chain's payments are stopped; null if they are not. */
  halted: OrNull(Type.String()),
  /** Whether the user has saved the address. */
  saved: Type.Boolean(),
  /** Earlier withdrawals of the user that this address has received. */
  paid_before: Count,
  /** Dollars that the user has withdrawn within 24 hours, with this withdrawal. */
  day_usd: Decimal,
  review_status: Type.Enum([0, 1, 2]),
  /** The restriction of the user that is in force; nothing is paid meanwhile. */
  restriction: Type.Enum(restrictionScopes),
  /** The debts of the user, by currency; nothing is paid meanwhile. */
  debts: Type.Array(Type.Object({ currency_code: Type.String(), amount: Decimal })),
});
export type WithdrawalCase = Static<typeof WithdrawalCase>;

const refusals = { withdrawal_unknown: [], withdrawal_decided: ['status'] } as const;

/** The user is restricted or owes something: approve it once that has ended. */
const approvals = { ...refusals, withdrawal_restricted: [], withdrawal_indebted: [] } as const;

/** Why a payment is not continued in the slot that the signer remembers. */
const recoveries = {
  ...refusals,
  /** The chain or the signer cannot be asked now. */
  payment_unclear: [],
  /** The signer has no signature of a payment that it has refused, so it may have been paid unknown to it. */
  payment_forgotten: [],
  /** A block has used the nonce of the payment: the transaction that used it decides. */
  payment_nonce_used: ['nonce'],
  /** The nonce belongs to another payment. */
  payment_nonce_taken: ['nonce'],
  /** The transaction is in no block, or does not use the nonce of the payment. */
  payment_unproved: [],
} as const;

const Decided = Type.Object({ id: Count, status: Status });

const concerns = { kind: 'withdrawal', field: 'id' } as const;

/** The roles that see the withdrawals of all users. */
const readers = ['finance', 'risk'] as const;

export const withdrawalCalls = {
  /** Withdrawals, newest first. */
  withdrawals: consoleList({
    audience: readers,
    path: 'withdrawals',
    input: {
      user: Type.Optional(IntegerInput),
      currency: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9]{1,12}$' })),
      status: Type.Optional(Status),
      /** The code or the name of a chain. */
      chain: Type.Optional(Line(40, 1)),
      address: Type.Optional(Line(200, 1)),
    },
    row: WithdrawalRow,
  }),
  withdrawalCase: consoleRead({
    audience: readers,
    path: 'withdrawals/case',
    concerns,
    input: { id: IntegerInput },
    output: WithdrawalCase,
    refusals: { withdrawal_unknown: [] },
  }),
  /** The withdrawals of a user, newest first. */
  userWithdrawals: consoleList({
    audience: ['support', ...readers],
    path: 'user/withdrawals',
    concerns: { kind: 'user', field: 'id' },
    input: { id: IntegerInput },
    row: WithdrawalRow,
  }),
  /** Lets a withdrawal that is being checked be paid. */
  approveWithdrawal: consoleFourEyes({
    audience: ['finance'],
    path: 'withdrawals/approve',
    concerns,
    input: { id: IntegerInput },
    output: Decided,
    refusals: approvals,
  }),
  /** Ends a withdrawal before it is paid. The user sees the reason, and the amount is available again. */
  rejectWithdrawal: consoleWrite({
    audience: ['finance', 'risk'],
    path: 'withdrawals/reject',
    concerns,
    input: { id: IntegerInput, rejection: Type.Enum(withdrawalRejections) },
    output: Decided,
    stepUp: true,
    refusals,
  }),
  /** Sends a withdrawal whose payment has no nonce yet to people, who approve or reject it. */
  holdBackWithdrawal: consoleWrite({
    audience: ['risk'],
    path: 'withdrawals/hold-back',
    concerns,
    input: { id: IntegerInput },
    output: Decided,
    refusals,
  }),
  /** Asks for the cancellation of a payment that is not final. The blocks decide whether it still takes place. */
  stopWithdrawal: consoleWrite({
    audience: ['finance'],
    path: 'withdrawals/stop',
    concerns,
    input: { id: IntegerInput },
    output: Decided,
    stepUp: true,
    refusals: recoveries,
  }),
  /** Pays one that the signer has refused, with the nonce that the signer remembers. */
  retryWithdrawal: consoleWrite({
    audience: ['finance'],
    path: 'withdrawals/retry',
    concerns,
    input: { id: IntegerInput },
    output: Decided,
    stepUp: true,
    refusals: recoveries,
  }),
  /**
   * Names the transaction that has used the nonce of a payment. Once it is final, it decides: the withdrawal is paid
   * by it, or its amount is available again.
   */
  proveWithdrawal: consoleWrite({
    audience: ['finance'],
    path: 'withdrawals/prove',
    concerns,
    input: { id: IntegerInput, tx: Type.String({ pattern: '^(0x)?[0-9a-fA-F]{64}$' }) },
    output: Decided,
    stepUp: true,
    refusals: recoveries,
  }),
} as const;
