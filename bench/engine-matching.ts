import { lots, marketId, orderId, ticks } from '@bourse/engine';
import type { OrderId } from '@bourse/engine';
import { MatchingAlone } from '@bourse/engine/matching-alone';
import type { MatchingOrder } from '@bourse/engine/matching-alone';
import type { Contestant } from './engine-contestants.ts';
import { firstMarket, openingTimeMs } from './engine-own.ts';

/** An order to place, or the id of one to cancel. */
type Input = MatchingOrder | OrderId;

/** The exchange's books and order pool alone. */
export const matching: Contestant<Input> = {
  name: 'matching alone',
  begin({ options }) {
    const book = new MatchingAlone();
    for (let at = 0; at < options.markets; at += 1) book.openMarket(marketId(firstMarket + at));
    return {
      trades: 0,
      volume: 0,
      prepare(operation) {
        const order = orderId(operation.order);
        if (operation.kind === 'cancel') return order;
        const { user: trader, side } = operation;
        const market = marketId(firstMarket + operation.market);
        return { order, market, trader, side, price: ticks(operation.price), quantity: lots(operation.quantity) };
      },
      execute(inputs) {
        const { trades, volume } = book;
        for (const input of inputs) {
          if (typeof input === 'number') book.cancel(input);
          else book.place(openingTimeMs, input);
        }
        this.trades += book.trades - trades;
        this.volume += book.volume - volume;
      },
      restingLots: () => book.restingLots(),
    };
  },
};
