import type { UserId } from '@bourse/engine';

const firstDemoTrader = 1001;
const lastDemoTrader = 99_999;

/** The venue's own traders in the demo. Their trades are stored, but not their untraded orders or account log. */
export function isDemoTrader(user: UserId): boolean {
  return user >= firstDemoTrader && user <= lastDemoTrader;
}

/** `isDemoTrader` for a column, as SQL. The bounds are literals, so that the planner can use partial indexes. */
export function holdsDemoTrader(column: string): string {
  return `${column} between ${firstDemoTrader} and ${lastDemoTrader}`;
}
