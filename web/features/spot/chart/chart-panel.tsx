import type { Match } from '@bourse/contract/markets';
import { memo, Suspense, useCallback, useEffect, useState, type ComponentType } from 'react';
import type { StorageKey } from '../../../live/browser-storage.ts';
import { useLive } from '../../../live/context.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { optionalPart } from '../../../ui/optional-part.ts';
import { requestedPart } from '../../../ui/requested-part.ts';
import { useAppearance } from '../../../ui/theme/appearance.tsx';
import { ChartCanvas } from './chart-canvas.tsx';
import { modeFrom, type ChartMode } from './chart-periods.ts';
import { ChartToolbar } from './chart-toolbar.tsx';
import { drawIndicators } from './draw-indicators.ts';
import { readDrawings } from './drawings.ts';
import { readIndicators, type ShownIndicator } from './indicators.ts';
import { chartScales, type ChartScale, type PriceChart } from './price-chart.ts';
import { useFullScreen } from './use-full-screen.ts';
import { usePeriodKeys } from './use-period-keys.ts';
import classes from './chart-panel.module.css';

/** Rarely opened, so it is loaded on demand. */
const IndicatorDialog = requestedPart(
  async () => (await import('./indicator-dialog.tsx')).IndicatorDialog,
  ({ onClose }) => onClose(),
);

/** Loaded only for users who draw. */
const DrawingLayer = optionalPart(async () => (await import('./drawing-layer.tsx')).DrawingLayer);

/** Loaded after the candles, which visitors see without it. */
const OwnOrderLines = optionalPart(async () => (await import('./own-order-lines.tsx')).OwnOrderLines);

/** Draws lines on a chart while it is mounted. */
export type ChartOverlay = ComponentType<{ readonly chart: PriceChart; readonly match: Match }>;

interface ChartPanelProps {
  readonly match: Match;
  /** Draws the user's lines; by default those of the open orders. */
  readonly lines?: ChartOverlay;
}

/** The chart of a market with its periods and tools. */
export const ChartPanel = memo(function ChartPanel({ match, lines: Lines = OwnOrderLines }: ChartPanelProps) {
  const { storage } = useLive();
  const { theme } = useAppearance();
  const [chart, setChart] = useState<PriceChart | null>(null);
  const [mode, setMode] = useKept<ChartMode>('period', modeFrom, modeText);
  const [scale, setScale] = useKept<ChartScale>('chart_scale', scaleFrom, String);
  const [indicators, setIndicators] = useKept<readonly ShownIndicator[]>(
    'chart_indicators',
    readIndicators,
    JSON.stringify,
  );
  const [orders, setOrders] = useKept<boolean>('chart_orders', isOn, flagText);
  const [tools, setTools] = useKept<boolean>('chart_tools', isOffered, flagText);
  const [choosing, setChoosing] = useState(false);
  const [full, toggleFull] = useFullScreen();
  const choose = useCallback(() => setChoosing(true), []);
  const reset = useCallback(() => chart?.resetView(), [chart]);
  useEffect(() => {
    if (chart !== null) drawIndicators(chart.library, indicators, theme);
  }, [chart, indicators, theme]);
  // Drawings stay visible while the tools are hidden.
  const drawn = tools || readDrawings(storage.read('chart_drawings'), match.id).length > 0;
  usePeriodKeys(setMode);
  return (
    <div className={classNames(classes.panel, full && classes.full)}>
      <ChartToolbar
        mode={mode}
        onMode={setMode}
        tools={tools}
        onTools={setTools}
        onIndicators={choose}
        scale={scale}
        onScale={setScale}
        orders={orders}
        onOrders={setOrders}
        onReset={reset}
        full={full}
        onFull={toggleFull}
      />
      <div className={classes.place}>
        {chart !== null && drawn && (
          <Suspense fallback={tools && <div className={classes.strip} />}>
            <DrawingLayer key={match.id} chart={chart} match={match} tools={tools} />
          </Suspense>
        )}
        {chart !== null && orders && (
          <Suspense fallback={null}>
            <Lines key={match.id} chart={chart} match={match} />
          </Suspense>
        )}
        <ChartCanvas match={match} mode={mode} scale={scale} chart={chart} onChart={setChart} />
      </div>
      {choosing && (
        <Suspense>
          <IndicatorDialog shown={indicators} onChange={setIndicators} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </div>
  );
});

/** A setting that is stored in the browser. */
function useKept<Value>(
  key: StorageKey,
  read: (stored: string | null) => Value,
  write: (value: Value) => string,
): readonly [Value, (value: Value) => void] {
  const { storage } = useLive();
  const [value, setValue] = useState(() => read(storage.read(key)));
  const choose = useCallback(
    (next: Value): void => {
      storage.write(key, write(next));
      setValue(() => next);
    },
    [storage, key, write],
  );
  return [value, choose];
}

/** The drawing tools are shown by default on wide screens. */
function isOffered(stored: string | null): boolean {
  return stored === null ? matchMedia('(min-width: 1600px)').matches : stored === '1';
}

/** Whether an option is on, which it is unless the user turned it off. */
function isOn(stored: string | null): boolean {
  return stored !== '0';
}

function flagText(on: boolean): string {
  return on ? '1' : '0';
}

function modeText(mode: ChartMode): string {
  return mode.kind === 'line' ? 'line' : mode.period;
}

function scaleFrom(stored: string | null): ChartScale {
  return chartScales.find((known) => known === stored) ?? 'normal';
}
