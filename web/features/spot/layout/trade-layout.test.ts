import { describe, expect, it } from 'vitest';
import { defaultLayout, layoutStyle, limitsOf, readLayout, writeLayout } from './trade-layout.ts';

describe('the stored layout of the trade screen', () => {
  it('is read as it was written', () => {
    const layout = { preset: 'book', sizes: { chart: 410, trades: 300 } } as const;
    expect(readLayout(writeLayout(layout))).toEqual(layout);
  });

  it.each([
    null,
    '',
    'null',
    '[]',
    '42',
    '{',
    '"classic"',
    '{"preset":"__proto__"}',
    '{"preset":7,"chart":"410","book":null}',
    '{"chart":-5,"book":1e9,"trades":300.5}',
    '{"chart":1e999}',
  ])('has its defaults where the browser holds %s', (stored) => {
    expect(readLayout(stored)).toEqual(defaultLayout);
  });

  it('keeps its valid parts beside invalid ones', () => {
    expect(readLayout('{"preset":"chart","chart":12,"book":333,"theme":"dark"}')).toEqual({
      preset: 'chart',
      sizes: { book: 333 },
    });
  });

  it('sets a variable for each chosen size only', () => {
    expect(layoutStyle({ preset: 'classic', sizes: { chart: 300, book: 320 } })).toEqual({
      '--chart-height': '300px',
      '--book-width': '320px',
    });
    expect(layoutStyle(defaultLayout)).toEqual({});
  });

  it('leaves room for the other panels in any window', () => {
    expect(limitsOf('book', { innerWidth: 1_280, innerHeight: 800 })).toEqual({ min: 240, max: 332 });
    expect(limitsOf('trades', { innerWidth: 5_120, innerHeight: 800 })).toEqual({ min: 208, max: 560 });
    expect(limitsOf('chart', { innerWidth: 1_280, innerHeight: 300 })).toEqual({ min: 200, max: 200 });
  });
});
