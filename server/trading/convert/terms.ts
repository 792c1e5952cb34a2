import { accountType, type Amount, amount, indexPrice, venue } from '@bourse/engine';
import { type ConvertConfiguration, convertedUnits, type PricedCurrency } from '@bourse/engine/convert';
import { type Currency, type Views, wideText } from '../../ground/feed/index.ts';
import { refused } from '../../ground/gateway/index.ts';
import { indexPrices } from '../index-price/index.ts';
import { convertView } from './convert-view.ts';

/** A currency that is given, and the one that is received. */
export interface Pair {
  readonly from: Currency;
  readonly to: Currency;
}

/** The yield of a conversion at the present index prices. */
interface Terms {
  readonly ok: true;
  readonly received: Amount;
  readonly spreadPpm: number;
  /** The yield without the spread, in units of the received currency. */
  readonly gross: bigint;
  readonly indexPrice: string;
}

/** Decimal places of prices. */
const priceDecimals = 12;

/** The terms that the exchange would apply at present, or its refusal. */
export function presentTerms(views: Views, { from, to }: Pair, units: Amount) {
  const { configuration } = convertView.of(views);
  const spreads = [from, to].map(({ id }) => configuration?.currencies.find(({ currency }) => currency === id));
  const [given, received] = spreads;
  if (configuration === null || given === undefined) {
    return refused('currency_not_convertible', { currency: from.code });
  }
  if (received === undefined) return refused('currency_not_convertible', { currency: to.code });
  const [sold, bought] = [pricedOf(views, configuration, from), pricedOf(views, configuration, to)];
  if (sold === null) return refused('convert_price_unavailable', { currency: from.code });
  if (bought === null) return refused('convert_price_unavailable', { currency: to.code });

  const spreadPpm = Math.max(given.spreadPpm, received.spreadPpm);
  const present = convertedUnits(units, sold, bought, spreadPpm);
  if (present === 0n) return refused('convert_too_small');
  const { available } = views.balances.read(venue, accountType.treasury, to.id);
  if (present > BigInt(available)) return refused('convert_treasury_short', { currency: to.code });
  const terms: Terms = {
    ok: true,
    received: amount(Number(present)),
    spreadPpm,
    gross: convertedUnits(units, sold, bought, 0),
    indexPrice: ratioText(
      BigInt(sold.price) * 10n ** BigInt(bought.priceDecimals),
      BigInt(bought.price) * 10n ** BigInt(sold.priceDecimals),
    ),
  };
  return terms;
}

/** The currency with its present price; null without a live index. The reference currency needs none. */
export function pricedOf(
  views: Views,
  { reference }: Pick<ConvertConfiguration, 'reference'>,
  { id, decimals }: Currency,
): PricedCurrency | null {
  if (id === reference) return { decimals, price: indexPrice(1), priceDecimals: 0 };
  const index = indexPrices.of(views).find(id);
  return index === undefined || index.price === null
    ? null
    : { decimals, price: index.price, priceDecimals: index.decimals };
}

/** How much of one currency a unit of another yields, truncated. */
export function yieldText({ from, to }: Pair, given: Amount, received: Amount): string {
  return ratioText(BigInt(received) * 10n ** BigInt(from.decimals), BigInt(given) * 10n ** BigInt(to.decimals));
}

function ratioText(dividend: bigint, divisor: bigint): string {
  return wideText((dividend * 10n ** BigInt(priceDecimals)) / divisor, priceDecimals);
}
