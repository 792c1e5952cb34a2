import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toast, toasts } from './toasts.ts';

describe('a toast', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => {
    vi.runAllTimers();
    vi.useRealTimers();
  });

  it('stays for a second', () => {
    toast('Copied', 'success');
    vi.advanceTimersByTime(999);
    expect(said()).toEqual(['success Copied']);
    vi.advanceTimersByTime(1);
    expect(said()).toEqual([]);
  });

  it('is an error unless something else is said', () => {
    toast('No');
    expect(said()).toEqual(['error No']);
  });

  it('is not said twice at once, but stays for a second from the last time', () => {
    toast('No');
    vi.advanceTimersByTime(600);
    toast('No');
    expect(said()).toEqual(['error No']);
    vi.advanceTimersByTime(999);
    expect(said()).toEqual(['error No']);
    vi.advanceTimersByTime(1);
    expect(said()).toEqual([]);
  });

  it('makes room for newer ones when there are more than three', () => {
    for (const text of ['a', 'b', 'c', 'd']) toast(text);
    expect(said()).toEqual(['error b', 'error c', 'error d']);
  });
});

function said(): string[] {
  return toasts.getState().map(({ kind, message }) => `${kind} ${message}`);
}
