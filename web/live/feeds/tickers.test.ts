import type { DayMarketMessage } from '@bourse/contract/markets';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ChannelListener } from '../socket.ts';
import type * as module from './tickers.ts';

// The module keeps its frame queue in module state, which tests in one process would share.
let createTickerFeed: typeof module.createTickerFeed;
beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { hidden: false });
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => setTimeout(callback, 16));
  vi.resetModules();
  ({ createTickerFeed } = await import('./tickers.ts'));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('keeps only the latest quotation of each market while a slow page waits for its frame', () => {
  const listeners: ChannelListener[] = [];
  const feed = createTickerFeed({
    listen: (_, given) => {
      listeners.push(given);
      return () => undefined;
    },
  });
  feed.watch();
  const say = (message: DayMarketMessage): void => {
    for (const listener of listeners) listener.message({ kind: 'quotation', message });
  };
  let draws = 0;
  feed.store.subscribe(() => {
    draws += 1;
  });
  for (let sequence = 1; sequence <= 5_000; sequence += 1) {
    say(day(1 + (sequence % 10), sequence));
  }
  // A late message is older than the known quotation.
  say(day(1, 20));
  expect(draws).toBe(0);
  vi.advanceTimersByTime(16);
  expect(draws).toBe(1);
  const tickers = Object.values(feed.store.getState());
  expect(tickers.map(({ sequence }) => sequence)).toEqual([5_000, ...Array.from({ length: 9 }, (_, n) => 4_991 + n)]);
  vi.advanceTimersByTime(1_000);
  expect(draws).toBe(1);
});

function day(market: number, sequence: number): DayMarketMessage {
  const close = String(sequence);
  return {
    type: 'DAY_MARKET',
    currency_match_id: market,
    symbol: `C${market}/Q`,
    sequence,
    quotation: { currency_match_id: market, close, change: '0', high: close, low: close, volume: '1' },
  };
}
