import { choice, integer, list, nullable, text, tuple } from './value-type.ts';
import type { CurrencyId, MarketId, OrderId, TradeId, UserId } from '../identifiers.ts';
import type { AccountType } from '../ledger/account.ts';
import type { Amount, IndexPrice, Lots, Ticks } from '../money.ts';
import type { ValueOf, ValueType } from './value-type.ts';

const max = Number.MAX_SAFE_INTEGER;

// What fields of several capabilities are. A type that one capability alone knows is declared in that capability's
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

/** Who caused a posting outside the exchange, such as a chain's deposits; with a number it names one cause. */
export const source = text('A-Za-z0-9_.:-', 64);
/** A currency's code. */
export const code = text('A-Z0-9', 16);
export const requestKey = nullable(text('\\x21-\\x7e', 128));

/** Why an operator gave a command. What it means in words is kept outside the engine, beside the command's sequence. */
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
);
export type OperatorCause = ValueOf<typeof operatorCause>;

/** What every command of operators says: who gave it, a person or the venue itself (0) for its own set-up, and why. */
export const audit = { operator: user, cause: operatorCause };
export interface Audited {
  readonly operator: UserId;
  readonly cause: OperatorCause;
}

/**
 * What a money event did to one account: signed changes of what is available and what is locked, in the currency's
 * smallest units. `fee` is what the venue took of this movement; `available` is after it. The postings of an event sum
 * to zero in each currency.
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
