import { describe, expect, it } from 'vitest';
import { absent } from '../absent.ts';
import { orderId, userId } from '../identifiers.ts';
import { amount, lots, ticks } from '../money.ts';
import { btcusdt } from '../testing/test-exchange.ts';
import { Orders } from './orders.ts';
import { Traders } from './traders.ts';
import { UserNumbers } from './user-numbers.ts';
import type { AccountSlot } from '../ledger/ledger.ts';

const terms = {
  market: btcusdt,
  side: 'buy',
  orderType: 'limit',
  timeInForce: 'gtc',
  postOnly: false,
  price: ticks(1),
  quoteAmount: null,
  stopPrice: null,
  clientOrderId: null,
  held: amount(1),
} as const;

describe('the traders of a market', () => {
  it('are found by their user, however many there are, and other users are not', () => {
    const traders = new Traders(new UserNumbers());
    const orders = new Orders();
    for (let user = 1; user <= 3000; user += 1) {
      const slot = traders.add(userId(user * 7), user as AccountSlot, (user + 1) as AccountSlot, {
        makerFeePpm: -user,
        takerFeePpm: 2 * user,
      });
      traders.addOrder(
        orders,
        orders.add({ ...terms, user: userId(user * 7), order: orderId(user) }, lots(1), slot, 0 as AccountSlot, {
          sequence: 1,
          timeMs: 0,
        }),
      );
    }

    for (let user = 1; user <= 3000; user += 1) {
      const slot = traders.find(userId(user * 7));
      expect(slot).not.toBe(absent);
      if (slot === absent) continue;
      expect([traders.user(slot), traders.base(slot), traders.quote(slot)]).toEqual([user * 7, user, user + 1]);
      expect([traders.makerFeePpm(slot), traders.takerFeePpm(slot)]).toEqual([-user, 2 * user]);
      expect(traders.openOrders(slot)).toBe(1);
      expect(traders.newestOrder(slot)).toBe(orders.find(orderId(user)));
      expect(traders.find(userId(user * 7 + 1))).toBe(absent);
    }
  });
});
