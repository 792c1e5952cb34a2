import type { AdSuspension } from '@bourse/contract/p2p';
import { fiatOf } from '../rates/fiats.ts';
import type { References } from '../rates/references.ts';
import type { Ad } from './ad.ts';
import { bandOf, type Decimals, fiatWithin, floatingPrice } from './prices.ts';
import type { With } from '../../../ground/parts.ts';

export interface ConditionParts extends With<'now' | 'views'> {
  readonly references: Pick<References, 'decimalsOf' | 'of'>;
  readonly settings: { readonly p2p_band_percent: number };
}

/** The price of an ad for an order that is opened now, or why there is none. */
export type PriceNow =
  | { readonly price: bigint }
  | { readonly obstacle: 'rate' }
  | { readonly obstacle: 'price'; readonly low: bigint; readonly high: bigint };

type PricedAd = Pick<Ad, 'basisPoints' | 'price' | 'side'>;
type PriceParts = Omit<ConditionParts, 'now' | 'views'>;

/** A fixed price is compared with the reference while there is one; a floating one needs it. */
export function priceOf(parts: PriceParts, ad: PricedAd & Pick<Ad, 'currency' | 'fiat'>): PriceNow {
  return pricesOf(parts, ad)(ad);
}

/** The same for many ads of a coin and a fiat currency. */
export function pricesOf(
  { references, settings }: PriceParts,
  pair: Pick<Ad, 'currency' | 'fiat'>,
): (ad: PricedAd) => PriceNow {
  const reference = references.of(pair.currency, pair.fiat);
  if (reference === null) return ({ price }) => (price === null ? { obstacle: 'rate' } : { price });
  const decimals = references.decimalsOf(pair);
  const percent = settings.p2p_band_percent;
  const { high, low } = bandOf(reference, percent, decimals);
  return (ad) => {
    const price = ad.price ?? floatingPrice(reference, ad.basisPoints ?? 0, ad.side, decimals);
    // Rounding may move a floating price out of the band by one unit.
    const isOutside = ad.price === null ? Math.abs(ad.basisPoints ?? 0) > percent * 100 : price < low || price > high;
    return isOutside || price <= 0n ? { obstacle: 'price', low, high } : { price };
  };
}

/** Whether a merchant takes orders at this minute of the day (UTC). `from` = `to` is the whole day. */
export function isWithinHours({ hours }: Pick<Ad, 'hours'>, nowMs: number): boolean {
  if (hours === null || hours.from === hours.to) return true;
  const minute = Math.floor(nowMs / 60_000) % 1_440;
  const { from, to } = hours;
  return from < to ? minute >= from && minute < to : minute >= from || minute < to;
}

/** The reasons for a suspension that follow from the ad, its merchant's pause and prices. They end by themselves. */
type PassingReason = Extract<AdSuspension, 'left' | 'rate' | 'price' | 'offline'>;

const passing: readonly AdSuspension[] = ['left', 'rate', 'price', 'offline'] satisfies readonly PassingReason[];

function isPassing(reason: AdSuspension): reason is PassingReason {
  return passing.includes(reason);
}

/** Why an ad cannot be taken by anyone now; null if it can. */
export function passingReason(
  parts: ConditionParts,
  ad: Pick<Ad, 'basisPoints' | 'currency' | 'fiat' | 'hours' | 'left' | 'min' | 'price' | 'side'>,
  isPaused: boolean,
): PassingReason | null {
  if (isPaused || !isWithinHours(ad, parts.now())) return 'offline';
  const priced = priceOf(parts, ad);
  if ('obstacle' in priced) return priced.obstacle;
  const most = fiatWithin(BigInt(ad.left), priced.price, decimalsOf(parts, ad));
  return most < BigInt(ad.min) ? 'left' : null;
}

export function decimalsOf(
  { views }: Pick<ConditionParts, 'views'>,
  { currency, fiat }: Pick<Ad, 'currency' | 'fiat'>,
): Decimals {
  return { coin: views.listings.currency(currency).decimals, fiat: fiatOf(fiat).decimals };
}

/**
 * Whether an ad takes orders as far as its state says: one that opens by itself does so as soon as its reason is over.
 */
export function isOffered({ autoOpen, stage, state, suspendedBy }: Ad): boolean {
  if (stage !== 'live') return false;
  return state === 'open' || (autoOpen && suspendedBy !== null && isPassing(suspendedBy));
}
