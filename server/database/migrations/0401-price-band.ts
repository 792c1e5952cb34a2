import { coreMigration } from '../migration.ts';

/** How far from the last trade an order's price may be, in parts per million; null where there is no bound. */
export const priceBand = coreMigration(`alter table markets add column price_band_ppm integer`);
