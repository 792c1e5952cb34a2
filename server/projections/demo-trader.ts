import type { UserId } from '@bourse/engine';

export const firstDemoTrader = 1001;
export const lastDemoTrader = 99_999;

/** The venue's own traders in the demo. They leave trades in the tables, but no untraded orders and no account log. */
export function isDemoTrader(user: UserId): boolean {
  return user >= firstDemoTrader && user <= lastDemoTrader;
}
