import { dispose, init, registerLocale, type Chart, type DataLoaderGetBarsParams, type KLineData } from 'klinecharts';
import type { Match, Period } from '@bourse/contract/markets';
import { candlesChange, type KnownCandle } from '../../../live/candles.ts';
import { openCandles, type CandleFeed, type CandlePorts, type CandleView } from '../../../live/feeds/candles.ts';
import { directions as directionTable, palettes } from '../../../ui/theme/tokens.ts';
import type { DirectionColours, Theme } from '../../../ui/theme/tokens.ts';
import type { Figures } from '../../../ui/figures.ts';
import { bindChartKeys } from './chart-keys.ts';
import { candleLegend, legendHeight, type ChartWords } from './chart-legend.ts';
import { isDaily, periodFacts, periodOf, type ChartMode } from './chart-periods.ts';
import { chartStyles, legendTextWidth } from './chart-styles.ts';
import { forgetMeasuredTexts } from './measured-texts.ts';
import { allowPageScroll } from './page-scroll.ts';

export interface ChartLook {
  readonly theme: Theme;
  readonly directions: DirectionColours;
  readonly mode: ChartMode;
}

export interface ChartLocale {
  readonly figures: Figures;
  readonly words: ChartWords;
}

/** The scales of the price axis. */
export const chartScales = ['normal', 'logarithm', 'percentage'] as const;
export type ChartScale = (typeof chartScales)[number];

export interface PriceChart {
  /** The library's chart, for overlays. */
  readonly library: Chart;
  show(match: Match, mode: ChartMode): void;
  look(look: ChartLook): void;
  localise(locale: ChartLocale): void;
  scale(scale: ChartScale): void;
  /** Scrolls to the latest candles at the default width and fits the price axis. */
  resetView(): void;
  resize(): void;
  /** Loads everything again after an error. */
  reload(): void;
  close(): void;
}

export interface ChartPorts extends CandlePorts {
  readonly onState: (state: ChartState) => void;
}

export type ChartState = 'loading' | 'full' | 'empty' | 'failed';

export const candlePane = 'candle_pane';

const defaultCandleWidth = 8;
const defaultRightGap = 56;

/** More new candles than this are drawn at once, because the library recomputes every indicator for each. */
const drawnOneByOne = 50;

/**
 * A candlestick chart in an element. The library draws; this module feeds it history by pages as the user scrolls left,
 * and the current candle from the socket. Only the chart uses floats, because it only draws.
 */
export function openPriceChart(element: HTMLElement, ports: ChartPorts): PriceChart | null {
  const library = init(element, {
    decimalFold: { threshold: 99 },
    zoomAnchor: { main: 'cursor', xAxis: 'last_bar' },
    // The library would handle its keys wherever the focus is.
    hotkey: { enabled: false },
    layout: { yAxis: { gap: { top: legendRoom(element.clientWidth), bottom: bottomGap } } },
  });
  if (library === null) return null;
  takeOrdinaryFocus(element);
  const stopScroll = allowPageScroll(element);
  const stopKeys = bindChartKeys(element, library);
  const stopForgetting = forgetMeasuredTexts();
  library.setBarSpace(defaultCandleWidth);
  library.setOffsetRightDistance(defaultRightGap);
  library.setPaneOptions({ id: candlePane, minHeight: 120 });

  let shown: { readonly match: Match; readonly period: Period } | null = null;
  let feed: CandleFeed | null = null;
  let drawn: readonly KnownCandle[] = [];
  let complete = false;
  let putCandle: ((candle: KLineData) => void) | null = null;
  let putOlder: DataLoaderGetBarsParams['callback'] | null = null;
  let scale: ChartScale = 'normal';
  let locale: ChartLocale | null = null;
  let look: ChartLook | null = null;
  let room = legendRoom(element.clientWidth);

  library.setDataLoader({
    getBars: ({ type, callback }) => {
      switch (type) {
        case 'init':
          putOlder = null;
          return callback(drawn.map(drawable), { forward: drawn.length > 0 && !complete });
        case 'forward':
          putOlder = callback;
          return feed?.loadOlder();
        case 'backward':
        case 'update':
          return callback([]);
      }
    },
    subscribeBar: ({ callback }) => {
      putCandle = callback;
    },
  });

  const draw = (view: CandleView): void => {
    const change = candlesChange(drawn, view.candles);
    drawn = view.candles;
    complete = view.complete;
    switch (change.kind) {
      case 'none':
        break;
      case 'end':
        if (change.candles.length > drawnOneByOne) redraw(library);
        else for (const candle of change.candles) putCandle?.(drawable(candle));
        break;
      case 'front':
        if (putOlder === null) redraw(library);
        else answerOlder(change.candles);
        break;
      case 'all':
        redraw(library);
    }
    if (complete) answerOlder([]);
    ports.onState(view.phase === 'ready' ? (drawn.length === 0 ? 'empty' : 'full') : view.phase);
  };

  const answerOlder = (candles: readonly KnownCandle[]): void => {
    const put = putOlder;
    putOlder = null;
    put?.(candles.map(drawable), { forward: !complete });
  };

  const paint = (): void => {
    if (look === null) return;
    const legend =
      locale === null || shown === null
        ? null
        : candleLegend({
            ...locale,
            decimals: shown.match.price_decimals,
            plotWidth: () => library.getSize(candlePane, 'main')?.width ?? element.clientWidth,
            textWidth: legendTextWidth,
            colours: { ...directionTable[look.theme][look.directions], quiet: palettes[look.theme].quiet },
          });
    library.setStyles(chartStyles(look, legend));
  };

  const setZone = (): void => {
    if (locale !== null && shown !== null) {
      library.setTimezone(isDaily(shown.period) ? 'UTC' : locale.figures.timeZone);
    }
  };

  return {
    library,
    show: (match, mode) => {
      const period = periodOf(mode);
      if (shown?.match.id === match.id && shown.period === period) return;
      const changesMarket = shown?.match.id !== match.id;
      const changesPeriod = shown?.period !== period;
      feed?.close();
      // Candles of the previous market or period must not stay on screen while the new ones load.
      drawn = [];
      complete = false;
      shown = { match, period };
      setZone();
      const { type, span } = periodFacts[period];
      if (changesPeriod) library.setPeriod({ type, span });
      if (changesMarket) {
        library.setSymbol({
          ticker: match.symbol,
          pricePrecision: match.price_decimals,
          volumePrecision: Math.min(match.amount_decimals, 4),
        });
        paint();
      }
      ports.onState('loading');
      feed = openCandles(ports, { marketId: match.id, symbol: match.symbol, period }, draw);
    },
    look: (next) => {
      look = next;
      paint();
    },
    localise: (next) => {
      locale = next;
      localiseChart(library, next);
      setZone();
      paint();
    },
    scale: (next) => {
      scale = next;
      library.overrideYAxis({ paneId: candlePane, name: next });
    },
    resetView: () => {
      library.setBarSpace(defaultCandleWidth);
      library.scrollToRealTime();
      // Resets a price axis that was stretched by hand.
      library.overrideYAxis({ paneId: candlePane, name: scale });
    },
    resize: () => {
      library.resize();
      const needed = legendRoom(element.clientWidth);
      if (needed === room) return;
      room = needed;
      library.overrideYAxis({ paneId: candlePane, gap: { top: room, bottom: bottomGap } });
    },
    reload: () => feed?.retry(),
    close: () => {
      feed?.close();
      stopScroll();
      stopKeys();
      stopForgetting();
      dispose(element);
    },
  };
}

