import { coreMigration } from '../../../ground/database/index.ts';

/** The stop price in ticks of a stop order; null for every other order. */
export const stopPrice = coreMigration(`alter table orders add column stop_price bigint`);
