import { choice, integer, list, nullable, text, tuple } from './value-type.ts';
import type { CurrencyId, MarketId, OrderId, TradeId, UserId } from '../identifiers.ts';
import type { AccountType } from '../ledger/account.ts';
import type { Amount, IndexPrice, Lots, Ticks } from '../money.ts';
import type { ValueOf, ValueType } from './value-type.ts';

const max = Number.MAX_SAFE_INTEGER;

// Field types that several capabilities share. A type that only one capability uses is declared in that capability's
// folder.
/** A whole number: a version, a number of milliseconds, a rate in parts per million. */
export const count = integer(-max, max);
export const user = integer<UserId>(0, max);
export const currency = integer<CurrencyId>(0, max);
export const market = integer<MarketId>(0, max);
export const order = integer<OrderId>(0, max);
export const trade = integer<TradeId>(0, max);
export const amount = integer<Amount>(-max, max);
export const ticks = integer<Ticks>(-max, max);
export const lots = integer<Lots>(-max, max);
export const indexPrice = integer<IndexPrice>(-max, max);
export const accountType: ValueType<AccountType> = integer<AccountType>(0, max);

/**
 * The external system that caused a posting, such as a chain's deposits; together with a number it identifies one
 * cause.
 */
export const source = text('A-Za-z0-9_.:-', 64);
/** Code of a currency. */
export const code = text('A-Z0-9', 16);
export const requestKey = nullable(text('\\x21-\\x7e', 128));

/**
 * Why an operator issued a command. Free-text explanations are stored outside the engine, under the command's sequence.
 */
const operatorCause = choice(
  'setup',
  'listing',
  'policy',
  'agreement',
  'market_conditions',
  'maintenance',
  'incident',
  'correction',
  'capital',
  'funding',
  'commission',
  'compensation',
  'network_fee',
  'appeal',
);
export type OperatorCause = ValueOf<typeof operatorCause>;

/** Fields of every operator command: who issued it (a user, or 0 for the venue's own set-up) and why. */
export const audit = { operator: user, cause: operatorCause };
export interface Audited {
  readonly operator: UserId;
  readonly cause: OperatorCause;
}

/**
 * The effect of a money event on one account: signed changes of the available and the locked balance, in the currency's
 * smallest units. `fee` is the venue's share of this movement and is already deducted from `available`. The postings of
 * an event sum to zero in each currency.
 */
const posting = tuple({
  user,
  accountType,
  currency,
  available: amount,
  locked: amount,
  fee: amount,
});
export type Posting = ValueOf<typeof posting>;
export const postings = list(posting);
