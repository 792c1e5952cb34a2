import type { Call, CallInput, CallOutput } from '@bourse/contract';
import { kline, type KlineMessage } from '@bourse/contract/markets';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { Answer } from '../caller.ts';
import type { ChannelListener, SocketStatus } from '../socket.ts';
import { candlePollMs, type CandleView } from './candles.ts';
import type * as module from './candles.ts';

const minute = 60;
const start = 1_700_000_040;

// The module keeps its frame queue in module state, which tests in one process would share.
let openCandles: typeof module.openCandles;
beforeEach(async () => {
  vi.useFakeTimers({ now: (start + 10 * minute) * 1_000 });
  vi.stubGlobal('document', { hidden: false });
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => setTimeout(callback, 16));
  vi.resetModules();
  ({ openCandles } = await import('./candles.ts'));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the candle feed', () => {
  it('loads the latest candles, then applies socket updates at most once per frame', async () => {
    const venue = openVenue(10);
    const { views } = watch(venue);
    await settle();
    expect(shown(views)).toBe('0–9');
    const before = views.length;
    venue.trade('7');
    venue.trade('8');
    await frame();
    expect(views.length - before).toBe(1);
    expect(views.at(-1)?.candles.at(-1)?.close).toBe('8');
    venue.next();
    venue.say();
    await frame();
    expect(shown(views)).toBe('0–10');
  });

  it('fetches exactly the candles that were missed while disconnected', async () => {
    const venue = openVenue(10);
    const { views } = watch(venue);
    await settle();
    const asked = venue.asked.length;
    venue.break();
    for (let i = 0; i < 5; i += 1) venue.next();
    venue.reconnect();
    venue.say();
    await frame();
    expect(shown(views)).toBe('0–14');
    expect(venue.asked.slice(asked)).toHaveLength(1);
    expect(venue.asked.at(-1)?.from).toBe(start + 8 * minute);
    // The chart was never empty in between.
    expect(views.slice(1).every((view) => view.candles.length >= 10)).toBe(true);
  });

  it('polls every ten seconds while the socket is down or silent, and not otherwise', async () => {
    const venue = openVenue(10);
    const { views } = watch(venue);
    await settle();
    expect(venue.asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(candlePollMs);
    expect(venue.asked).toHaveLength(1);
    venue.break();
    venue.next();
    await vi.advanceTimersByTimeAsync(candlePollMs);
    expect(venue.asked).toHaveLength(2);
    expect(shown(views)).toBe('0–10');
  });

  it('drops the oldest candles on a page that is open for days, and fetches them again when the user scrolls back', async () => {
    const venue = openVenue(10);
    const { views, feed } = watch(venue);
    await settle();
    for (let i = 0; i < 4_000; i += 1) {
      venue.next();
      venue.say();
      if (i % 100 === 99) await frame();
    }
    expect(Math.max(...views.map(({ candles }) => candles.length))).toBeLessThanOrEqual(2_000);
    expect(shown(views)).toMatch(/^[1-9]\d+–4009$/);
    const before = views.at(-1)?.candles ?? [];
    feed.loadOlder();
    await settle();
    const after = views.at(-1)?.candles ?? [];
    expect(after.length).toBe(before.length + 500);
    expect(shown(views)).toMatch(/–4009$/);
    // Candles fetched for the user survive the next live candle.
    venue.next();
    venue.say();
    await frame();
    expect(views.at(-1)?.candles[0]).toBe(after[0]);
  });

  it('keeps its candles when a poll answers with fewer than two', async () => {
    const venue = openVenue(10);
    const { views } = watch(venue);
    await settle();
    venue.break();
    venue.answer = () => [];
    await vi.advanceTimersByTimeAsync(3 * candlePollMs);
    expect(shown(views)).toBe('0–9');
    expect(views.at(-1)?.phase).toBe('ready');
  });

  it('fetches candles that a dropped message left out before it shows later ones', async () => {
    const venue = openVenue(10);
    const { views } = watch(venue);
    await settle();
    venue.next();
    venue.next();
    venue.say();
    await frame();
    expect(shown(views)).toBe('0–11');
    expect(
      views.some(({ candles }) => candles.some((one, i) => i > 0 && one.time - (candles[i - 1]?.time ?? 0) !== minute)),
    ).toBe(false);
  });

  it('loads older pages until the first candle of the market', async () => {
    const venue = openVenue(1_200);
    const { views, feed } = watch(venue);
    await settle();
    const first = (): number => views.at(-1)?.candles[0]?.time ?? 0;
    expect(first()).toBeGreaterThan(start);
    const counts: number[] = [];
    for (let i = 0; i < 5 && views.at(-1)?.complete !== true; i += 1) {
      feed.loadOlder();
      feed.loadOlder();
      await settle();
      counts.push(views.at(-1)?.candles.length ?? 0);
    }
    expect(shown(views)).toBe('0–1199');
    expect(counts).toEqual([1_000, 1_200]);
  });

  it('retries a failed older page by itself', async () => {
    const venue = openVenue(700);
    const { views, feed } = watch(venue);
    await settle();
    venue.fails = true;
    feed.loadOlder();
    await settle();
    venue.fails = false;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(shown(views)).toBe('0–699');
  });

  it('recovers from a failed first load with the next attempt', async () => {
    const venue = openVenue(10);
    venue.fails = true;
    const { views } = watch(venue);
    await settle();
    expect(views.at(-1)?.phase).toBe('failed');
    venue.fails = false;
    await vi.advanceTimersByTimeAsync(candlePollMs);
    expect(shown(views)).toBe('0–9');
  });

  it('reports nothing after it is closed', async () => {
    const venue = openVenue(10);
    const { views, feed } = watch(venue);
    feed.close();
    venue.say();
    await settle();
    expect(views).toEqual([]);
  });
});

