import { venue } from '../identifiers.ts';
import { leavingRefusal } from '../leaving.ts';
import { accountType } from '../ledger/account.ts';
import { isMovable } from '../ledger/movable.ts';
import { posting } from '../ledger/posting.ts';
import { amount as amountOf, indexPrice } from '../money.ts';
import { convertedUnits, hasMoved } from './rate.ts';
import type { Event } from '../event.ts';
import type { Currency } from '../market/market.ts';
import type { Amount } from '../money.ts';
import type { Accepted } from '../outcome.ts';
import type { RejectionFor } from '../rejection.ts';
import type { ExchangeState } from '../state.ts';
import type { Convert } from './commands.ts';
import type { PricedCurrency } from './rate.ts';
import type { ConvertConfiguration } from './state.ts';

/** A conversion and the amount that the user received. */
interface ConversionOutcome extends Accepted {
  readonly type: 'conversion';
  readonly received: Amount;
}

type ConvertRejection = RejectionFor<
  | 'currency_unknown'
  | 'trading_stopped'
  | 'same_currency'
  | 'amount_invalid'
  | 'quote_expired'
  | 'currency_not_convertible'
  | 'price_unavailable'
  | 'amount_too_small'
  | 'price_moved'
  | 'insufficient_balance'
  | 'treasury_short'
>;

/** The yield of a conversion at the present prices. */
interface Terms {
  readonly received: Amount;
  readonly spreadPpm: number;
}

/** More than any treasury has. */
const largest = Number.MAX_SAFE_INTEGER;

/** Converts money of a user's change account against the venue's treasury. */
export function convert(state: ExchangeState, command: Convert, events: Event[]): ConversionOutcome | ConvertRejection {
  const terms = termsOf(state, command);
  if ('reason' in terms) return terms;
  const { user, from, to, amount, quoted } = command;
  const { received, spreadPpm } = terms;
  const { change, treasury } = accountType;
  const sold = { user, accountType: change, currency: from, amount, to: null };
  const refusal = leavingRefusal(state, { ...sold, leaves: 'trade' });
  if (refusal !== null) return refusal;
  const bought = { user: venue, accountType: treasury, currency: to, amount: received, to: null };
  if (leavingRefusal(state, { ...bought, leaves: 'venue' }) !== null) return { reason: 'treasury_short', currency: to };

  const { ledger } = state;
  ledger.post(ledger.open(user, change, from), ledger.open(venue, treasury, from), amount);
  ledger.post(ledger.open(venue, treasury, to), ledger.open(user, change, to), received);
  const postings = [
    posting(user, change, from, 0 - amount, 0),
    posting(user, change, to, received, 0),
    posting(venue, treasury, from, amount, 0),
    posting(venue, treasury, to, 0 - received, 0),
  ];
  events.push({ type: 'converted', user, from, to, amount, quoted, received, spreadPpm, postings });
  return { type: 'conversion', received };
}

function termsOf(state: ExchangeState, command: Convert): Terms | ConvertRejection {
  const { user, from, to, amount, quoted, expiresAtMs } = command;
  const { convert: settings, currencies, restrictions } = state;
  const [source, target] = [currencies.get(from), currencies.get(to)];
  if (source === undefined || target === undefined) return { reason: 'currency_unknown' };
  if (restrictions.stopsTrading(user)) return { reason: 'trading_stopped' };
  if (from === to) return { reason: 'same_currency' };
  if (!isMovable(amount) || (quoted !== null && !isMovable(quoted))) return { reason: 'amount_invalid' };
  if (expiresAtMs !== null && state.timeMs > expiresAtMs) return { reason: 'quote_expired' };
  const { configuration } = settings;
  const [spreadFrom, spreadTo] = [settings.spreadOf(from), settings.spreadOf(to)];
  if (configuration === null || spreadFrom === null) return { reason: 'currency_not_convertible', currency: from };
  if (spreadTo === null) return { reason: 'currency_not_convertible', currency: to };
  const [sold, bought] = [pricedOf(state, configuration, source), pricedOf(state, configuration, target)];
  if (sold === null) return { reason: 'price_unavailable', currency: from };
  if (bought === null) return { reason: 'price_unavailable', currency: to };

  const spreadPpm = Math.max(spreadFrom, spreadTo);
  const present = convertedUnits(amount, sold, bought, spreadPpm);
  if (present === 0n) return { reason: 'amount_too_small' };
  const received = amountOf(Number(present < BigInt(quoted ?? largest) ? present : (quoted ?? largest)));
  if (quoted !== null && hasMoved(present, quoted, configuration.tolerancePpm)) {
    return { reason: 'price_moved', received };
  }
  return { received, spreadPpm };
}

/** The currency with its present price; null without a live index. */
function pricedOf(
  { indices }: ExchangeState,
  { reference }: ConvertConfiguration,
  { currency, decimals }: Currency,
): PricedCurrency | null {
  if (currency === reference) return { decimals, price: indexPrice(1), priceDecimals: 0 };
  const priceDecimals = indices.configurationOf(currency)?.decimals;
  const price = indices.priceOf(currency);
  return price === null || priceDecimals === undefined ? null : { decimals, price, priceDecimals };
}
