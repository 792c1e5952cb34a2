import { describe, expect, it } from 'vitest';
import { absent } from '../absent.ts';
import { btcusdt } from '../testing/test-exchange.ts';
import { amount, lots, ticks } from '../money.ts';
import { orderId, userId } from '../identifiers.ts';
import { Random } from '../simulation/random.ts';
import { Orders } from './orders.ts';
import type { AccountSlot } from '../ledger/ledger.ts';
import type { OrderSlot } from './orders.ts';
import type { TraderSlot } from './traders.ts';

const trader = 0 as TraderSlot;
const account = 0 as AccountSlot;

const terms = {
  user: userId(1),
  market: btcusdt,
  side: 'sell',
  orderType: 'limit',
  timeInForce: 'gtc',
  postOnly: false,
  price: ticks(7),
  quoteAmount: null,
  stopPrice: null,
  clientOrderId: null,
  held: amount(90),
} as const;

function add(orders: Orders, id: number): OrderSlot {
  return orders.add({ ...terms, order: orderId(id) }, lots(9), trader, account, { sequence: id, timeMs: 0 });
}

describe('the pool of live orders', () => {
  it.each([
    ['that are consecutive', 1, 1],
    ['that are far apart', 64, 1],
    ['above 32 bits', 1, 2 ** 40],
    ['with equal low 32 bits', 2 ** 32, 5],
  ])('finds exactly the live orders, by ids %s', (_, step, first) => {
    const random = new Random(step);
    const orders = new Orders();
    const live: number[] = [];
    const ended: number[] = [];
    for (let count = 0; count < 6000; count += 1) {
      const id = first + count * step;
      add(orders, id);
      live.push(id);
      while (live.length > 1500 || random.oneIn(3)) {
        const [gone] = live.splice(random.integer(0, live.length - 1), 1);
        if (gone === undefined) break;
        orders.remove(orders.find(orderId(gone)) as OrderSlot);
        ended.push(gone);
      }
    }

    expect(orders.size).toBe(live.length);
    expect(orders.all().map((slot) => orders.id(slot))).toEqual(live);
    for (const id of ended) expect(orders.find(orderId(id))).toBe(absent);
  });

  it('reuses a slot without any data of the previous order', () => {
    const orders = new Orders();
    const first = {
      ...terms,
      order: orderId(1),
      clientOrderId: 'c',
      postOnly: true,
      quoteAmount: amount(5),
      stopPrice: ticks(7),
    };
    const before = orders.add(first, lots(9), trader, account, { sequence: 1, timeMs: 0 });
    orders.setStop(before, { price: ticks(7), selfTradePrevention: null, place: 0, trigger: null });
    orders.fill(before, lots(4), amount(28), amount(1), amount(40));
    orders.remove(before);
    const after = add(orders, 2);

    expect(after).toBe(before);
    expect([
      orders.filled(after),
      orders.filledQuote(after),
      orders.fee(after),
      orders.clientOrderId(after),
      orders.quoteAmount(after),
      orders.stopPrice(after),
      orders.postOnly(after),
    ]).toEqual([0, 0, 0, null, null, null, false]);
    expect([orders.remaining(after), orders.held(after)]).toEqual([9, 90]);
  });
});
