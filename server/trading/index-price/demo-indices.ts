import type { ConfigureIndex, CurrencyId, ListCurrency, ListMarket } from '@bourse/engine';
import { venue } from '@bourse/engine';

/** The price sources of the demo, by name. A demo that was started with fewer keeps them. */
export const demoSources = ['simulator', 'simulator_2', 'simulator_3'] as const;

/**
 * The commands that configure an index for each base currency of `listing`, except those in `configured`. Two of the
 * three sources suffice.
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
    sources: demoSources,
    minSources: 2,
    maxDeviationPpm: 5_000,
    stalenessMs: 3_000,
    operator: venue,
    cause: 'setup',
  };
}
