import { describe, expect, it } from 'vitest';
import { tableState } from './table-state.ts';

describe('the states of a table', () => {
  it('loads, and says when that failed', () => {
    expect(tableState(undefined, false)).toEqual({ kind: 'loading' });
    expect(tableState(undefined, true)).toEqual({ kind: 'error' });
  });

  it('is empty only when the answer says so and is the last one', () => {
    expect(tableState([], false)).toEqual({ kind: 'empty' });
    expect(tableState([], true)).toEqual({ kind: 'error' });
  });

  it('keeps the rows of an earlier answer, as stale, when a later one fails', () => {
    expect(tableState([1], false)).toEqual({ kind: 'rows', rows: [1], stale: false });
    expect(tableState([1], true)).toEqual({ kind: 'rows', rows: [1], stale: true });
  });
});
