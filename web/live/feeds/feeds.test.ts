import { describe, expect, it } from 'vitest';
import type { Quotation, TapeRow } from '@bourse/contract/markets';
import type { Order } from '@bourse/contract/spot';
import { mergeOpenOrders } from './orders.ts';
import { mergeTape } from './tape.ts';
import type { ChannelListener } from '../socket.ts';
import { orderOf } from '../testing/order-of.ts';
import { createTickerFeed, withTickers } from './tickers.ts';

describe('a list of open orders', () => {
  const page = { orders: [order(5), order(3)], sequence: 100, number: 1, size: 10 };
  const always = (): boolean => true;

  it('puts a new order on top', () => {
    expect(ids(mergeOpenOrders(page, { 9: { order: order(9), sequence: 101 } }, always))).toEqual([9, 5, 3]);
  });

  it('updates a filled order in place', () => {
    const filled = { ...order(3), transacted_amount: '0.5' };
    const rows = mergeOpenOrders(page, { 3: { order: filled, sequence: 101 } }, always);
    expect(rows[1]?.transacted_amount).toBe('0.5');
  });

  it('updates a reduced order in place, and puts one that replaced another on top', () => {
    const updates = {
      3: { order: { ...order(3), number: '0.4' }, sequence: 101 },
      5: { order: { ...order(5), status: 'cancelled' as const }, sequence: 102 },
      9: { order: { ...order(9), price: '11' }, sequence: 102 },
    };
    expect(mergeOpenOrders(page, updates, always).map(({ id, number, price }) => [id, number, price])).toEqual([
      [9, '1', '11'],
      [3, '0.4', '10'],
    ]);
  });

  it('does not add an order of a later page when an update of it arrives', () => {
    const full = { ...page, size: 2 };
    const filled = { ...order(2), transacted_amount: '0.5' };
    expect(ids(mergeOpenOrders(full, { 2: { order: filled, sequence: 101 } }, always))).toEqual([5, 3]);
    expect(ids(mergeOpenOrders(page, { 2: { order: filled, sequence: 101 } }, always))).toEqual([2, 5, 3]);
  });

  it('ignores updates that are older than the page', () => {
    const old = { ...order(3), status: 'cancelled' as const };
    expect(ids(mergeOpenOrders(page, { 3: { order: old, sequence: 100 } }, always))).toEqual([5, 3]);
  });

  it('removes an order that was filled or cancelled since', () => {
    const updates = {
      5: { order: { ...order(5), status: 'completed' as const }, sequence: 101 },
      3: { order: { ...order(3), status: 'cancelled' as const }, sequence: 102 },
    };
    expect(mergeOpenOrders(page, updates, always)).toEqual([]);
  });

  it('adds new orders on its first page only, and only those that match its filter', () => {
    const updates = { 9: { order: order(9), sequence: 101 } };
    expect(ids(mergeOpenOrders({ ...page, number: 2 }, updates, always))).toEqual([5, 3]);
    expect(ids(mergeOpenOrders(page, updates, () => false))).toEqual([5, 3]);
  });
});

describe('the tape', () => {
  it('keeps the latest thirty trades, newest first, without duplicates', () => {
    const first = mergeTape([], { snapshot: true, completes: range(1, 30).map(trade) });
    const after = mergeTape(first, { snapshot: false, completes: [trade(32), trade(31), trade(30)] });
    expect(after.map((row) => row.id)).toEqual(range(3, 32));
  });

  it('starts over with a snapshot', () => {
    expect(mergeTape([trade(7)], { snapshot: true, completes: [trade(2)] }).map((row) => row.id)).toEqual([2]);
  });
});

describe('the tickers', () => {
  const known = withTickers({}, [
    { quotation: quotation(1, '10'), sequence: 5 },
    { quotation: quotation(2, '20'), sequence: 5 },
  ]);

  it('apply newer quotations and leave the others unchanged', () => {
    const after = withTickers(known, [
      { quotation: quotation(1, '11'), sequence: 6 },
      { quotation: quotation(2, '19'), sequence: 4 },
    ]);
    expect(after[1]?.quotation.close).toBe('11');
    expect(after[2]).toBe(known[2]);
    expect(withTickers(known, [{ quotation: quotation(2, '19'), sequence: 5 }])).toBe(known);
  });

  it('keep the newest quotation of a burst', () => {
    const burst = [6, 8, 7].map((sequence) => ({ quotation: quotation(1, String(sequence)), sequence }));
    expect(withTickers(known, burst)[1]).toMatchObject({ quotation: { close: '8' }, sequence: 8 });
  });

  it('keep the same object for a quotation with equal values', () => {
    const after = withTickers(known, [{ quotation: quotation(1, '10'), sequence: 9 }]);
    expect(after[1]?.sequence).toBe(9);
    expect(after[1]?.quotation).toBe(known[1]?.quotation);
  });

  it('share one subscription between all followers', () => {
    const { feed, channel } = listened();
    const stops = [feed.watch(), feed.watch(), feed.watch()];
    expect(channel).toEqual(['listen']);
    stops[0]?.();
    stops[0]?.();
    stops[1]?.();
    expect(channel).toEqual(['listen']);
    stops[2]?.();
    expect(channel).toEqual(['listen', 'leave']);
    feed.watch();
    expect(channel).toEqual(['listen', 'leave', 'listen']);
  });

  it('accept lower sequences after a reconnect, and show the old values until then', () => {
    const { feed, restart } = listened();
    feed.watch();
    feed.seed(groupOf(quotation(1, '100')), 5_000);
    feed.seed(groupOf(quotation(1, '200')), 12);
    expect(feed.store.getState()[1]?.quotation.close).toBe('100');
    restart();
    expect(feed.store.getState()[1]?.quotation.close).toBe('100');
    feed.seed(groupOf(quotation(1, '200')), 12);
    expect(feed.store.getState()[1]?.quotation.close).toBe('200');
  });
});

/** A ticker feed and a record of its subscriptions. */
function listened() {
  const channel: string[] = [];
  let listener: ChannelListener | null = null;
  const feed = createTickerFeed({
    listen: (_name, listens) => {
      channel.push('listen');
      listener = listens;
      return () => channel.push('leave');
    },
  });
  return { feed, channel, restart: () => listener?.restarted?.() };
}

function groupOf(currency_quotation: Quotation): Parameters<ReturnType<typeof createTickerFeed>['seed']>[0] {
  return [{ matches: [{ currency_quotation }] }];
}

function quotation(id: number, close: string): Quotation {
  return { currency_match_id: id, close, change: '0', high: close, low: close, volume: '1' };
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => to - index);
}

function trade(id: number): TapeRow {
  return { id, time: id, price: '1', amount: '1', number: '1', way: 2 };
}

function ids(orders: readonly Pick<Order, 'id'>[]): number[] {
  return orders.map(({ id }) => id);
}

function order(id: number): Order {
  return orderOf({ id });
}
