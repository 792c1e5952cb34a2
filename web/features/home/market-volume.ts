import type { MatchGroup } from '@bourse/contract/markets';
import { isDecimal } from '../../live/decimal.ts';
import type { Tickers } from '../../live/feeds/tickers.ts';

export type VolumeUnit = 'BTC' | 'USDT';

/** Decimals are calculated exactly, as whole counts of 10^-12. */
const decimals = 12;
const one = 10n ** BigInt(decimals);

/**
 * The traded volume of all open markets over the last 24 hours: each market's volume times its latest price and its
 * quote currency's dollar price, converted to USDT or BTC. Truncated to two decimals; null when the unit has no price.
 */
export function marketVolume(groups: readonly MatchGroup[], tickers: Tickers, unit: VolumeUnit): string | null {
  const worth = unit === 'USDT' ? dollarsOfTether(groups) : dollarsOfBitcoin(groups, tickers);
  if (worth <= 0n) return null;
  let dollars = 0n;
  for (const { usd_price, matches } of groups) {
    for (const { id, open_change, currency_quotation } of matches) {
      const { volume, close } = tickers[id]?.quotation ?? currency_quotation;
      // The product has the scale of three factors; only the final division truncates.
      if (open_change === 1) dollars += units(volume) * units(close) * units(usd_price);
    }
  }
  const hundredths = (dollars * 100n) / (worth * one * one);
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`;
}

function dollarsOfTether(groups: readonly MatchGroup[]): bigint {
  return units(groups.find(({ code }) => code === 'USDT')?.usd_price ?? '0');
}

/** The dollar price of BTC, from its USDT market. */
function dollarsOfBitcoin(groups: readonly MatchGroup[], tickers: Tickers): bigint {
  const group = groups.find(({ code }) => code === 'USDT');
  const match = group?.matches.find(({ base_currency_code }) => base_currency_code === 'BTC');
  if (group === undefined || match === undefined) return 0n;
  const { close } = tickers[match.id]?.quotation ?? match.currency_quotation;
  return (units(close) * units(group.usd_price)) / one;
}

function units(text: string): bigint {
  if (!isDecimal(text)) return 0n;
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(`${whole}${fraction.slice(0, decimals).padEnd(decimals, '0')}`);
}
