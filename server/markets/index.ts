export { demoListing, missingListing } from './listing.ts';
export { registerMarkets } from './routes.ts';
