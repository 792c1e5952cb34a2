import type { MatchGroup } from '@bourse/contract';
import Big from 'big.js';
import type { Tickers } from '../../live/feeds/tickers.ts';
import { isDecimal } from '../../live/decimal.ts';

export type VolumeUnit = 'BTC' | 'USDT';

/**
 * What was traded on all open markets in the last 24 hours: each market's volume at its latest price and its quote currency's price in dollars, in USDT or, by the price
 * of BTC, in BTC. A plain decimal; null when there is nothing to reckon with.
 */
export function marketVolume(groups: readonly MatchGroup[], tickers: Tickers, unit: VolumeUnit): string | null {
  let dollars = new Big(0);
  for (const { usd_price, matches } of groups) {
    for (const { id, open_change, currency_quotation } of matches) {
      const { volume, close } = tickers[id]?.quotation ?? currency_quotation;
      if (open_change === 1) dollars = dollars.plus(product(volume, close, usd_price));
    }
  }
  const worth = unit === 'USDT' ? dollarsOf('USDT', groups) : dollarsOfBitcoin(groups, tickers);
  if (worth === null || !isDecimal(worth) || new Big(worth).lte(0)) return null;
  return dollars.div(worth).round(2, Big.roundDown).toFixed(2);
}

function product(...factors: readonly string[]): Big {
  return factors.every(isDecimal) ? factors.reduce((known, factor) => known.times(factor), new Big(1)) : new Big(0);
}

function dollarsOf(code: string, groups: readonly MatchGroup[]): string | null {
  return groups.find((group) => group.code === code)?.usd_price ?? null;
}

/** The price of BTC in dollars, by its market against USDT. */
function dollarsOfBitcoin(groups: readonly MatchGroup[], tickers: Tickers): string | null {
  const group = groups.find(({ code }) => code === 'USDT');
  const match = group?.matches.find(({ base_currency_code }) => base_currency_code === 'BTC');
  if (group === undefined || match === undefined) return null;
  const { close } = tickers[match.id]?.quotation ?? match.currency_quotation;
  return product(close, group.usd_price).toFixed();
}
