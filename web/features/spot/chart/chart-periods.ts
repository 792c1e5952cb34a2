import type { Period } from '@bourse/contract/markets';

/** The chart's mode: candles of a period, or a line of one-minute closes. */
export type ChartMode = { readonly kind: 'candles'; readonly period: Period } | { readonly kind: 'line' };

/** The periods that have a button; the others are in a menu. */
export const buttonPeriods = ['1min', '5min', '15min', '30min', '60min', '1day', '1week', '1mon'] as const;
export const menuPeriods = ['3min', '120min', '240min', '360min', '720min', '3day'] as const;

/** Every period, from the shortest to the longest. */
export const allPeriods: readonly Period[] = [
  ...(['1min', '3min', '5min', '15min', '30min', '60min', '120min', '240min', '360min', '720min'] as const),
  ...(['1day', '3day', '1week', '1mon'] as const),
];

interface PeriodFacts {
  readonly type: 'minute' | 'hour' | 'day' | 'week' | 'month';
  readonly span: number;
  /** The usual abbreviation, the same in every language. */
  readonly label: string;
}

export const periodFacts: Readonly<Record<Period, PeriodFacts>> = {
  '1min': { type: 'minute', span: 1, label: '1m' },
  '3min': { type: 'minute', span: 3, label: '3m' },
  '5min': { type: 'minute', span: 5, label: '5m' },
  '15min': { type: 'minute', span: 15, label: '15m' },
  '30min': { type: 'minute', span: 30, label: '30m' },
  '60min': { type: 'hour', span: 1, label: '1H' },
  '120min': { type: 'hour', span: 2, label: '2H' },
  '240min': { type: 'hour', span: 4, label: '4H' },
  '360min': { type: 'hour', span: 6, label: '6H' },
  '720min': { type: 'hour', span: 12, label: '12H' },
  '1day': { type: 'day', span: 1, label: '1D' },
  '3day': { type: 'day', span: 3, label: '3D' },
  '1week': { type: 'week', span: 1, label: '1W' },
  '1mon': { type: 'month', span: 1, label: '1M' },
};

/** The period of the candles that a mode needs. */
export function periodOf(mode: ChartMode): Period {
  switch (mode.kind) {
    case 'candles':
      return mode.period;
    case 'line':
      return '1min';
  }
}

/** Whether candles are daily or longer. These open at midnight UTC, so they are dated in UTC everywhere. */
export function isDaily(period: Period): boolean {
  const { type } = periodFacts[period];
  return type === 'day' || type === 'week' || type === 'month';
}

/** Parses the stored mode; one-minute candles by default. */
export function modeFrom(stored: string | null): ChartMode {
  if (stored === 'line') return { kind: 'line' };
  const period = [...buttonPeriods, ...menuPeriods].find((known) => known === stored);
  return { kind: 'candles', period: period ?? '1min' };
}
