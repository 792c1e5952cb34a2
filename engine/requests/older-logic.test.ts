import { describe, expect, it } from 'vitest';
import { Digest } from '../digest.ts';
import { Exchange } from '../exchange.ts';
import { logicVersion } from '../logic-version.ts';
import { LeverMarket } from '../testing/leverage.ts';
import { alice, bob, fundedExchange, rejectionOf, TestExchange, typesOf } from '../testing/test-exchange.ts';
import type { Command } from '../command.ts';
import type { AnsweredRequest } from './request-keys.ts';

const dayMs = 86_400_000;

describe('a request decided by logic version 2', () => {
  it('is remembered when it was rejected, and forgotten when the present version takes over', () => {
    const tested = fundedExchange();
    tested.exchange.useLogic(2);
    tested.cancel(alice, 1, { requestKey: 'k' });
    tested.buy(alice, 1, 100, { requestKey: 'a' });

    expect(tested.cancel(alice, 1, { requestKey: 'k' })).toMatchObject([
      { type: 'request_repeated', first: { type: 'rejected', rejection: { reason: 'order_not_found' } } },
    ]);
    const restarted = tested.restarted();
    tested.exchange.useLogic(logicVersion);
    for (const exchange of [tested, restarted]) {
      expect(typesOf(exchange.buy(alice, 1, 100, { requestKey: 'a' }))).toEqual(['request_repeated']);
      expect(typesOf(exchange.cancel(alice, 1, { requestKey: 'k' }))).toEqual(['order_ended']);
    }
    expect(restarted.exchange.stateHash()).toBe(tested.exchange.stateHash());
  });

  it('has no limit but that of its user', () => {
    const limits = { maximumPerUser: 20, maximumTotal: 16, lifetimeMs: dayMs };
    const tested = fundedExchange({}, { requestKeys: limits });
    tested.exchange.useLogic(2);
    for (let n = 0; n < 20; n += 1) tested.buy(alice, 1, 1, { requestKey: `k${n}`, timeInForce: 'ioc' });

    expect(rejectionOf(tested.cancel(alice, 9, { requestKey: 'k20' }))).toEqual({
      reason: 'request_keys_exhausted',
      maximum: 20,
    });
    tested.exchange.useLogic(logicVersion);
    expect(rejectionOf(tested.buy(bob, 1, 1, { requestKey: 'k' }))).toEqual({
      reason: 'request_keys_exhausted',
      maximum: 0,
    });
  });
});

describe('a request decided by logic version 5', () => {
  it('sets stops and closes all positions again and again if its key cannot be remembered', () => {
    const market = new LeverMarket({ requestKeys: { maximumPerUser: 1, maximumTotal: 1000, lifetimeMs: dayMs } });
    market.exchange.exchange.useLogic(5);
    market.submit({ share: 1, requestKey: 'a' });
    market.price(6_500_000);
    const stops = { type: 'set_lever_stops', user: alice, position: 1, takeProfit: null, stopLoss: 64_000_000 };
    const all = { type: 'close_all_lever', user: alice, market: null, side: null };

    for (const [command, type] of [
      [stops, 'lever_stops_set'],
      [stops, 'lever_stops_set'],
      [all, 'lever_closing'],
    ] as const) {
      expect(typesOf(market.exchange.apply({ ...command, requestKey: 'b' } as Command))).toEqual([type]);
    }
  });
});

describe('a snapshot of logic version 2', () => {
  it('is read: its lines have whole commands, sorted by user, and its header no limit for all users', () => {
    const tested = fundedExchange();
    tested.buy(bob, 1, 90, { requestKey: 'b' });
    tested.buy(alice, 1, 100, { requestKey: 'a', clientOrderId: 'c' });
    const restored = new TestExchange(Exchange.restore(asOfVersion2([...tested.exchange.snapshot()])));
    restored.wait(0);

    expect(restored.exchange.stateHash()).toBe(tested.exchange.stateHash());
    expect(typesOf(restored.buy(alice, 1, 100, { requestKey: 'a', clientOrderId: 'c' }))).toEqual(['request_repeated']);
    expect(rejectionOf(restored.buy(bob, 1, 91, { requestKey: 'b' }))).toEqual({ reason: 'request_key_reused' });
  });
});

interface Line extends AnsweredRequest {
  readonly type: 'request';
}

/** The lines as an exchange of version 2 would have written them. */
function asOfVersion2(lines: readonly string[]): string[] {
  const terms = { orderType: 'limit', timeInForce: 'gtc', postOnly: false, selfTradePrevention: null };
  const placed = { type: 'place_order', market: 1, side: 'buy', quantity: 1, ...terms };
  const commands: Record<string, object> = {
    a: { ...placed, user: alice, price: 100, clientOrderId: 'c', requestKey: 'a' },
    b: { ...placed, user: bob, price: 90, clientOrderId: null, requestKey: 'b' },
  };
  const isRequest = (line: string): boolean => line.startsWith('{"type":"request"');
  const contents = lines.slice(0, -1).map((line) => line.replaceAll(/"maximumTotal":\d+,/g, ''));
  const requests = contents.filter(isRequest).map((line) => {
    const { user: _user, fingerprint: _fingerprint, ...rest } = JSON.parse(line) as Line;
    return JSON.stringify({ ...rest, command: commands[rest.requestKey] });
  });
  const texts = [...contents.filter((line) => !isRequest(line)), ...requests.toReversed()];
  const digest = new Digest('');
  for (const text of texts) digest.text(text);
  digest.settle();
  return [...texts, JSON.stringify({ type: 'footer', lines: texts.length, hash: digest.hex() })];
}
