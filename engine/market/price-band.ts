import { million, mulDivCeil, mulDivFloor } from '../money.ts';
import type { Ticks } from '../money.ts';
import type { RejectionFor } from '../rejection.ts';
import type { LiveMarket } from './market.ts';

/** Refuses a price outside the band around the last price; before the first trade every price is accepted. */
export function refusedByBand(
  { listing, lastPrice }: LiveMarket,
  price: Ticks,
): RejectionFor<'price_out_of_band'> | null {
  if (lastPrice === null || listing.priceBandPpm === null) return null;
  const factor = million + listing.priceBandPpm;
  const lowest = mulDivCeil(lastPrice, million, factor) as Ticks;
  const highest = mulDivFloor(lastPrice, factor, million) as Ticks;
  if (price >= lowest && price <= highest) return null;
  return { reason: 'price_out_of_band', reference: lastPrice, lowest, highest };
}
