import type { ConfigureIndex, CurrencyId, ListCurrency, ListMarket } from '@bourse/engine';
import { venue } from '@bourse/engine';

/** The demo's only price source. */
export const demoSource = 'simulator';

/**
 * The commands that configure an index for each base currency of `listing`, except those in `configured`. The demo has
 * one source, so one live source is enough and the deviation limit never applies.
 */
export function missingDemoIndices(
  listing: Iterable<ListCurrency | ListMarket>,
  configured: Iterable<{ readonly asset: CurrencyId }>,
): readonly ConfigureIndex[] {
  const known = new Set(Array.from(configured, ({ asset }) => asset));
  const traded = new Set<CurrencyId>();
  for (const item of listing) if (item.type === 'list_market') traded.add(item.base);
  return [...traded].filter((asset) => !known.has(asset)).map(demoIndex);
}

function demoIndex(asset: CurrencyId): ConfigureIndex {
  return {
    type: 'configure_index',
    asset,
    // Allows prices up to 90 million USDT and leaves six significant digits for the demo's cheapest coin.
    decimals: 8,
    sources: [demoSource],
    minSources: 1,
    maxDeviationPpm: 5_000,
    stalenessMs: 3_000,
    operator: venue,
    cause: 'setup',
  };
}
