export { markets } from './capability.ts';
export { demoListing, demoMarkets, missingListing } from './listing.ts';
