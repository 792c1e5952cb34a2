import { coreMigration } from '../migration.ts';

/** Orders that are post-only or by quote amount, and how far a market order may slip, in parts per million. */
export const orderTerms = coreMigration(
  `alter table orders add column post_only boolean not null default false, add column quote_amount bigint`,
  `alter table markets add column market_slippage_ppm integer not null default 20000`,
  // The defaults are for the rows that were there; a row of a later event says everything itself.
  `alter table orders alter column post_only drop default`,
  `alter table markets alter column market_slippage_ppm drop default`,
);
