import type { AccountType, CurrencyId, MarketId, Side, UserId } from '@bourse/engine';
import { userId } from '@bourse/engine';
import type { Balance, OrderState, Views } from '../../ground/feed/index.ts';
import { type IndexPriceState, indexPrices } from '../../trading/index-price/index.ts';

/** The demo traders of the venue have ids from 1001 on, far below those of users. */
export const makerUsers: readonly UserId[] = [1001, 1002, 1003, 1004].map((id) => userId(id));
export const takerUsers: readonly UserId[] = [1005, 1006, 1007, 1008, 1009, 1010].map((id) => userId(id));

/** The state that bots can see, as of the last committed command: their own orders and balances, and last prices. */
export interface BotViews {
  readonly balances: {
    read(user: UserId, accountType: AccountType, currency: CurrencyId): Balance;
  };
  readonly orders: {
    ofUser(user: UserId, side: Side, market: MarketId | null): readonly OrderState[];
  };
  readonly indexPrices: {
    all(): readonly IndexPriceState[];
  };
  /** The price of the last trade in ticks; 0 before the first trade. */
  lastPrice(market: MarketId): number;
}

/** The part of the exchange's views that bots can see. */
export function botViewsOf(views: Views): BotViews {
  return {
    balances: views.balances,
    orders: views.orders,
    indexPrices: indexPrices.of(views),
    lastPrice: (market) => views.lastPrice(market),
  };
}
