import { currencyId, indexPrice } from '@bourse/engine';
import { demoSources } from '../trading/index-price/index.ts';
import type { RunningVenue } from './running-venue.ts';

/** The decimals of the demo's indices. */
const decimals = 8;

/** The time of the last report at each venue: the next one is refused sooner than 100 ms after it. */
const reportedAtMs = new WeakMap<RunningVenue, number>();

/** Reports index prices of the demo in USDT from all sources, by currency id. They are live for three seconds. */
export async function reportPrices(
  venue: RunningVenue,
  prices: Readonly<Record<number, number>>,
  observedAtMs = Math.max(Date.now(), (reportedAtMs.get(venue) ?? 0) + 100),
): Promise<void> {
  reportedAtMs.set(venue, observedAtMs);
  for (const source of demoSources) {
    await venue.operate({
      type: 'index_ticks',
      source,
      observedAtMs,
      prices: Object.entries(prices).map(([id, price]) => ({
        asset: currencyId(Number(id)),
        price: indexPrice(Math.round(price * 10 ** decimals)),
      })),
    });
  }
}
