export { marketChangeNotices } from './change-notices.ts';
export { dayMarketChannel, klineChannel } from './channels.ts';
export { readDecidedMarkets } from './decided-markets.ts';
export { demoListing, missingListing, outdatedSettings } from './listing.ts';
export { registerMarkets } from './routes.ts';
