import type { ConfigureIndex, CurrencyId, ListCurrency, ListMarket } from '@bourse/engine';
import { venue } from '@bourse/engine';

/** The demo's one source of prices. */
export const demoSource = 'simulator';

/**
 * The commands that put an index of every currency in force which is bought and sold in a listing, but for those that
 * have one. A single source is enough in the demo, and is never far from itself.
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
    // Up to 90 million USDT; the cheapest coin of the demo still has six digits.
    decimals: 8,
    sources: [demoSource],
    minSources: 1,
    maxDeviationPpm: 5_000,
    stalenessMs: 3_000,
    operator: venue,
    cause: 'setup',
  };
}
