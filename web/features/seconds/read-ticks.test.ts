import { type IndexTick, maxTicks } from '@bourse/contract/index-price';
import { expect, test } from 'vitest';
import { readTicks } from './read-ticks.ts';

function tick(sequence: number, source: string | null = 'demo'): IndexTick {
  const none = { observed_at: null, observed: null, price: '1', live_sources: 1, left_out: [] };
  return { sequence, time: sequence * 500, version: 1, source, ...none };
}

const kept = [...Array.from({ length: 2.5 * maxTicks }, (_, at) => tick(at + 1)), tick(2.5 * maxTicks, null)];

test('ticks are read to the end of a range, in full answers and a last one', async () => {
  const asked: number[] = [];
  const ticks = await readTicks(
    ({ after }) => {
      asked.push(after);
      return Promise.resolve(kept.filter(({ sequence }) => sequence > after).slice(0, maxTicks));
    },
    [{ from: 0, to: 600 }],
  );
  expect(ticks).toEqual(kept);
  expect(asked).toEqual([0, maxTicks, 2 * maxTicks]);
});

test('a tick that two ranges hold is returned once, in the order of the sequence', async () => {
  const ask = ({ from }: { readonly from: number }) =>
    Promise.resolve(from === 0 ? [tick(1), tick(2)] : [tick(2), tick(3)]);
  const ticks = await readTicks(
    ask,
    [
      { from: 0, to: 1 },
      { from: 1, to: 2 },
    ].toReversed(),
  );
  expect(ticks.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
});
