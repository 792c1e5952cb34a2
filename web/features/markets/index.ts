export {
  arrange,
  useMarketCatalogue,
  usePriceDecimals,
  useQuotation,
  useQuoted,
  useShownChange,
  useUsdtPrice,
  type Market,
  type MarketCatalogue,
  type MarketCatalogueState,
} from './market-catalogue.ts';
export { MarketList } from './market-list.tsx';
export type { MarketPath } from './market-list-rows.tsx';
export { cnyValue, type MarketSort } from './market-sort.ts';
export { MarketTable } from './market-table.tsx';
export { Sparkline } from './sparkline.tsx';
export { useSparklines } from './use-sparklines.ts';
export { useMarketOfAddress } from './use-market-of-address.ts';
