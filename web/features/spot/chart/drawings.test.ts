import { describe, expect, it } from 'vitest';
import { drawingBounds, readDrawings, writeDrawings, type Drawing } from './drawings.ts';

describe('the drawings on a chart', () => {
  it('are stored by market', () => {
    const first = put(null, 1, [line('a')]);
    const both = put(first, 2, [line('b'), line('c')]);
    expect(readDrawings(both, 1)).toEqual([line('a')]);
    expect(ids(readDrawings(both, 2))).toEqual(['b', 'c']);
    expect(readDrawings(both, 3)).toEqual([]);
    expect(readDrawings(put(both, 1, [], [line('a')]), 1)).toEqual([]);
    expect(ids(readDrawings(put(both, 1, [], [line('a')]), 2))).toEqual(['b', 'c']);
  });

  it('are restored with their times, prices, texts and locks', () => {
    const kept: readonly Drawing[] = [
      { id: 't', tool: 'text', points: [{ time: 5, value: 1.5 }], text: 'hold', locked: true },
      { ...line('a'), tool: 'fibonacci' },
    ];
    expect(readDrawings(put(null, 7, kept), 7)).toEqual(kept);
  });

  it('are dropped when they are malformed, unknown, duplicated, or an empty text', () => {
    const items = [
      line('a'),
      line('a'),
      { ...line('b'), tool: 'spiral' },
      { ...line('c'), points: [{ time: 1, value: 2 }] },
      {
        ...line('d'),
        points: [
          { time: 'x', value: 2 },
          { time: 1, value: 2 },
        ],
      },
      { id: 'e', tool: 'text', points: [{ time: 1, value: 2 }], text: '' },
      null,
      7,
    ];
    expect(ids(readDrawings(JSON.stringify({ m1: items }), 1))).toEqual(['a']);
    for (const broken of ['', '{', '[]', '7', 'null', '{"m1":{}}']) expect(readDrawings(broken, 1)).toEqual([]);
  });

  it('of two tabs are merged', () => {
    const [a, b, c] = [line('a'), line('b'), line('c')];
    const begun = put(null, 1, [a, b]);
    const other = put(begun, 1, [a, b, c], [a, b]);
    const moved = { ...a, locked: true };
    expect(readDrawings(put(other, 1, [moved], [a, b]), 1)).toEqual([moved, c]);
  });

  it('are dropped when a time is not a valid date', () => {
    const stored = JSON.stringify({
      m1: [
        {
          ...line('a'),
          points: [
            { time: 1e300, value: 1 },
            { time: 1, value: 1 },
          ],
        },
      ],
    });
    expect(readDrawings(stored, 1)).toEqual([]);
  });

  it('are limited by market and in total', () => {
    const many = Array.from({ length: drawingBounds.drawings + 5 }, (_, index) => line(String(index)));
    expect(readDrawings(put(null, 1, many), 1)).toHaveLength(drawingBounds.drawings);
    let stored = put(null, 900, [line('first')]);
    for (let market = 1; market <= drawingBounds.markets; market += 1) stored = put(stored, market, [line('a')]);
    expect(readDrawings(stored, 900)).toEqual([]);
    expect(readDrawings(stored, 1)).toHaveLength(1);
  });
});

function put(
  stored: string | null,
  market: number,
  after: readonly Drawing[],
  before: readonly Drawing[] = [],
): string {
  return writeDrawings(stored, market, { before, after });
}

function line(id: string): Drawing {
  return {
    id,
    tool: 'segment',
    points: [
      { time: 60_000, value: 10 },
      { time: 120_000, value: 11.25 },
    ],
    text: '',
    locked: false,
  };
}

function ids(drawings: readonly Drawing[]): string[] {
  return drawings.map(({ id }) => id);
}
