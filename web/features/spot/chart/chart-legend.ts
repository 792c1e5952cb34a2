import type { CandleTooltipLegendsCustomCallback, KLineData, TooltipLegend } from 'klinecharts';
import type { Period } from '@bourse/contract/markets';
import type { Figures } from '../../../ui/figures.ts';
import { isDaily } from './chart-periods.ts';

/** The words that the chart draws on its canvas and uses in its summary. */
export type ChartWords = Readonly<
  Record<'time' | 'open' | 'high' | 'low' | 'close' | 'volume' | 'change' | 'turnover', string>
>;

export interface LegendColours {
  readonly quiet: string;
  readonly up: string;
  readonly down: string;
}

interface LegendParts {
  readonly figures: Figures;
  readonly words: ChartWords;
  readonly decimals: number;
  readonly colours: LegendColours;
  /** The current width of the plot, and the width of a text of the legend, in pixels. */
  readonly plotWidth: () => number;
  readonly textWidth: (text: string) => number;
}

/**
 * The legend above the candles for the candle at the crosshair, or the last one: prices, change, volume and turnover.
 */
export function candleLegend(parts: LegendParts): CandleTooltipLegendsCustomCallback {
  const { figures, words, decimals, colours } = parts;
  const { quiet, up, down } = colours;
  const colon = /^(zh|ja)/.test(figures.locale) ? '：' : ' ';
  const titled = (title: string, value: string, color: string): TooltipLegend => ({
    title: { text: `${title}${colon}`, color: quiet },
    value: { text: value, color },
  });
  return ({ prev, current }) => {
    if (current === null) return [];
    const { change, percent } = changeOf(current, prev);
    const color = change > 0 ? up : change < 0 ? down : quiet;
    const price = (value: number): string => figures.fixed(plain(value, decimals), decimals);
    const signed = `${change < 0 ? '−' : change > 0 ? '+' : ''}${price(Math.abs(change))}`;
    // A change of one per cent and six digits of volume are reserved, so that usual figures never move a row's end.
    const usualChange = `+${price(current.close / 100)} (${figures.change('10.00')})`;
    const usualVolume = figures.compact('888888');
    return inRows(
      [
        { legend: titled(words.open, price(current.open), color), usual: '' },
        { legend: titled(words.high, price(current.high), color), usual: '' },
        { legend: titled(words.low, price(current.low), color), usual: '' },
        { legend: titled(words.close, price(current.close), color), usual: '' },
        {
          legend: { title: '', value: { text: `${signed} (${figures.change(plain(percent, 4))})`, color } },
          usual: usualChange,
        },
        { legend: titled(words.volume, figures.compact(plain(current.volume ?? 0, 8)), quiet), usual: usualVolume },
        {
          legend: titled(words.turnover, `≈ ${figures.compact(plain(current.turnover ?? 0, 8))}`, quiet),
          usual: `≈ ${usualVolume}`,
        },
      ],
      parts,
    );
  };
}

interface LegendItem {
  readonly legend: TooltipLegend;
  /** A value as wide as usual ones get. */
  readonly usual: string;
}

/** The margin of the legend and the gap after each of its items, in pixels. */
export const legendOffset = 8;
export const legendGap = 10;

/**
 * Keeps each item in its row while the figures change. The library starts a new row where an item does not fit, so the
 * rows are decided by the widest usual figures, and the end of each is filled with spaces. Items beyond the reserved
 * height are left out.
 */
function inRows(items: readonly LegendItem[], { plotWidth, textWidth }: LegendParts): TooltipLegend[] {
  const width = plotWidth();
  const most = legendRows(width);
  const space = textWidth(' ');
  const rows: { legends: TooltipLegend[]; end: number; reserved: number }[] = [];
  const widthOf = (legend: TooltipLegend, text: string): number =>
    textWidth(typeof legend.title === 'string' ? legend.title : legend.title.text) + textWidth(text) + legendGap;
  for (const { legend, usual } of items) {
    const text = typeof legend.value === 'string' ? legend.value : legend.value.text;
    const actual = widthOf(legend, text);
    const reserved = Math.max(
      widthOf(legend, text.replaceAll(/\d/g, '0')),
      widthOf(legend, usual.replaceAll(/\d/g, '0')),
    );
    let row = rows.at(-1);
    if (row === undefined || row.reserved + reserved > width - legendOffset) {
      if (rows.length === most) break;
      row = { legends: [], end: legendOffset, reserved: legendOffset };
      rows.push(row);
    }
    row.legends.push(legend);
    row.end += actual;
    row.reserved += reserved;
  }
  return rows.flatMap(({ legends, end }, at) =>
    at === rows.length - 1 ? legends : filled(legends, Math.floor((width - legendOffset - end) / space)),
  );
}

/** The row with spaces after its last item. */
function filled(legends: readonly TooltipLegend[], spaces: number): TooltipLegend[] {
  const last = legends.at(-1);
  if (last === undefined || typeof last.value === 'string' || spaces <= 0) return [...legends];
  const { text, color } = last.value;
  return [...legends.slice(0, -1), { ...last, value: { text: text + ' '.repeat(spaces), color } }];
}

/** The number of rows in the height that is reserved for the legend over a plot of this width. */
function legendRows(width: number): number {
  if (width < 300) return 5;
  return width < 480 ? 3 : 2;
}

/** The height of the legend over the plot of this width, which grows on narrow charts, in pixels. */
export function legendHeight(width: number): number {
  if (width < 300) return 80;
  return width < 480 ? 50 : 34;
}

/** A candle in one line of text, for screen readers. */
export function candleSummary(
  candle: KLineData,
  prev: KLineData | null,
  {
    figures,
    words,
    decimals,
    period,
  }: Pick<LegendParts, 'figures' | 'words' | 'decimals'> & { readonly period: Period },
): string {
  const price = (value: number): string => figures.fixed(plain(value, decimals), decimals);
  return [
    isDaily(period) ? new Date(candle.timestamp).toISOString().slice(0, 10) : figures.dateTime(candle.timestamp),
    `${words.open} ${price(candle.open)}`,
    `${words.high} ${price(candle.high)}`,
    `${words.low} ${price(candle.low)}`,
    `${words.close} ${price(candle.close)}`,
    `${words.change} ${figures.change(plain(changeOf(candle, prev).percent, 4))}`,
    `${words.volume} ${figures.trimmed(plain(candle.volume ?? 0, 8), 8)}`,
  ].join(', ');
}

/** The change of a candle from the previous close; that of a market's first candle from its own open. */
function changeOf(candle: KLineData, prev: KLineData | null): { readonly change: number; readonly percent: number } {
  const base = prev?.close ?? candle.open;
  const change = candle.close - base;
  return { change, percent: base === 0 ? 0 : (change / base) * 100 };
}

/** A number of the chart as a plain decimal; rounding removes only the error of the binary fraction. */
function plain(value: number, decimals: number): string {
  return Number.isFinite(value) ? value.toFixed(decimals) : '0';
}
