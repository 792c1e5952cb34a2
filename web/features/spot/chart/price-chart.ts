import { dispose, init, registerLocale, type Chart, type DataLoaderGetBarsParams, type KLineData } from 'klinecharts';
import { kline, type Bar, type Match, type Period } from '@bourse/contract';
import type { Caller } from '../../../live/caller.ts';
import { watchBars } from '../../../live/feeds/bars.ts';
import type { LiveSocket } from '../../../live/socket.ts';
import type { Figures } from '../../../ui/figures.ts';
import type { DirectionColours, Theme } from '../../../ui/theme/tokens.ts';
import { periodFacts, periodOf, type ChartMode } from './chart-periods.ts';
import { chartStyles } from './chart-styles.ts';

/** The words that the chart writes on its canvas. */
export type ChartWords = Readonly<
  Record<'time' | 'open' | 'high' | 'low' | 'close' | 'volume' | 'change' | 'turnover', string>
>;

export interface ChartLook {
  readonly theme: Theme;
  readonly directions: DirectionColours;
  readonly mode: ChartMode;
}

export interface ChartSpeech {
  readonly figures: Figures;
  readonly words: ChartWords;
}

export interface PriceChart {
  show(match: Match, mode: ChartMode): void;
  look(look: ChartLook): void;
  speak(speech: ChartSpeech): void;
  resize(): void;
  /** Loads everything again, after an error or when live bars were missed. */
  reload(): void;
  close(): void;
}

export interface ChartPorts {
  readonly call: Caller;
  readonly socket: LiveSocket;
  readonly nowMs: () => number;
  readonly onState: (state: ChartState) => void;
}

export type ChartState = 'loading' | 'full' | 'empty' | 'failed';

/** How many bars are fetched at once. */
const barsAtOnce = 500;

/**
 * A chart of candles and volume in an element. The library draws; this gives it bars: history by pages as the reader
 * scrolls left, and the running bar from the socket. The chart alone works with floats, since it only draws.
 */
export function openPriceChart(element: HTMLElement, ports: ChartPorts): PriceChart | null {
  const chart = init(element, {
    decimalFold: { threshold: 99 },
    zoomAnchor: 'last_bar',
    layout: { yAxis: { gap: { top: 0.2, bottom: 0.08 } } },
  });
  if (chart === null) return null;
  takeOrdinaryFocus(element);
  chart.setBarSpace(8);
  chart.setOffsetRightDistance(56);
  chart.createIndicator({ name: 'VOL', id: 'volume', calcParams: [] });
  chart.setPaneOptions({ id: 'candle_pane', minHeight: 120 });

  let shown: { readonly match: Match; readonly period: Period } | null = null;
  let stopBars: (() => void) | null = null;
  let visit = 0;
  const stopReconnect = ports.socket.onReconnect(() => chart.resetData());

  const load = async ({ type, timestamp, callback }: DataLoaderGetBarsParams): Promise<void> => {
    if (shown === null || type === 'backward' || type === 'update') return callback([]);
    if (type === 'init') ports.onState('loading');
    visit += type === 'init' ? 1 : 0;
    const asked = visit;
    const bars = await fetchBars(ports, shown.match.id, shown.period, timestamp);
    // A market or period chosen meanwhile has asked for its own bars.
    if (asked !== visit) return;
    if (type === 'init') ports.onState(bars === null ? 'failed' : bars.length === 0 ? 'empty' : 'full');
    callback(bars ?? [], { forward: bars !== null && bars.length > 0, backward: false });
  };

  chart.setDataLoader({
    getBars: (params) => void load(params),
    subscribeBar: ({ callback }) => {
      stopBars?.();
      if (shown === null) return;
      stopBars = watchBars(ports.socket, shown.match.symbol, shown.period, (bar) => {
        ports.onState('full');
        callback(drawable(bar));
      });
    },
    unsubscribeBar: () => {
      stopBars?.();
      stopBars = null;
    },
  });

  return {
    show: (match, mode) => {
      const period = periodOf(mode);
      if (shown?.match.id === match.id && shown.period === period) return;
      const changesMarket = shown?.match.id !== match.id;
      const changesPeriod = shown?.period !== period;
      shown = { match, period };
      const { type, span } = periodFacts[period];
      if (changesPeriod) chart.setPeriod({ type, span });
      if (changesMarket) {
        chart.setSymbol({
          ticker: match.symbol,
          pricePrecision: match.price_decimals,
          volumePrecision: Math.min(match.amount_decimals, 4),
        });
      }
    },
    look: ({ theme, directions, mode }) => chart.setStyles(chartStyles(theme, directions, mode)),
    speak: (speech) => speakOn(chart, speech),
    resize: () => chart.resize(),
    reload: () => chart.resetData(),
    close: () => {
      visit += 1;
      stopReconnect();
      stopBars?.();
      dispose(element);
    },
  };
}

/** The library puts its canvas before everything else in the order of the tab key; it belongs where it stands. */
function takeOrdinaryFocus(element: HTMLElement): void {
  element.querySelector('[tabindex="1"]')?.setAttribute('tabindex', '0');
}

/** One page of bars that ends before a time in milliseconds, or now; null when it could not be fetched. */
async function fetchBars(
  { call, nowMs }: ChartPorts,
  matchId: number,
  period: Period,
  beforeMs: number | null,
): Promise<KLineData[] | null> {
  const { seconds } = periodFacts[period];
  const to = beforeMs === null ? Math.floor(nowMs() / 1_000) + seconds : Math.floor(beforeMs / 1_000);
  const from = Math.max(0, to - barsAtOnce * seconds);
  try {
    const { data } = await call(kline, { currency_match_id: matchId, period, from, to });
    return data.filter((bar) => beforeMs === null || bar.time * 1_000 < beforeMs).map(drawable);
  } catch {
    return null;
  }
}

function drawable(bar: Bar): KLineData {
  return {
    timestamp: bar.time * 1_000,
    open: Number(bar.open),
    high: Number(bar.high),
    low: Number(bar.low),
    close: Number(bar.close),
    volume: Number(bar.volume),
  };
}

function speakOn(chart: Chart, { figures, words }: ChartSpeech): void {
  const colon = /^(zh|ja)/.test(figures.locale) ? '：' : ': ';
  const labelled = Object.fromEntries(Object.entries(words).map(([name, word]) => [name, `${word}${colon}`]));
  registerLocale(figures.locale, {
    ...words,
    ...labelled,
    second: 's',
    minute: 'm',
    hour: 'h',
    day: 'd',
    week: 'w',
    month: 'M',
    year: 'y',
  });
  chart.setLocale(figures.locale);
  chart.setTimezone(figures.timeZone);
  chart.setThousandsSeparator({ sign: figures.signs.group, format: (value) => written(String(value), figures) });
}

/** Writes a number of the chart as everywhere on the page; what is not one, such as a short form, stays as it is. */
function written(value: string, figures: Figures): string {
  const [, fraction = ''] = value.split('.');
  return /^-?\d+(\.\d+)?$/.test(value) ? figures.fixed(value, fraction.length) : value;
}
