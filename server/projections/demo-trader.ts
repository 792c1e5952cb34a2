import type { UserId } from '@bourse/engine';

const firstDemoTrader = 1001;
const lastDemoTrader = 99_999;

/** The venue's own traders in the demo. They leave trades in the tables, but no untraded orders and no account log. */
export function isDemoTrader(user: UserId): boolean {
  return user >= firstDemoTrader && user <= lastDemoTrader;
}

/** The same of a column, as SQL: with literal bounds, so that the planner sees that the partial indexes fit. */
export function holdsDemoTrader(column: string): string {
  return `${column} between ${firstDemoTrader} and ${lastDemoTrader}`;
}
