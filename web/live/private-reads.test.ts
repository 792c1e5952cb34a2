import { userInfo } from '@bourse/contract/identity';
import { currencyMatches } from '@bourse/contract/markets';
import { buyList, sellList, type OrderMessage } from '@bourse/contract/spot';
import { accountList } from '@bourse/contract/wallet';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { createOrderFeed, mergeOpenOrders, type KnownOrder } from './feeds/orders.ts';
import { followPrivateReads } from './private-reads.ts';
import { placeholderFor } from './read.ts';
import type { PrivateStart } from './socket.ts';
import { orderOf } from './testing/order-of.ts';

describe('private data', () => {
  it('is fetched again when it may be older than the start of the private messages', async () => {
    const page = pageOf('ann');
    page.answers(100);
    const list = page.read(buyList.path);
    const account = page.read(userInfo.path);
    await page.settled();
    page.answers(111);
    page.begin({ sequence: 110, afterBreak: false, isReset: false });
    await page.settled();
    expect([list(), account()]).toEqual([111, 100]);
    page.answers(112);
    page.begin({ sequence: 111, afterBreak: false, isReset: false });
    await page.settled();
    expect(list()).toBe(111);
  });

  it('is also fetched again when it is updated by messages of another private channel', async () => {
    const page = pageOf('ann');
    page.answers(100);
    const followed = page.read('storage_currency/my_locks', 'ann', { followed: true });
    const account = page.read(userInfo.path);
    await page.settled();
    page.answers(111);
    page.begin({ sequence: 110, afterBreak: false, isReset: false });
    await page.settled();
    expect([followed(), account()]).toEqual([111, 100]);
  });

  it('is fetched again when the first response was still pending at that start', async () => {
    const page = pageOf('ann');
    const late = page.holdsBack();
    const list = page.read(buyList.path);
    page.answers(111);
    page.begin({ sequence: 110, afterBreak: false, isReset: false });
    await page.settled();
    late(100);
    await page.settled();
    expect(list()).toBe(111);
  });

  it('is all fetched again after a break that cannot be resumed; public data is not', async () => {
    const page = pageOf('ann');
    page.answers(100);
    const account = page.read(userInfo.path);
    const everybody = page.read(currencyMatches.path, null);
    await page.settled();
    page.answers(120);
    page.begin({ sequence: 90, afterBreak: true, isReset: true });
    await page.settled();
    expect([account(), everybody()]).toEqual([120, 100]);
  });

  it('stays on screen while its next page loads, but is never shown to another user', () => {
    const [anns, everybodys] = ['ann', null].map((person) => ({ queryKey: ['list', { page: 1 }, person] }));
    expect(placeholderFor('ann')('rows', anns)).toBe('rows');
    expect(placeholderFor('bob')('rows', anns)).toBeUndefined();
    expect(placeholderFor(null)('rows', anns)).toBeUndefined();
    expect(placeholderFor('bob')('rows', everybodys)).toBe('rows');
  });
});

describe('the stored order updates', () => {
  it('keep an order that rests however many others come and end, and drop those that the lists already reflect', async () => {
    const page = pageOf('ann');
    page.answers(1);
    page.read(buyList.path);
    page.read(sellList.path);
    page.read(accountList.path);
    await page.settled();
    page.answers(1_401);
    page.tell(1, 'submitted', 2);
    for (let id = 2; id <= 700; id += 1) {
      page.tell(id, 'submitted', 2 * id);
      page.tell(id, 'cancelled', 2 * id + 1);
    }
    expect(page.open(1)).toEqual([1]);
    // However many updates overflow, the lists are requested once until they answer.
    expect(page.asked(buyList.path)).toBe(2);
    await page.settled();
    expect(page.remembered()).toBe(0);
    page.tell(1, 'cancelled', 5_000);
    expect(page.open(1_401, [1])).toEqual([]);
  });

  it('are all kept while a list has not answered', async () => {
    const page = pageOf('ann');
    page.answers(1);
    page.read(buyList.path);
    await page.settled();
    page.holdsBack();
    for (let id = 1; id <= 600; id += 1) page.tell(id, 'submitted', id + 1);
    await page.settled();
    expect(page.remembered()).toBe(600);
    expect(page.asked(buyList.path)).toBe(2);
  });

  it("are dropped when the server's sequences start again", () => {
    const page = pageOf('ann');
    page.tell(1, 'submitted', 5_000);
    page.begin({ sequence: 12, afterBreak: true, isReset: true });
    page.tell(1, 'cancelled', 13);
    expect(page.open(12, [1])).toEqual([]);
  });
});

/** A page of one user, whose responses carry the sequence that the test sets. */
function pageOf(person: string) {
  const queries = new QueryClient();
  const asked = new Map<string, number>();
  let sequence = 0;
  let held: Promise<number> | null = null;
  let begin: (start: PrivateStart) => void = () => undefined;
  let tell: (message: OrderMessage) => void = () => undefined;
  const orders = createOrderFeed({
    onOrder: (listener) => {
      tell = listener;
      return () => undefined;
    },
  });
  const socket = {
    onPrivateStart: (listener: typeof begin) => {
      begin = listener;
      return () => undefined;
    },
  };
  followPrivateReads({ socket, orders, queries });
  return {
    read: (path: string, owner: string | null = person, meta: Readonly<Record<string, boolean>> = {}) => {
      const queryFn = async (): Promise<{ readonly sequence: number }> => {
        asked.set(path, (asked.get(path) ?? 0) + 1);
        return { sequence: await (held ?? sequence) };
      };
      const observer = new QueryObserver(queries, { queryKey: [path, {}, owner], queryFn, meta });
      observer.subscribe(() => undefined);
      return () => observer.getCurrentResult().data?.sequence;
    },
    answers: (next: number) => {
      sequence = next;
      held = null;
    },
    /** From now on responses wait until the test resolves them. */
    holdsBack: () => {
      const { promise, resolve } = Promise.withResolvers<number>();
      held = promise;
      return resolve;
    },
    asked: (path: string) => asked.get(path) ?? 0,
    settled: async () => {
      for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0));
    },
    begin: (start: PrivateStart) => begin(start),
    tell: (id: number, status: KnownOrder['status'], at: number) =>
      tell({
        type: 'TX_SUBMIT',
        sequence: at,
        order: { ...orderOf({ id, status }), quote_account: account(2), base_account: account(1) },
      }),
    remembered: () => Object.keys(orders.store.getState().orders).length,
    /** The ids in a list of open orders that was fetched at `asOf` with the given orders. */
    open: (asOf: number, fetched: readonly number[] = []) =>
      mergeOpenOrders(
        { orders: fetched.map((id) => orderOf({ id })), sequence: asOf, number: 1, size: 10 },
        orders.store.getState().orders,
        () => true,
      ).map(({ id }) => id),
  };
}

function account(currency: number): OrderMessage['order']['base_account'] {
  return {
    id: currency,
    user_id: 100_001,
    account_type_id: 1,
    currency_id: currency,
    currency_code: 'A',
    balance: '1',
    lock_balance: '0',
    convert_usd: '1',
    convert_eth: '1',
    convert_btc: '1',
  };
}