/** The space between the candles and the lower edge of their pane, as a share of its height. */
const bottomGap = 0.08;

/**
 * The space above the highest candle, for the legend and the label of the highest price, as the library takes it: in
 * pixels of a pane whose height does not yet include the gaps, which are about two fifths of it.
 */
function legendRoom(width: number): number {
  return 1.4 * (legendHeight(width - axisWidth) + 18);
}

/** The usual width of the price axis in pixels. */
const axisWidth = 60;

/** The library gives its canvas a positive tab index, which would put it first in the page's tab order. */
function takeOrdinaryFocus(element: HTMLElement): void {
  element.querySelector('[tabindex="1"]')?.setAttribute('tabindex', '0');
}

/** Reloads all candles synchronously, so that nothing flickers; the visible range stays in place. */
function redraw(library: Chart): void {
  const before = library.getDataList();
  const { to } = library.getVisibleRange();
  const atEnd = to >= before.length;
  const anchor = before[Math.min(to, before.length) - 1];
  const x = anchor === undefined ? undefined : xOf(library, anchor);
  library.resetData();
  const after = library.getDataList();
  const now = atEnd ? after.at(-1) : anchor;
  if (x === undefined || now === undefined) return;
  library.scrollByDistance(x - (xOf(library, now) ?? x));
}

function xOf(library: Chart, { timestamp }: KLineData): number | undefined {
  const place = library.convertToPixel({ timestamp });
  return Array.isArray(place) ? undefined : place.x;
}

/** Candles carry no turnover; it is estimated as the volume at the typical price. */
function drawable(candle: KnownCandle): KLineData {
  const volume = Number(candle.volume);
  const high = Number(candle.high);
  const low = Number(candle.low);
  const close = Number(candle.close);
  return {
    timestamp: candle.time * 1_000,
    open: Number(candle.open),
    high,
    low,
    close,
    volume,
    turnover: ((high + low + close) / 3) * volume,
  };
}

function localiseChart(library: Chart, { figures, words }: ChartLocale): void {
  registerLocale(figures.locale, {
    ...words,
    second: 's',
    minute: 'm',
    hour: 'h',
    day: 'd',
    week: 'w',
    month: 'M',
    year: 'y',
  });
  library.setLocale(figures.locale);
  library.setThousandsSeparator({ sign: figures.signs.group, format: (value) => written(String(value), figures) });
  library.setFormatter({ formatBigNumber: (value) => figures.compact(String(value)) });
}

/** Formats a number of the chart like the rest of the page; other texts, such as compact forms, are unchanged. */
function written(value: string, figures: Figures): string {
  const [, fraction = ''] = value.split('.');
  return /^-?\d+(\.\d+)?$/.test(value) ? figures.fixed(value, fraction.length) : value;
}
