import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rateClasses } from '@bourse/contract';
import { describe, expect, test } from 'vitest';
import { networkOf } from './network.ts';
import { multipliedRates, type Rate, RateLimit, RateLimits, defaultRates, weightOf } from './rate-limits.ts';

const rate = { perSecond: 10, burst: 5 };

describe('a rate limit', () => {
  test('allows a burst at once, then the sustained rate without drift', () => {
    const limit = new RateLimit<string>(rate);
    const go = (nowMs: number): boolean => limit.take('a', nowMs) === 0;
    expect([1, 2, 3, 4, 5, 6].map(() => go(1_000))).toEqual([true, true, true, true, true, false]);
    let passed = 0;
    for (let nowMs = 1_001; nowMs <= 11_000; nowMs += 1) if (go(nowMs)) passed += 1;
    expect(passed).toBe(100);
  });

  test('returns the exact time to wait, and refused requests cost nothing', () => {
    const limit = new RateLimit<string>(rate);
    for (let n = 0; n < 5; n += 1) limit.take('a', 0);
    for (let n = 0; n < 50; n += 1) expect(limit.take('a', 30)).toBeCloseTo(70, 6);
    expect(limit.take('a', 99)).toBeGreaterThan(0);
    expect(limit.take('a', 100)).toBe(0);
  });

  test('counts a request by its weight', () => {
    const limit = new RateLimit<string>(rate);
    expect(limit.take('a', 0, 4)).toBe(0);
    expect(limit.take('a', 0, 2)).toBeCloseTo(100, 6);
    expect(limit.take('a', 0, 1)).toBe(0);
  });

  test('is separate for each key', () => {
    const limit = new RateLimit<string>(rate);
    for (let n = 0; n < 6; n += 1) limit.take('a', 0);
    expect(limit.take('a', 0)).toBeGreaterThan(0);
    expect(limit.take('b', 0)).toBe(0);
  });

  test('bounds its memory, evicting idle keys first', () => {
    const limit = new RateLimit<number>(rate, 100);
    for (let n = 0; n < 5; n += 1) limit.take(-1, 10_000);
    for (let key = 0; key < 99; key += 1) limit.take(key, 9_000);
    limit.take(1_000, 10_000);
    expect(limit.take(-1, 10_000)).toBeGreaterThan(0);
    for (let key = 2_000; key < 2_400; key += 1) limit.take(key, 10_000);
    expect(limit.take(-1, 10_000)).toBe(0);
  });
});

describe('the limits of all classes', () => {
  test('are separate for networks, users and classes, and wait for whole seconds', () => {
    let nowMs = 0;
    const limits = new RateLimits(defaultRates, () => nowMs);
    const { burst } = defaultRates.code.network;
    for (let n = 0; n < burst; n += 1) expect(limits.takeOfNetwork('code', '192.0.2.1')).toBe(0);
    expect(limits.takeOfNetwork('code', '192.0.2.1')).toBe(1);
    expect(limits.takeOfNetwork('code', '192.0.2.2')).toBe(0);
    expect(limits.takeOfNetwork('password', '192.0.2.1')).toBe(0);
    const orders = defaultRates.order.person?.burst ?? 0;
    expect(limits.takeOfPerson('order', 7, orders)).toBe(0);
    expect(limits.takeOfPerson('order', 7, 1)).toBe(1);
    expect(limits.takeOfPerson('cancel', 7, 1)).toBe(0);
    expect(limits.takeOfPerson('public', 7, 1_000_000)).toBe(0);
    nowMs += 1_000;
    expect(limits.takeOfPerson('order', 7, 1)).toBe(0);
  });

  test('apply as multiples to the enclosing networks of a subscriber', () => {
    const limits = new RateLimits(defaultRates, () => 0);
    const { burst } = defaultRates.code.network;
    let passed = 0;
    for (let n = 0; n < 256; n += 1) {
      for (let k = 0; k < burst; k += 1) {
        if (limits.takeOfNetwork('code', `2001:db8:1:${n.toString(16)}::/64`) === 0) passed += 1;
      }
    }
    expect(passed).toBe(4 * burst);
    expect(limits.takeOfNetwork('code', '2001:db8:1:100::/64')).toBe(0);
  });

  test('allow look-ups of valid tokens, and a limited number of unknown ones', async () => {
    const limits = new RateLimits(defaultRates, () => 0);
    const known = (): Promise<object> => Promise.resolve({});
    const unknown = (): Promise<null> => Promise.resolve(null);
    const broken = (): Promise<null> => Promise.reject(new Error('away'));
    const many = Array.from({ length: 300 });
    for (const _ of many) expect(await limits.lookUp('192.0.2.1', known)).toBe(0);
    for (const _ of many) await expect(limits.lookUp('192.0.2.1', broken)).rejects.toThrow('away');
    const waits = await Promise.all(many.map(() => limits.lookUp('192.0.2.1', unknown)));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(200);
    expect(await limits.lookUp('192.0.2.1', known)).toBe(1);
    expect(await limits.lookUp('192.0.2.2', known)).toBe(0);
  });

  test('allow a batch of the maximum size, and can be multiplied', () => {
    expect(defaultRates.order.person?.burst).toBeGreaterThanOrEqual(20);
    expect(multipliedRates(3).order).toEqual({
      network: { perSecond: 1_500, burst: 3_000 },
      person: { perSecond: 150, burst: 600 },
    });
  });
});

