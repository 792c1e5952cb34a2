import type { MarketDepthMessage } from '@bourse/contract/markets';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChannelListener, LiveSocket } from '../socket.ts';
import type * as module from './depth.ts';

// The module keeps its frame queue in module state, which tests in one process would share.
let createDepthFeed: typeof module.createDepthFeed;
beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { hidden: false });
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw, 16));
  vi.resetModules();
  ({ createDepthFeed } = await import('./depth.ts'));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the depth feed', () => {
  it('applies all messages of one frame at once', () => {
    const { feed, say } = watching('A/Q');
    const seen = vi.fn<() => void>();
    feed.store.subscribe(seen);
    say(snapshot('A/Q', 5, '1'), delta('A/Q', 5, 6, '2'), delta('A/Q', 6, 7, '3'));
    vi.advanceTimersByTime(16);
    expect(seen).toHaveBeenCalledOnce();
    expect(feed.store.getState().book).toMatchObject({ sequence: 7, bids: [{ price: '10', amount: '3' }] });
  });

  it('requests a snapshot after a gap, and again while none arrives', () => {
    const { feed, say, asked } = watching('A/Q');
    say(snapshot('A/Q', 5, '1'), delta('A/Q', 6, 7, '3'), delta('A/Q', 7, 8, '4'));
    vi.advanceTimersByTime(16);
    expect(asked).toEqual(['MARKET_DEPTH.A/Q']);
    expect(feed.store.getState().book).toMatchObject({ broken: true, bids: [{ amount: '1' }] });
    vi.advanceTimersByTime(5_000);
    expect(asked).toHaveLength(2);
    say(snapshot('A/Q', 9, '5'));
    vi.advanceTimersByTime(20_000);
    expect(asked).toHaveLength(2);
    expect(feed.store.getState().book).toMatchObject({ broken: false, bids: [{ amount: '5' }] });
  });

  it('keeps the last rows during a reconnect, then accepts any snapshot of the server', () => {
    const { feed, say, restart } = watching('A/Q');
    say(snapshot('A/Q', 50, '1'), delta('A/Q', 50, 51, '2'));
    vi.advanceTimersByTime(16);
    say(delta('A/Q', 51, 52, '9'));
    restart();
    vi.advanceTimersByTime(16);
    expect(feed.store.getState().book).toMatchObject({ sequence: null, bids: [{ amount: '2' }] });
    say(snapshot('A/Q', 3, '7'));
    vi.advanceTimersByTime(16);
    expect(feed.store.getState().book).toMatchObject({ sequence: 3, bids: [{ amount: '7' }] });
  });

  it('never shows the rows of one market under another', () => {
    const { feed, say, stop } = watching('A/Q');
    say(snapshot('A/Q', 5, '1'));
    stop();
    feed.watch('B/Q');
    expect(feed.store.getState()).toMatchObject({ symbol: 'B/Q', book: { sequence: null, bids: [] } });
    say(snapshot('A/Q', 6, '2'), snapshot('B/Q', 6, '8'));
    vi.advanceTimersByTime(16);
    expect(feed.store.getState()).toMatchObject({ symbol: 'B/Q', book: { bids: [{ amount: '8' }] } });
  });
});

function watching(symbol: string) {
  let listener: ChannelListener | null = null;
  const asked: string[] = [];
  const socket: Pick<LiveSocket, 'listen' | 'resubscribe'> = {
    listen: (_, given) => {
      listener = given;
      return () => undefined;
    },
    resubscribe: (channel) => void asked.push(channel),
  };
  const feed = createDepthFeed(socket);
  const stop = feed.watch(symbol);
  return {
    feed,
    stop,
    asked,
    say: (...messages: readonly MarketDepthMessage[]) => {
      for (const message of messages) listener?.message({ kind: 'depth', message });
    },
    restart: () => listener?.restarted?.(),
  };
}

function snapshot(symbol: string, sequence: number, amount: string): MarketDepthMessage {
  return { ...delta(symbol, 0, sequence, amount), snapshot: true, previous_sequence: null };
}

function delta(symbol: string, previous: number, sequence: number, amount: string): MarketDepthMessage {
  return {
    type: `MARKET_DEPTH.${symbol}`,
    currency_match_id: 1,
    symbol,
    sequence,
    snapshot: false,
    previous_sequence: previous,
    depth: { in: [{ price: '10', amount }], out: [] },
  };
}
