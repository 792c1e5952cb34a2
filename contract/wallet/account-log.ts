import { Type, type Static } from 'typebox';
import { fileCall, readCall } from '../call.ts';
import { Decimal, IntegerInput, Milliseconds, Page } from '../values.ts';

/** The currency of a change. */
export const LogCurrency = Type.Object({ id: Type.Integer(), code: Type.String() });

/**
 * `from` is the code of the other account of a transfer, the id of the other user of coins sent or received, and the
 * cause of any other change.
 */
export const LogOrigin = Type.Object({ from: Type.String() });

/**
 * A change of the total of an account, signed and without the fee. `cause` is for example `trade` or `transfer`.
 * `time` is null for changes that are older than the record of times.
 */
export const AccountLogRow = Type.Object({
  id: Type.String(),
  currency_id: Type.Integer(),
  currency_code: Type.String(),
  amount: Decimal,
  fee: Decimal,
  cause: Type.String(),
  cause_id: Type.Integer(),
  time: Type.Union([Milliseconds, Type.Null()]),
  currency: LogCurrency,
  value: Decimal,
  memo: Type.String(),
  notes: Type.String(),
  extra_data: LogOrigin,
  created_at: Type.Union([Milliseconds, Type.Null()]),
});
export type AccountLogRow = Static<typeof AccountLogRow>;

/** The causes that have a name, in the order of the filter. */
export const accountLogCauses = [
  'trade',
  'rebate',
  'transfer',
  'deposit',
  'withdrawal',
  'convert',
  'savings',
  'savings_interest',
  'lever',
  'lever_fee',
  'lever_liquidation',
  'seconds',
  'p2p',
  'bond',
  'sent',
  'received',
  'commission',
  'credit',
  'debit',
  'venue_transfer',
  'deposit_reversal',
  'debt_repayment',
  'debt_settlement',
] as const;
export type AccountLogCause = (typeof accountLogCauses)[number];

/** The number of rows of a page when `limit` is absent. */
export const accountLogRows = 15;

/** The maximum number of rows that are counted. */
export const accountLogCount = 10_000;

/** The limits of an exported file. */
export const accountLogFile = { days: 366, rows: 50_000 } as const;

const reading = { access: 'user', rate: 'private' } as const;
const cause = Type.Optional(Type.String({ pattern: '^[a-z0-9_]{1,32}$', maxLength: 32 }));

/** `from` ≤ time < `to` in epoch seconds. */
const Filter = Type.Object({
  currency_id: Type.Optional(IntegerInput),
  cause,
  from: Type.Optional(IntegerInput),
  to: Type.Optional(IntegerInput),
  page: Type.Optional(IntegerInput),
  limit: Type.Optional(IntegerInput),
});

const LogPage = Page(AccountLogRow);

function logCall(path: string) {
  return readCall(reading, path, Filter, LogPage, { refusals: ['currency_unknown'] });
}

export const changeLog = logCall('account_log/change');
export const legalLog = logCall('account_log/legal');
export const leverLog = logCall('account_log/lever');
export const microLog = logCall('account_log/micro');
export const financialLog = logCall('account_log/financial');

/** All changes of one account within a time as CSV, with their value in dollars at that time where it is known. */
export const accountLogExport = fileCall(
  reading,
  'account_log/export',
  Type.Object({
    account: Type.Enum(['change_account', 'legal_account', 'lever_account', 'micro_account', 'financial_account']),
    currency_id: Type.Optional(IntegerInput),
    cause,
    from: IntegerInput,
    to: IntegerInput,
    /** The IANA name of the time zone of times, which include the offset; default UTC. */
    time_zone: Type.Optional(Type.String({ maxLength: 64 })),
  }),
  { refusals: ['currency_unknown', 'export_running', 'export_too_long'] },
);