test('commands that change nothing are limited for all users of a network together; others return what they took', () => {
  const limits = new RateLimits(defaultRates, () => 0);
  const { network, person } = defaultRates.refusal;
  const users = network.burst / (person?.burst ?? 1);
  for (let user = 1; user <= users; user += 1) {
    for (let n = 0; n < (person?.burst ?? 0); n += 1) expect(limits.takeRefusal('192.0.2.1', user)).toBe(0);
    expect(limits.takeRefusal('192.0.2.1', user)).toBe(2);
  }
  expect(limits.takeRefusal('192.0.2.1', 99)).toBe(1);
  expect(limits.takeRefusal('192.0.2.2', 99)).toBe(0);
  limits.giveBackRefusal('192.0.2.1', 1);
  expect(limits.takeRefusal('192.0.2.1', 99)).toBe(0);
  expect(limits.takeRefusal('192.0.2.1', 1)).toBe(1);
});

test('a request that the limit of a wider network refuses costs its own network nothing', () => {
  let nowMs = 0;
  const limits = new RateLimits(
    { ...defaultRates, code: { network: { perSecond: 1, burst: 2 }, person: null } },
    () => nowMs,
  );
  const take = (subnet: number): number => limits.takeOfNetwork('code', networkOf(`2001:db8:0:${subnet}::1`));
  for (const subnet of [1, 1, 2, 2, 3, 3, 4, 4]) expect(take(subnet)).toBe(0);
  expect([take(5), take(5), take(5)]).toEqual([1, 1, 1]);
  nowMs = 500;
  expect([take(5), take(5), take(5)]).toEqual([0, 0, 1]);
});

test('the weight of a request is the number of its entries', () => {
  expect([undefined, null, 'a', {}, { id: 1 }, { ids: [] }, { ids: [1, 2, 3], way: 2 }].map(weightOf)).toEqual([
    1, 1, 1, 1, 1, 1, 3,
  ]);
});

test.each(rateClasses)('docs/reference/calls.md gives the limits of the class %s', (name) => {
  const page = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'reference', 'calls.md'), 'utf8');
  const row = page.split('\n').find((line) => line.startsWith(`| \`${name}\``) && line.split('|').length === 6) ?? '';
  const [user, network] = row
    .split('|')
    .slice(3, 5)
    .map((cell) => cell.trim());
  const { person, network: ofNetwork } = defaultRates[name];
  const shown = ({ perSecond, burst }: Rate): string =>
    `${perSecond.toLocaleString('en')}, ${burst.toLocaleString('en')}`;
  expect({ user, network }).toEqual({ user: person === null ? '' : shown(person), network: shown(ofNetwork) });
});
