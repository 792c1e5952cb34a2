import { million } from '../money.ts';
import { priceLimit } from '../spot/orders.ts';
import type { MarketSettings } from './commands.ts';

/** The widest price band: up to a hundred times the last price. */
const maxBandPpm = 99 * million;

/** The first setting out of range, in the order of the settings. */
export function invalidSetting(settings: MarketSettings): keyof MarketSettings | null {
  if (!isBetween(settings.priceStep, 1, priceLimit - 1)) return 'priceStep';
  if (!isBetween(settings.quantityStep, 1, Number.MAX_SAFE_INTEGER)) return 'quantityStep';
  if (!isBetween(settings.minNotional, 0, Number.MAX_SAFE_INTEGER)) return 'minNotional';
  if (!isBetween(settings.marketSlippagePpm, 0, million - 1)) return 'marketSlippagePpm';
  if (settings.priceBandPpm !== null && !isBetween(settings.priceBandPpm, 1, maxBandPpm)) return 'priceBandPpm';
  if (!isBetween(settings.maxOpenOrders, 1, Number.MAX_SAFE_INTEGER)) return 'maxOpenOrders';
  return null;
}

/** The settings from a listing, in the order in which they are reported. */
export function settingsOf(listing: MarketSettings): MarketSettings {
  return {
    priceStep: listing.priceStep,
    quantityStep: listing.quantityStep,
    minNotional: listing.minNotional,
    marketSlippagePpm: listing.marketSlippagePpm,
    priceBandPpm: listing.priceBandPpm,
    maxOpenOrders: listing.maxOpenOrders,
    selfTradePrevention: listing.selfTradePrevention,
    sellBlocked: listing.sellBlocked,
  };
}

export function isBetween(value: number, minimum: number, maximum: number): boolean {
  return Number.isInteger(value) && value >= minimum && value <= maximum;
}
