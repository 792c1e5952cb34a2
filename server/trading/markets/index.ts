export { markets } from './capability.ts';
export { logoOf } from './currency-profiles.ts';
export { demoCurrencies, demoListing, demoMarkets, missingListing } from './listing.ts';
