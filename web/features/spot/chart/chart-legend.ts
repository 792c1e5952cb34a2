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
}

/**
 * The legend above the candles for the candle at the crosshair, or the last one: prices, change, volume and turnover.
 */
export function candleLegend({ figures, words, decimals, colours }: LegendParts): CandleTooltipLegendsCustomCallback {
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
    return [
      titled(words.open, price(current.open), color),
      titled(words.high, price(current.high), color),
      titled(words.low, price(current.low), color),
      titled(words.close, price(current.close), color),
      { title: '', value: { text: `${signed} (${figures.change(plain(percent, 4))})`, color } },
      titled(words.volume, figures.compact(plain(current.volume ?? 0, 8)), quiet),
      titled(words.turnover, `≈ ${figures.compact(plain(current.turnover ?? 0, 8))}`, quiet),
    ];
  };
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
  { figures, words, decimals, period }: Omit<LegendParts, 'colours'> & { readonly period: Period },
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
