import { describe, expect, it } from 'vitest';
import { pagesOf, placeOfPage } from './order-pages.ts';

const sizes = { perRequest: 100, perPage: 10 };

describe('pages of orders of both sides', () => {
  it('are one where there are no orders', () => {
    expect(pagesOf([0, 0], sizes)).toEqual([1]);
    expect(placeOfPage(1, [0, 0], sizes)).toEqual({ request: 1, index: 0 });
  });

  it('hold the orders of both sides together', () => {
    expect(pagesOf([7, 5], sizes)).toEqual([2]);
    expect(placeOfPage(2, [7, 5], sizes)).toEqual({ request: 1, index: 1 });
  });

  it('reach every order of a side that needs several requests', () => {
    expect(pagesOf([215, 104], sizes)).toEqual([20, 11, 2]);
    expect(placeOfPage(20, [215, 104], sizes)).toEqual({ request: 1, index: 19 });
    expect(placeOfPage(21, [215, 104], sizes)).toEqual({ request: 2, index: 0 });
    expect(placeOfPage(33, [215, 104], sizes)).toEqual({ request: 3, index: 1 });
  });
});
