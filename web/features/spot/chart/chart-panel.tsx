import type { Match, Period } from '@bourse/contract';
import { IconChevronDown } from '@tabler/icons-react';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../../live/context.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { Menu, MenuRadio } from '../../../ui/menu.tsx';
import { useAppearance } from '../../../ui/theme/appearance.tsx';
import { useFigures } from '../../../ui/use-figures.ts';
import { buttonPeriods, menuPeriods, modeFrom, periodFacts, type ChartMode } from './chart-periods.ts';
import { usePeriodKeys } from './use-period-keys.ts';
import { openPriceChart, type ChartState, type ChartWords, type PriceChart } from './price-chart.ts';
import classes from './chart-panel.module.css';

/** The chart of a market with its period buttons. */
export const ChartPanel = memo(function ChartPanel({ match }: { readonly match: Match }) {
  const { storage } = useLive();
  const [mode, setMode] = useState<ChartMode>(() => modeFrom(storage.read('period')));
  const choose = (next: ChartMode): void => {
    storage.write('period', next.kind === 'line' ? 'line' : next.period);
    setMode(next);
  };
  usePeriodKeys(choose);
  return (
    <div className={classes.panel}>
      <PeriodBar mode={mode} onChoose={choose} />
      <Canvas match={match} mode={mode} />
    </div>
  );
});

interface PeriodBarProps {
  readonly mode: ChartMode;
  readonly onChoose: (mode: ChartMode) => void;
}

function PeriodBar({ mode, onChoose }: PeriodBarProps) {
  const { t } = useTranslation();
  const chosen = mode.kind === 'candles' ? mode.period : null;
  const fromMenu = menuPeriods.find((period) => period === chosen);
  const button = (period: Period) => (
    <button
      key={period}
      type="button"
      className={classes.period}
      aria-pressed={period === chosen}
      onClick={() => onChoose({ kind: 'candles', period })}
    >
      {periodFacts[period].label}
    </button>
  );
  return (
    <fieldset className={classes.periods} aria-label={t('trade.periods')}>
      <button
        type="button"
        className={classes.period}
        aria-pressed={mode.kind === 'line'}
        onClick={() => onChoose({ kind: 'line' })}
      >
        {t('trade.timeLine')}
      </button>
      {buttonPeriods.map(button)}
      <Menu
        align="start"
        width={120}
        className={classes.period}
        pressed={fromMenu !== undefined}
        face={
          <>
            {fromMenu === undefined ? t('trade.more') : periodFacts[fromMenu].label}
            <IconChevronDown size={12} aria-hidden="true" />
          </>
        }
      >
        {menuPeriods.map((period) => (
          <MenuRadio key={period} checked={period === fromMenu} onSelect={() => onChoose({ kind: 'candles', period })}>
            {periodFacts[period].label}
          </MenuRadio>
        ))}
      </Menu>
    </fieldset>
  );
}

function Canvas({ match, mode }: { readonly match: Match; readonly mode: ChartMode }) {
  const { t } = useTranslation();
  const { call, socket } = useLive();
  const { theme, directions } = useAppearance();
  const figures = useFigures();
  const words = useChartWords();
  const element = useRef<HTMLElement>(null);
  const [chart, setChart] = useState<PriceChart | null>(null);
  const [state, setState] = useState<ChartState>('loading');

  useEffect(() => {
    if (element.current === null) return undefined;
    const opened = openPriceChart(element.current, { call, socket, nowMs: Date.now, onState: setState });
    setChart(opened);
    return () => opened?.close();
  }, [call, socket]);
  useEffect(() => chart?.look({ theme, directions, mode }), [chart, theme, directions, mode]);
  useEffect(() => chart?.speak({ figures, words }), [chart, figures, words]);
  useEffect(() => chart?.show(match, mode), [chart, match, mode]);
  useResize(element, chart);

  return (
    <div className={classes.frame}>
      <figure
        ref={element}
        className={classes.canvas}
        data-state={state}
        aria-label={`${t('trade.chart')} ${match.symbol}`}
      />
      {state === 'loading' && <output className={classes.veil} aria-label={t('common.loading')} />}
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

/** The canvas follows the size of its element, which changes without the window too. */
function useResize(element: React.RefObject<HTMLElement | null>, chart: PriceChart | null): void {
  useEffect(() => {
    if (element.current === null || chart === null) return undefined;
    const observer = new ResizeObserver(() => chart.resize());
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, chart]);
}
