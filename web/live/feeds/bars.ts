import { kline, type Bar, type KlineMessage, type Period } from '@bourse/contract';
import {
  dropOldest,
  forgetSequences,
  isCutOff,
  isFirstPage,
  isWholeRepair,
  latestRange,
  noBars,
  olderRange,
  repairRange,
  shiftOpening,
  takeBars,
  takeOlderBars,
  type BarSeries,
  type KnownBar,
  type TimeRange,
} from '../bars.ts';
import type { Caller } from '../caller.ts';
import { createFrameBatch } from '../frame-batch.ts';
import { reconnectDelayMs } from '../reconnect.ts';
import type { LiveSocket } from '../socket.ts';

/** How often the bars are asked for while the socket does not bring them, in milliseconds. */
export const barPollMs = 10_000;

export interface BarView {
  readonly phase: 'loading' | 'ready' | 'failed';
  /** Ascending and without holes. */
  readonly bars: readonly KnownBar[];
  /** Whether the first of them is the first of the market. */
  readonly complete: boolean;
}

export interface BarPorts {
  readonly call: Caller;
  readonly socket: Pick<LiveSocket, 'status' | 'listen' | 'onReconnect'>;
  readonly nowMs: () => number;
}

/** What is looked at: the bars of one market in one period. */
export interface BarTopic {
  readonly matchId: number;
  readonly symbol: string;
  readonly period: Period;
}

export interface BarFeed {
  /** Fetches the bars before the first known one, now or as soon as the server answers. */
  readonly loadOlder: () => void;
  /** Tries again at once after a failure. */
  readonly retry: () => void;
  readonly close: () => void;
}

/**
 * Follows the bars of a market: the latest ones at first, older ones when asked, the running bar from the socket at most once a frame. What was missed
 * while the connection was away is fetched and joined; while the socket is silent, the end is asked for every ten seconds.
 */
export function openBars(ports: BarPorts, topic: BarTopic, tell: (view: BarView) => void): BarFeed {
  const { call, socket, nowMs } = ports;
  const { period, matchId } = topic;
  const aborted = new AbortController();
  let series: BarSeries = noBars;
  let phase: BarView['phase'] = 'loading';
  let complete = false;
  /** How many bars were fetched because somebody wants to see them. */
  let askedFor = 0;
  let heardAtMs = nowMs();
  let repairing = false;
  let older: { failures: number; timer: ReturnType<typeof setTimeout> | null } | null = null;

  const say = (): void => {
    const bounded = dropOldest(series, askedFor);
    complete &&= bounded === series;
    series = bounded;
    if (!aborted.signal.aborted) tell({ phase, bars: phase === 'ready' ? series.bars : [], complete });
  };

  /** Null when there was no answer; never for what nobody looks at any more. */
  const fetchBars = async (range: TimeRange): Promise<KnownBar[] | null> => {
    try {
      const input = { currency_match_id: matchId, period, ...range };
      const { data, sequence } = await call(kline, input, { signal: aborted.signal });
      return data.map((bar: Bar) => ({ ...bar, sequence }));
    } catch {
      return null;
    }
  };

  const begin = async (): Promise<void> => {
    const page = await fetchBars(latestRange(period, nowMs() / 1_000));
    if (page === null) {
      // What is on screen already stays there.
      phase = phase === 'ready' ? 'ready' : 'failed';
      return;
    }
    const waiting = [...series.bars, ...series.ahead].filter((bar) => bar.time >= (page.at(-1)?.time ?? 0));
    series = takeBars(takeBars(noBars, page, period), waiting, period);
    askedFor = page.length;
    phase = 'ready';
    // An empty market has no first bar yet; its first one will be.
    complete = page.length === 0;
  };

  const joinEnd = async (): Promise<void> => {
    for (;;) {
      const range = repairRange(period, series, nowMs() / 1_000);
      if (range === null) return begin();
      const answer = await fetchBars(range);
      if (answer === null || !isWholeRepair(series, answer)) return undefined;
      series = takeBars(series, answer, period);
      if (!isCutOff(answer)) return undefined;
    }
  };

  const repair = async (): Promise<void> => {
    if (repairing) return;
    repairing = true;
    await (phase === 'ready' ? joinEnd() : begin());
    repairing = false;
    say();
  };

  const fetchOlder = async (): Promise<void> => {
    const first = series.bars[0];
    const asked = older;
    if (asked === null || first === undefined || complete) return;
    asked.timer = null;
    const page = await fetchBars(olderRange(period, first));
    if (aborted.signal.aborted) return;
    const joined = page === null ? null : takeOlderBars(series, page, period);
    if (page === null || joined === null) {
      asked.failures += 1;
      asked.timer = setTimeout(() => void fetchOlder(), reconnectDelayMs(asked.failures, 0));
      return;
    }
    askedFor += joined.bars.length - series.bars.length;
    series = joined;
    complete = isFirstPage(page);
    older = null;
    say();
  };

  const batch = createFrameBatch<KlineMessage>(
    (messages) => {
      if (aborted.signal.aborted) return;
      series = takeBars(series, messages.map(withoutEnvelope), period);
      if (series.ahead.length > 0) void repair();
      if (phase === 'ready') say();
    },
    { isDrawnLater: true },
  );
  const stopListening = socket.listen(`KLINE.${topic.symbol}.${period}`, {
    message: (incoming) => {
      if (incoming.kind !== 'bar') return;
      heardAtMs = nowMs();
      batch.add(incoming.message);
    },
    restarted: () => {
      batch.clear();
      series = forgetSequences(series);
    },
  });
  const stopReconnect = socket.onReconnect(() => {
    void repair();
    if (older?.timer !== null && older?.timer !== undefined) {
      clearTimeout(older.timer);
      void fetchOlder();
    }
  });
  const poll = setInterval(() => {
    if (!document.hidden && isBehind()) void repair();
  }, barPollMs);

  /** Whether the socket does not bring what is needed: it is away or silent, it left a hole, or a bar that must have begun did not come. */
  const isBehind = (): boolean => {
    const { phase: connection, stale } = socket.status.getState();
    if (connection !== 'open' || stale || phase !== 'ready' || series.ahead.length > 0) return true;
    const barMs = shiftOpening(period, 0, 1) * 1_000;
    return series.bars.length > 0 && nowMs() - heardAtMs > barMs + barPollMs;
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
      say();
      void repair();
    },
    close: () => {
      aborted.abort();
      stopListening();
      stopReconnect();
      clearInterval(poll);
      if (older?.timer !== null && older?.timer !== undefined) clearTimeout(older.timer);
    },
  };
}

function withoutEnvelope({ time, open, high, low, close, volume, sequence }: KlineMessage): KnownBar {
  return { time, open, high, low, close, volume, sequence };
}
