import { expect, test } from 'vitest';
import { EachAlone } from './each-alone.ts';
import { Unavailable } from './unavailable.ts';

const broken = new Error('broken');

async function fail(error: Error): Promise<never> {
  return Promise.reject(error);
}

test('work that fails on one thing is done on the others, and the failure is reported at the end', async () => {
  const done: number[] = [];
  const alone = new EachAlone();
  for (const item of [1, 2, 3]) {
    await alone.attempt(async () => (item === 2 ? fail(broken) : Promise.resolve(done.push(item))));
  }
  expect(done).toEqual([1, 3]);
  expect(() => alone.end()).toThrow(broken);
});

test('several failures are reported together', async () => {
  const alone = new EachAlone();
  await alone.attempt(async () => fail(broken));
  await alone.attempt(async () => fail(broken));
  expect(() => alone.end()).toThrow(AggregateError);
});

test('a round ends at once when something that all need does not answer', async () => {
  const alone = new EachAlone();
  await expect(alone.attempt(async () => fail(new Unavailable('away')))).rejects.toThrow('away');
});

test('a round ends after ten failures', async () => {
  const alone = new EachAlone();
  for (let failures = 1; failures < 10; failures += 1) await alone.attempt(async () => fail(broken));
  await expect(alone.attempt(async () => fail(broken))).rejects.toThrow(AggregateError);
});

test('a round without failures ends', async () => {
  const alone = new EachAlone();
  await alone.attempt(() => Promise.resolve());
  expect(() => alone.end()).not.toThrow();
});
