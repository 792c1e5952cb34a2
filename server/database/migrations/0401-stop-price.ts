import { coreMigration } from '../migration.ts';

/** The price, in ticks, at which a stop order was triggered or waited to be; null for every other order. */
export const stopPrice = coreMigration(`alter table orders add column stop_price bigint`);
