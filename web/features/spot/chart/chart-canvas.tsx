import type { Match } from '@bourse/contract/markets';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../../live/context.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { skipRepeats } from '../../../ui/skip-repeats.ts';
import { useAppearance } from '../../../ui/theme/appearance.tsx';
import { useFigures } from '../../../ui/use-figures.ts';
import { candleSummary, type ChartWords } from './chart-legend.ts';
import { ChartSkeleton } from './chart-skeleton.tsx';
import { periodFacts, periodOf, type ChartMode } from './chart-periods.ts';
import { openPriceChart, type ChartScale, type ChartState, type PriceChart } from './price-chart.ts';
import classes from './chart-panel.module.css';

interface ChartCanvasProps {
  readonly match: Match;
  readonly mode: ChartMode;
  readonly scale: ChartScale;
  readonly chart: PriceChart | null;
  readonly onChart: (chart: PriceChart | null) => void;
}

/** The chart with its loading, empty, error and stale states. */
export function ChartCanvas({ match, mode, scale, chart, onChart }: ChartCanvasProps) {
  const { t } = useTranslation();
  const { call, clock, socket } = useLive();
  const { theme, directions } = useAppearance();
  const figures = useFigures();
  const words = useChartWords();
  const element = useRef<HTMLElement>(null);
  const [state, setState] = useState<ChartState>('loading');

  useEffect(() => {
    if (element.current === null) return undefined;
    // The chart reports its state with every candle, several times a second.
    const onState = skipRepeats(setState);
    const opened = openPriceChart(element.current, { call, socket, nowMs: clock.nowMs, onState });
    onChart(opened);
    return () => {
      onChart(null);
      opened?.close();
    };
  }, [call, clock, socket, onChart]);
  useEffect(() => chart?.look({ theme, directions, mode }), [chart, theme, directions, mode]);
  useEffect(() => chart?.localise({ figures, words }), [chart, figures, words]);
  useEffect(() => chart?.scale(scale), [chart, scale]);
  useEffect(() => chart?.show(match, mode), [chart, match, mode]);
  const summary = useSummary(chart, state, (library) => {
    const candles = library.getDataList();
    const candle = candles.at(-1);
    return candle === undefined
      ? ''
      : t('chart.summary', {
          period: periodFacts[periodOf(mode)].label,
          candle: candleSummary(candle, candles.at(-2) ?? null, {
            figures,
            words,
            period: periodOf(mode),
            decimals: match.price_decimals,
          }),
        });
  });

  return (
    <div className={classes.frame}>
      <figure
        ref={element}
        className={classes.canvas}
        data-state={state}
        data-testid="price-chart"
        aria-label={`${t('trade.chart')} ${match.symbol}`}
      >
        <figcaption ref={summary} className="visually-hidden" />
      </figure>
      {state === 'loading' && <ChartSkeleton />}
      {state === 'empty' && (
        <div className={classes.over}>
          <EmptyState text={t('trade.chartEmpty')} />
        </div>
      )}
      {state === 'failed' && (
        <div className={classes.over}>
          <ErrorState onRetry={() => chart?.reload()} />
        </div>
      )}
    </div>
  );
}

/** Update interval of the text about the last candle, in milliseconds. */
const summaryMs = 2_000;

/** Keeps a text about the last candle in the returned element without rendering React. */
function useSummary(
  chart: PriceChart | null,
  state: ChartState,
  write: (library: PriceChart['library']) => string,
): React.RefObject<HTMLElement | null> {
  const element = useRef<HTMLElement>(null);
  const latest = useRef(write);
  useEffect(() => {
    latest.current = write;
  });
  useEffect(() => {
    if (chart === null) return undefined;
    const update = (): void => {
      const text = latest.current(chart.library);
      if (element.current !== null && element.current.textContent !== text) element.current.textContent = text;
    };
    update();
    if (state !== 'full') return undefined;
    const timer = setInterval(update, summaryMs);
    return () => clearInterval(timer);
  }, [chart, state]);
  return element;
}

function useChartWords(): ChartWords {
  const { t } = useTranslation();
  return useMemo(
    () => ({
      time: t('trade.chartTime'),
      open: t('trade.chartOpen'),
      high: t('trade.chartHigh'),
      low: t('trade.chartLow'),
      close: t('trade.chartClose'),
      volume: t('trade.chartVolume'),
      change: t('trade.chartChange'),
      turnover: t('trade.chartTurnover'),
    }),
    [t],
  );
}
