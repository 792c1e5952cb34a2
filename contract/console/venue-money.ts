import { Type, type Static } from 'typebox';
import { Decimal, IntegerInput, Milliseconds, Sequence } from '../values.ts';
import { decimalRefusal, DecimalText } from './decimals.ts';
import { consoleFourEyes, consoleList } from './declare.ts';

const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const Id = Type.Integer({ minimum: 1, maximum: 65_535 });

/** The accounts of the exchange; `external` is the world outside, as capital is paid in or out. */
export const venueAccounts = [
  'external',
  'fees',
  'lever_house',
  'insurance',
  'micro_house',
  'savings_house',
  'treasury',
] as const;
const Account = Type.Enum(venueAccounts);

/**
 * All money of one currency: what came in from outside (negative), the balances of the exchange's accounts, and the
 * total of all users. The values add up to zero.
 */
export const VenueAccountsRow = Type.Object({
  currency_id: Id,
  currency_code: Type.String(),
  decimals: Count,
  external: Decimal,
  fees: Decimal,
  lever_house: Decimal,
  insurance: Decimal,
  micro_house: Decimal,
  savings_house: Decimal,
  /** The part of the savings account that is reserved for interest and cannot be moved. */
  savings_reserved: Decimal,
  treasury: Decimal,
  people: Decimal,
});
export type VenueAccountsRow = Static<typeof VenueAccountsRow>;

export const VenueTransferRow = Type.Object({
  sequence: Sequence,
  at: Milliseconds,
  from: Type.String(),
  to: Type.String(),
  /** The user who received it; null for transfers between accounts of the exchange. */
  user_id: Type.Union([Type.Integer(), Type.Null()]),
  currency_id: Id,
  currency_code: Type.String(),
  amount: Decimal,
  /** The cause, which is booked once. */
  source: Type.String(),
  n: Count,
  /** Null for the set-up of the exchange. */
  by: Type.Union([Type.String(), Type.Null()]),
  reason_code: Type.String(),
  reason: Type.Union([Type.String(), Type.Null()]),
});
export type VenueTransferRow = Static<typeof VenueTransferRow>;

const audience = ['finance', 'risk', 'admin'] as const;

/** A transfer that was booked: the sequence of its command. */
const Booked = Type.Object({ sequence: Sequence });

const transferRefusals = {
  ...decimalRefusal,
  currency_unknown: [],
  account_invalid: ['field'],
  insufficient: ['available'],
  /** The lever house keeps its floor free. */
  house_floor: ['available'],
  /** The rest of the fees is owed to agents. */
  fees_owed: ['available'],
} as const;

export const venueMoneyCalls = {
  venueAccounts: consoleList({ audience, path: 'venue-money', row: VenueAccountsRow }),
  venueTransfers: consoleList({
    audience,
    path: 'venue-money/transfers',
    input: {
      currency_id: Type.Optional(IntegerInput),
      user_id: Type.Optional(IntegerInput),
      from: Type.Optional(IntegerInput),
      to: Type.Optional(IntegerInput),
    },
    row: VenueTransferRow,
  }),
  /**
   * Moves the exchange's money between its own accounts. Capital that is paid in or out, and amounts above a limit of
   * the site settings, need a second person.
   */
  moveVenueMoney: consoleFourEyes({
    audience: ['finance'],
    path: 'venue-money/move',
    input: { currency_id: Id, from: Account, to: Account, amount: DecimalText },
    output: Booked,
    movesMoney: true,
    refusals: transferRefusals,
  }),
  /** Pays the exchange's money to a user's change account. */
  payUser: consoleFourEyes({
    audience: ['finance'],
    path: 'venue-money/pay',
    concerns: { kind: 'user', field: 'user_id' },
    input: {
      currency_id: Id,
      from: Account,
      user_id: Type.Integer({ minimum: 1, maximum: 2 ** 30 - 1 }),
      amount: DecimalText,
    },
    output: Booked,
    movesMoney: true,
    refusals: { ...transferRefusals, user_unknown: ['user'] },
  }),
} as const;
