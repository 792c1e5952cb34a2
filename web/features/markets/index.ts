export {
  arrange,
  followMarket,
  useMarketCatalogue,
  usePriceDecimals,
  useQuotation,
  useQuoted,
  useShownChange,
  useUsdtPrice,
  type Market,
  type MarketCatalogue,
  type MarketCatalogueState,
  type Visit,
} from './market-catalogue.ts';
export { MarketList } from './market-list.tsx';
export { cnyValue, type MarketSort } from './market-sort.ts';
export { MarketTable } from './market-table.tsx';
export { Sparkline } from './sparkline.tsx';
export { useSparklines } from './use-sparklines.ts';
