export { stored } from './stored.ts';
export { openVenue, type Venue } from './app.ts';
export type { VenueOptions } from './venue-options.ts';
export { type Config, readConfig } from './config.ts';
