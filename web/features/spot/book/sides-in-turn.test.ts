import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BookLine, BookLines } from './book-lines.ts';
import type * as module from './sides-in-turn.ts';

// The module keeps its frame queue in module state, which tests in one process would share.
let SidesInTurn: typeof module.SidesInTurn;

describe('the sides of a book', () => {
  let frames: (() => void)[];
  beforeEach(async () => {
    frames = [];
    vi.stubGlobal('document', { hidden: false });
    vi.stubGlobal('requestAnimationFrame', (callback: () => void) => frames.push(callback));
    vi.resetModules();
    ({ SidesInTurn } = await import('./sides-in-turn.ts'));
  });
  afterEach(() => {
    nextFrame();
    vi.unstubAllGlobals();
  });
  const nextFrame = (): void => {
    for (const callback of frames.splice(0)) callback();
  };

  it('are drawn in two successive frames, after which the book is whole', () => {
    const { sides, shown } = drawing(book(['101', '102'], ['100', '99']));
    expect(shown()).toBe('101 100 whole');
    sides.follow(book(['102', '103'], ['101', '100']));
    expect(shown()).toBe('102 100');
    nextFrame();
    expect(shown()).toBe('102 101 whole');
    expect(frames).toEqual([]);
  });

  it('never cross in between: the side that moves away is drawn first', () => {
    const { sides, shown } = drawing(book(['101'], ['100']));
    sides.follow(book(['100'], ['99']));
    expect(shown()).toBe('101 99');
    nextFrame();
    expect(shown()).toBe('100 99 whole');
    sides.follow(book(['105'], ['104']));
    expect(shown()).toBe('105 99');
    nextFrame();
    expect(shown()).toBe('105 104 whole');
  });

  it('use no second frame when only one side has changed', () => {
    const first = book(['101'], ['100']);
    const { sides, shown } = drawing(first);
    sides.follow({ ...book(['102'], []), bids: first.bids });
    expect(shown()).toBe('102 100 whole');
    expect(frames).toEqual([]);
  });

  it('skip to the latest book when another arrives in between', () => {
    const { sides, shown } = drawing(book(['101'], ['100']));
    sides.follow(book(['103'], ['102']));
    sides.follow(book(['99'], ['98']));
    expect(shown()).toBe('103 98');
    nextFrame();
    expect(shown()).toBe('99 98 whole');
  });

  it('are not drawn after they are closed', () => {
    const { sides, shown } = drawing(book(['101'], ['100']));
    sides.follow(book(['103'], ['102']));
    sides.close();
    nextFrame();
    expect(shown()).toBe('103 100');
  });
});

/** Draws a book; `shown` returns the best prices on screen, the ask before the bid. */
function drawing(first: BookLines) {
  const best = { asks: '', bids: '' };
  let isWhole = false;
  const sides = new SidesInTurn(
    (side, lines) => {
      best[side] = lines[side][0]?.price ?? '';
      isWhole = false;
    },
    () => {
      isWhole = true;
    },
  );
  sides.all(first);
  return { sides, shown: () => `${best.asks} ${best.bids}${isWhole ? ' whole' : ''}` };
}

function book(asks: readonly string[], bids: readonly string[]): BookLines {
  const line = (price: string): BookLine => ({ price, amount: '1', sum: '1', value: '1', share: 100, own: null });
  return { asks: asks.map(line), bids: bids.map(line) };
}
