import { describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { emptyBook, type Book } from '../../../../live/book.ts';
import type { DepthView } from '../../../../live/feeds/depth.ts';
import { createFigures } from '../../../../ui/figures.ts';
import { openDepthCanvas, type DepthSummary, type DepthPicture } from './depth-canvas.ts';

const scale = { price_decimals: 0, price_step: '1', amount_decimals: 0 };

describe('the depth chart', () => {
  it('is drawn at most once per frame, and only when the book has changed', () => {
    const { store, frame, drawn } = opened();
    frame();
    expect(drawn).toHaveLength(1);
    frame();
    expect(drawn).toHaveLength(1);
    for (const amount of ['2', '3', '4']) store.setState({ book: bookOf(amount) });
    frame();
    expect(drawn).toHaveLength(2);
    expect(drawn.at(-1)?.curve.bids[0]?.sum).toBe(4);
    // A message without a visible change.
    store.setState(({ book }) => ({ book: { ...book, sequence: 9 } }));
    frame();
    expect(drawn).toHaveLength(2);
  });

  it('reports the cumulative amounts at the crosshair for both sides, or at its edges without a crosshair', () => {
    const { canvas, frame, said } = opened();
    frame();
    expect(said.at(-1)).toMatchObject({ mid: '100', span: '10', bids: { price: '90', sum: '3', value: '286' } });
    canvas.point(-0.5);
    frame();
    expect(said.at(-1)).toMatchObject({
      bids: { price: '95', sum: '1', value: '98' },
      asks: { price: '105', sum: '1', value: '102' },
    });
    canvas.point(null);
    frame();
    expect(said.at(-1)).toMatchObject({ asks: { price: '110', sum: '3' } });
  });

  it('keeps its range while the book changes, and resets it with another market', () => {
    const { canvas, store, frame, drawn, said } = opened();
    frame();
    canvas.zoom(-2);
    frame();
    expect(drawn.at(-1)?.reach).toBeCloseTo(5);
    store.setState({ book: { ...bookOf('1'), asks: [{ price: '102', amount: '1' }] } });
    frame();
    expect(drawn.at(-1)?.reach).toBeCloseTo(5);
    canvas.zoom(null);
    frame();
    expect(drawn.at(-1)?.reach).toBeCloseTo(7);
    canvas.show('B/Q', scale);
    frame();
    expect(said.at(-1)).toBeNull();
  });

  it('is not drawn after it is closed', () => {
    const { canvas, store, frame, drawn } = opened();
    canvas.close();
    store.setState({ book: bookOf('7') });
    frame();
    expect(drawn).toEqual([]);
  });
});

function opened() {
  const store = createStore<DepthView>(() => ({ symbol: 'A/Q', book: bookOf('1') }));
  const drawn: DepthPicture[] = [];
  const said: (DepthSummary | null)[] = [];
  const frames: (() => void)[] = [];
  const canvas = openDepthCanvas({
    store,
    draw: (picture) => drawn.push(picture),
    onSummary: (summary) => said.push(summary),
    requestFrame: (draw) => frames.push(draw),
  });
  canvas.show('A/Q', scale);
  canvas.look({ theme: 'dark', directions: 'standard', figures: createFigures('en', 'UTC') });
  const frame = (): void => {
    for (const draw of frames.splice(0)) draw();
  };
  return { canvas, store, drawn, said, frame };
}

function bookOf(amount: string): Book {
  const side = (best: string, next: string): Book['bids'] => [
    { price: best, amount },
    { price: next, amount: '2' },
  ];
  return { ...emptyBook, sequence: 1, bids: side('98', '94'), asks: side('102', '108') };
}
