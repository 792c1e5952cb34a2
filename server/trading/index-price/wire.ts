import type { IndexPrice } from '@bourse/contract/index-price';
import { fractionText, type Listings, wideText } from '../../ground/feed/index.ts';
import type { IndexPriceState } from './index-view.ts';

/** Converts an index to its wire form. */
export function indexOnWire(listings: Listings, index: IndexPriceState): IndexPrice {
  const { id, code } = listings.currency(index.asset);
  return {
    currency_id: id,
    currency_code: code,
    price: index.price === null ? null : wideText(BigInt(index.price), index.decimals),
    live_sources: index.live,
    left_out: [...index.leftOut],
    time: index.timeMs,
    sequence: index.sequence,
    version: index.version,
    price_decimals: index.decimals,
    sources: [...index.sources],
    min_sources: index.minSources,
    max_deviation: fractionText(index.maxDeviationPpm),
    staleness_ms: index.stalenessMs,
  };
}