interface VenueCandle {
  readonly time: number;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  close: string;
  readonly volume: string;
}

/** A fake server: its candles, the ranges requested from it, and a socket that can be broken. */
function openVenue(count: number) {
  const candles: VenueCandle[] = [];
  const status = createStore<SocketStatus>(() => ({ phase: 'open', stale: false, closed: false, cancelOnly: false }));
  const back = new Set<() => void>();
  let listener: ChannelListener | null = null;
  let sequence = 0;
  const add = (): void => {
    candles.push({ time: start + candles.length * minute, open: '5', high: '9', low: '1', close: '6', volume: '1' });
  };
  for (let i = 0; i < count; i += 1) add();
  vi.setSystemTime((start + count * minute - 30) * 1_000);
  const venue = {
    asked: [] as { readonly from: number; readonly to: number }[],
    fails: false,
    answer: null as ((found: readonly VenueCandle[]) => readonly VenueCandle[]) | null,
    next: (): void => {
      add();
      vi.setSystemTime(Date.now() + minute * 1_000);
    },
    trade: (close: string): void => {
      const last = candles.at(-1);
      if (last !== undefined) last.close = close;
      venue.say();
    },
    say: (): void => {
      const last = candles.at(-1);
      if (last === undefined || status.getState().phase !== 'open') return;
      sequence += 1;
      const message: KlineMessage = {
        ...last,
        type: 'KLINE.BTC/USDT.1min',
        currency_match_id: 1,
        symbol: 'BTC/USDT',
        period: '1min',
        sequence,
      };
      listener?.message({ kind: 'candle', message });
    },
    break: (): void => status.setState({ phase: 'waiting', stale: true, closed: false }),
    reconnect: (): void => {
      status.setState({ phase: 'open', stale: false, closed: false, cancelOnly: false });
      listener?.restarted?.();
      for (const tell of back) tell();
    },
    call: async <C extends Call>(call: C, input: CallInput<C>): Promise<Answer<CallOutput<C>>> => {
      if (call.path !== kline.path) throw new Error(`unexpected call of ${call.path}`);
      const { from, to } = input as CallInput<typeof kline>;
      venue.asked.push({ from: Number(from), to: Number(to) });
      sequence += 1;
      const stamp = sequence;
      const all = candles.map((one) => ({ ...one }));
      const last = all.filter((one) => one.time < Number(to)).slice(-1_500);
      const found = last.filter((one, index) => one.time >= Number(from) || index >= last.length - 2);
      await Promise.resolve();
      if (venue.fails) throw new Error('no answer');
      return {
        data: [...(venue.answer?.(found) ?? found)] as CallOutput<C>,
        message: '',
        sequence: stamp,
        repeated: false,
      };
    },
    socket: {
      status,
      listen: (_channel: string, next: ChannelListener) => {
        listener = next;
        return () => {
          listener = null;
        };
      },
      onGap: (listener: (isLogin: boolean) => void) => {
        const tell = (): void => listener(false);
        back.add(tell);
        return () => void back.delete(tell);
      },
    },
  };
  return venue;
}

function watch(venue: ReturnType<typeof openVenue>) {
  const views: CandleView[] = [];
  const feed = openCandles(
    { call: venue.call, socket: venue.socket, nowMs: Date.now },
    { marketId: 1, symbol: 'BTC/USDT', period: '1min' },
    (view) => views.push(view),
  );
  return { views, feed };
}

/** The shown range in minutes, "first–last", checked to have no gap. */
function shown(views: readonly CandleView[]): string {
  const times = (views.at(-1)?.candles ?? []).map(({ time }) => (time - start) / minute);
  const whole = times.every((time, index) => time === (times[0] ?? 0) + index);
  return whole ? `${times[0] ?? ''}–${times.at(-1) ?? ''}` : `torn: ${times.join(' ')}`;
}

async function settle(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0);
}

/** Waits for a frame, also when the next one is left free for the chart. */
async function frame(): Promise<void> {
  await vi.advanceTimersByTimeAsync(60);
}
