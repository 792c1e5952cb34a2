import { describe, expect, it } from 'vitest';
import { drawingBounds, readDrawings, writeDrawings, type Drawing } from './drawings.ts';

describe('the drawings on a chart', () => {
  it('are kept for each market by itself', () => {
    const first = writeDrawings(null, 1, [line('a')]);
    const both = writeDrawings(first, 2, [line('b'), line('c')]);
    expect(readDrawings(both, 1)).toEqual([line('a')]);
    expect(ids(readDrawings(both, 2))).toEqual(['b', 'c']);
    expect(readDrawings(both, 3)).toEqual([]);
    expect(readDrawings(writeDrawings(both, 1, []), 1)).toEqual([]);
    expect(ids(readDrawings(writeDrawings(both, 1, []), 2))).toEqual(['b', 'c']);
  });

  it('come back with their moments, prices, texts and locks', () => {
    const kept: readonly Drawing[] = [
      { id: 't', tool: 'text', points: [{ time: 5, value: 1.5 }], text: 'hold', locked: true },
      { ...line('a'), tool: 'fibonacci' },
    ];
    expect(readDrawings(writeDrawings(null, 7, kept), 7)).toEqual(kept);
  });

  it('leave out what is broken, unknown, doubled, or a text without words', () => {
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

  it('are bounded, in a market and in all', () => {
    const many = Array.from({ length: drawingBounds.drawings + 5 }, (_, index) => line(String(index)));
    expect(readDrawings(writeDrawings(null, 1, many), 1)).toHaveLength(drawingBounds.drawings);
    let stored = writeDrawings(null, 900, [line('first')]);
    for (let market = 1; market <= drawingBounds.markets; market += 1)
      stored = writeDrawings(stored, market, [line('a')]);
    expect(readDrawings(stored, 900)).toEqual([]);
    expect(readDrawings(stored, 1)).toHaveLength(1);
  });
});

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
