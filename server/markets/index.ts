export { markets } from './capability.ts';
export { demoCurrencies, demoListing, demoMarkets, missingListing } from './listing.ts';
