export { openVenue, type Venue, type VenueOptions } from './app.ts';
export { type Config, readConfig } from './config.ts';
