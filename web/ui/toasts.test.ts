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

  it('is an error by default', () => {
    toast('No');
    expect(said()).toEqual(['error No']);
  });

  it('is not shown twice at once, but stays for a second from the last call', () => {
    toast('No');
    vi.advanceTimersByTime(600);
    toast('No');
    expect(said()).toEqual(['error No']);
    vi.advanceTimersByTime(999);
    expect(said()).toEqual(['error No']);
    vi.advanceTimersByTime(1);
    expect(said()).toEqual([]);
  });

  it('keeps its row while others come and go, and a new one takes the first free row', () => {
    toast('a');
    vi.advanceTimersByTime(300);
    toast('b');
    vi.advanceTimersByTime(300);
    toast('c');
    expect(places()).toEqual(['a 0', 'b 1', 'c 2']);
    vi.advanceTimersByTime(400);
    expect(places()).toEqual(['b 1', 'c 2']);
    toast('d');
    toast('c');
    expect(places()).toEqual(['b 1', 'd 0', 'c 2']);
    toast('e');
    expect(places()).toEqual(['d 0', 'c 2', 'e 1']);
  });

  it('is replaced by a newer one when there are more than three', () => {
    for (const text of ['a', 'b', 'c', 'd']) toast(text);
    expect(said()).toEqual(['error b', 'error c', 'error d']);
  });
});

function places(): string[] {
  return toasts.getState().map(({ message, place }) => `${message} ${place}`);
}

function said(): string[] {
  return toasts.getState().map(({ kind, message }) => `${kind} ${message}`);
}
