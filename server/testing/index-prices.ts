import { currencyId, indexPrice } from '@bourse/engine';
import { demoSource } from '../index-price/index.ts';
import type { RunningVenue } from './running-venue.ts';

/** The decimals of the demo's indices. */
const decimals = 8;

/** Reports index prices of the demo in USDT, by currency id. They are live for three seconds. */
export async function reportPrices(
  venue: RunningVenue,
  prices: Readonly<Record<number, number>>,
  observedAtMs = Date.now(),
): Promise<void> {
  await venue.operate({
    ...{ type: 'index_ticks', source: demoSource, observedAtMs },
    prices: Object.entries(prices).map(([id, price]) => ({
      asset: currencyId(Number(id)),
      price: indexPrice(Math.round(price * 10 ** decimals)),
    })),
  });
}
