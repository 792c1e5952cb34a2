import { kline, type Candle, type KlineMessage, type Period } from '@bourse/contract/markets';
import {
  dropOldest,
  forgetSequences,
  isCutOff,
  isFirstPage,
  isWholeRepair,
  latestRange,
  noCandles,
  olderRange,
  repairRange,
  shiftOpening,
  takeCandles,
  takeOlderCandles,
  type CandleSeries,
  type KnownCandle,
  type TimeRange,
} from '../candles.ts';
import type { Caller } from '../caller.ts';
import { createFrameBatch } from '../frame-batch.ts';
import { reconnectDelayMs } from '../reconnect.ts';
import type { LiveSocket } from '../socket.ts';

/** Poll interval while the socket does not deliver candles, in milliseconds. */
export const candlePollMs = 10_000;

export interface CandleView {
  readonly phase: 'loading' | 'ready' | 'failed';
  /** The candles in ascending order, without gaps. */
  readonly candles: readonly KnownCandle[];
  /** Whether the first candle is the market's first. */
  readonly complete: boolean;
}

export interface CandlePorts {
  readonly call: Caller;
  readonly socket: Pick<LiveSocket, 'status' | 'listen' | 'onGap'>;
  readonly nowMs: () => number;
}

/** The market and period that a feed follows. */
export interface CandleTopic {
  readonly marketId: number;
  readonly symbol: string;
  readonly period: Period;
}

export interface CandleFeed {
  /** Fetches the candles before the first known one, with retries. */
  readonly loadOlder: () => void;
  /** Retries immediately after a failure. */
  readonly retry: () => void;
  readonly close: () => void;
}

/**
 * Follows the candles of a market: fetches the latest ones, older ones on request, and takes updates of the current
 * candle from the socket at most once per frame. Candles missed while disconnected are fetched and joined; while the
 * socket is silent the end is polled every ten seconds.
 */
export function openCandles(ports: CandlePorts, topic: CandleTopic, onView: (view: CandleView) => void): CandleFeed {
  const { call, socket, nowMs } = ports;
  const { period, marketId } = topic;
  const aborted = new AbortController();
  let series: CandleSeries = noCandles;
  let phase: CandleView['phase'] = 'loading';
  let complete = false;
  /** How many candles were fetched for the user. */
  let requestedCount = 0;
  let receivedAtMs = nowMs();
  let repairing = false;
  let older: { failures: number; timer: ReturnType<typeof setTimeout> | null } | null = null;

  const publish = (): void => {
    const bounded = dropOldest(series, requestedCount);
    complete &&= bounded === series;
    series = bounded;
    if (!aborted.signal.aborted) onView({ phase, candles: phase === 'ready' ? series.candles : [], complete });
  };

  /** Fetches candles; null when the request failed or the feed was closed. */
  const fetchCandles = async (range: TimeRange): Promise<KnownCandle[] | null> => {
    try {
      const input = { currency_match_id: marketId, period, ...range };
      const { data, sequence } = await call(kline, input, { signal: aborted.signal });
      return data.map((candle: Candle) => ({ ...candle, sequence }));
    } catch {
      return null;
    }
  };

  const begin = async (): Promise<void> => {
    const page = await fetchCandles(latestRange(period, nowMs() / 1_000));
    if (page === null) {
      // Candles on screen stay there.
      phase = phase === 'ready' ? 'ready' : 'failed';
      return;
    }
    const waiting = [...series.candles, ...series.ahead].filter((candle) => candle.time >= (page.at(-1)?.time ?? 0));
    series = takeCandles(takeCandles(noCandles, page, period), waiting, period);
    requestedCount = page.length;
    phase = 'ready';
    // An empty market is complete: its first live candle will be its first of all.
    complete = page.length === 0;
  };

  const joinEnd = async (): Promise<void> => {
    for (;;) {
      const range = repairRange(period, series, nowMs() / 1_000);
      if (range === null) return begin();
      const answer = await fetchCandles(range);
      if (answer === null || !isWholeRepair(series, answer)) return undefined;
      series = takeCandles(series, answer, period);
      if (!isCutOff(answer)) return undefined;
    }
  };

  const repair = async (): Promise<void> => {
    if (repairing) return;
    repairing = true;
    await (phase === 'ready' ? joinEnd() : begin());
    repairing = false;
    publish();
  };

  const fetchOlder = async (): Promise<void> => {
    const first = series.candles[0];
    const attempt = older;
    if (attempt === null || first === undefined || complete) return;
    attempt.timer = null;
    const page = await fetchCandles(olderRange(period, first));
    if (aborted.signal.aborted) return;
    const joined = page === null ? null : takeOlderCandles(series, page, period);
    if (page === null || joined === null) {
      attempt.failures += 1;
      attempt.timer = setTimeout(() => void fetchOlder(), reconnectDelayMs(attempt.failures, 0));
      return;
    }
    requestedCount += joined.candles.length - series.candles.length;
    series = joined;
    complete = isFirstPage(page);
    older = null;
    publish();
  };

  const batch = createFrameBatch<KlineMessage>(
    (messages) => {
      if (aborted.signal.aborted) return;
      series = takeCandles(series, messages.map(withoutEnvelope), period);
      if (series.ahead.length > 0) void repair();
      if (phase === 'ready') publish();
    },
    { isDrawnLater: true },
  );
  const stopListening = socket.listen(`KLINE.${topic.symbol}.${period}`, {
    message: (incoming) => {
      if (incoming.kind !== 'candle') return;
      receivedAtMs = nowMs();
      batch.add(incoming.message);
    },
    restarted: () => {
      batch.clear();
      series = forgetSequences(series);
    },
  });
  const stopGap = socket.onGap((isLogin) => {
    if (isLogin) return;
    void repair();
    if (older?.timer !== null && older?.timer !== undefined) {
      clearTimeout(older.timer);
      void fetchOlder();
    }
  });
  const poll = setInterval(() => {
    if (!document.hidden && isBehind()) void repair();
  }, candlePollMs);

  /**
   * Whether the socket does not deliver the current candles: it is disconnected or silent, left a gap, or the next
   * candle is overdue.
   */
  const isBehind = (): boolean => {
    const { phase: connection, stale } = socket.status.getState();
    if (connection !== 'open' || stale || phase !== 'ready' || series.ahead.length > 0) return true;
    const candleMs = shiftOpening(period, 0, 1) * 1_000;
    return series.candles.length > 0 && nowMs() - receivedAtMs > candleMs + candlePollMs;
  };

  void repair();
  return {
    loadOlder: () => {
      if (older !== null || complete || phase !== 'ready') return;
      older = { failures: 0, timer: null };
      void fetchOlder();
    },
    retry: () => {
      phase = phase === 'failed' ? 'loading' : phase;
      publish();
      void repair();
    },
    close: () => {
      aborted.abort();
      stopListening();
      stopGap();
      clearInterval(poll);
      if (older?.timer !== null && older?.timer !== undefined) clearTimeout(older.timer);
    },
  };
}

function withoutEnvelope({ time, open, high, low, close, volume, sequence }: KlineMessage): KnownCandle {
  return { time, open, high, low, close, volume, sequence };
}
