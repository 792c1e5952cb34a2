import { describe, expect, it } from 'vitest';
import { tableState } from './table-state.ts';

describe('the state of a table', () => {
  it('is loading at first, and an error when loading failed', () => {
    expect(tableState(undefined, false)).toEqual({ kind: 'loading' });
    expect(tableState(undefined, true)).toEqual({ kind: 'error' });
  });

  it('is empty only when the last answer was successful and empty', () => {
    expect(tableState([], false)).toEqual({ kind: 'empty' });
    expect(tableState([], true)).toEqual({ kind: 'error' });
  });

  it('keeps the rows of an earlier answer as stale when a later one fails', () => {
    expect(tableState([1], false)).toEqual({ kind: 'rows', rows: [1], stale: false });
    expect(tableState([1], true)).toEqual({ kind: 'rows', rows: [1], stale: true });
  });
});
