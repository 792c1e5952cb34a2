import type { MicroOrder } from '@bourse/contract/seconds';
import type { Match } from '@bourse/contract/markets';
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useLive } from '../../live/context.tsx';
import { classNames } from '../../ui/class-names.ts';
import { noFigure } from '../../ui/figures.ts';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useFigures } from '../../ui/use-figures.ts';
import { type Span, windowsOf } from './contract-times.ts';
import { useFromNow, useIndex, useTrail } from './index-feed.ts';
import {
  axisPrices,
  axisTimes,
  type ChartScope,
  type Plot,
  scopeOf,
  trailPath,
  type TrailPoint,
  xOf,
  yOf,
} from './index-trail.ts';
import { useSecondsTexts } from './seconds-texts.ts';
import { freeLabels } from './strike-labels.ts';
import classes from './index-chart.module.css';

interface IndexChartProps {
  readonly match: Match;
  /** The user's open contracts on the pair. */
  readonly contracts: readonly MicroOrder[];
}

const spans = [60, 120, 300] as const;
type SpanId = `${(typeof spans)[number]}`;

/** The index of a pair in the last minutes, with the strike prices and the windows of the user's open contracts. */
export function IndexChart({ match, contracts }: IndexChartProps) {
  const { t } = useTranslation();
  const texts = useSecondsTexts();
  const [span, setSpan] = useState<SpanId>('120');
  const { trail, phase, retry } = useTrail(match.base_currency_id);
  const stale = useStore(useLive().socket.status, (status) => status.stale);
  const isEmpty = trail.every(({ price }) => price === null);
  return (
    <div className={classes.panel}>
      <div className={classes.tools}>
        <Tabs
          label={t('seconds.span')}
          look="pills"
          tabs={spans.map((seconds) => ({ id: `${seconds}` as const, label: texts.duration(seconds) }))}
          selected={span}
          onSelect={setSpan}
        />
        <IndexNow match={match} />
        <ul className={classes.legend} aria-hidden="true">
          <li data-kind="strike">{t('seconds.strikeWindow')}</li>
          <li data-kind="settlement">{t('seconds.settlementWindow')}</li>
        </ul>
      </div>
      <div className={classNames(classes.place, stale && classes.stale)}>
        {phase === 'loading' && isEmpty ? (
          <SkeletonRows count={6} height={32} />
        ) : phase === 'failed' && isEmpty ? (
          <ErrorState onRetry={retry} />
        ) : isEmpty ? (
          <EmptyState text={t('seconds.noIndexYet')} />
        ) : (
          <Drawing match={match} contracts={contracts} seconds={Number(span)} trail={trail} />
        )}
      </div>
    </div>
  );
}

/** The present index, large, and whether it is interrupted. */
function IndexNow({ match }: { readonly match: Match }) {
  const { t } = useTranslation();
  const figures = useFigures();
  const index = useIndex(match.base_currency_id);
  return (
    <p className={classes.now} aria-live="off">
      <span className={classes.name}>{t('seconds.index')}</span>{' '}
      <strong className="figures" data-testid="index-now">
        {index === undefined
          ? noFigure
          : index.price === null
            ? t('seconds.interrupted')
            : figures.fixed(index.price, index.price_decimals)}
      </strong>
    </p>
  );
}

interface DrawingProps extends IndexChartProps {
  readonly trail: readonly TrailPoint[];
  readonly seconds: number;
}

/** The right part of the drawing, without the axis of prices, that is free for what is to come. */
const aheadShare = 0.15;
const axisHeight = 20;

function Drawing({ match, contracts, seconds, trail }: DrawingProps) {
  const frame = useRef<HTMLDivElement>(null);
  const size = useSize(frame);
  const nowMs = useFromNow((now) => now);

  const index = useIndex(match.base_currency_id);
  const figures = useFigures();
  const texts = useSecondsTexts();
  const { t } = useTranslation();
  // One more than the market's: an index has more decimals than a drawing has room for.
  const decimals = Math.min(index?.price_decimals ?? match.price_decimals, match.price_decimals + 1);
  const time = timeOf(nowMs, seconds, contracts);
  const struck = contracts.flatMap(({ open_price: open }) => (open === null ? [] : [open]));
  const scope = scopeOf(trail, time, struck);
  const axisWidth = 16 + 7 * figures.fixed(index?.price ?? '0', decimals).length;
  const plot: Plot = { width: Math.max(0, size.width - axisWidth), height: Math.max(0, size.height - axisHeight) };
  const price = (value: number | string): string => figures.fixed(String(value), decimals);
  const labels = scope === null ? [] : contracts.flatMap((contract) => labelOf(contract, { scope, plot, price }) ?? []);
  const free = freeLabels(labels);
  return (
    <figure className={classes.figure} aria-label={`${t('seconds.index')} ${match.symbol}`} data-testid="index-chart">
      <figcaption className="visually-hidden">
        <ul>
          {contracts.map((contract) => (
            <li key={contract.id}>{`${texts.name(contract)} ${texts.struckAt(contract)}`}</li>
          ))}
        </ul>
      </figcaption>
      <div ref={frame} className={classes.frame}>
        {scope !== null && plot.width > 0 && (
          <svg width={size.width} height={size.height} aria-hidden="true">
            <Grid scope={scope} plot={plot} price={price} clock={(at) => figures.time(at)} />
            {contracts.map((contract) => (
              <Windows key={contract.id} contract={contract} scope={scope} plot={plot} />
            ))}
            <path className={classes.line} d={trailPath(trail, nowMs, scope, plot)} />
            {contracts.map((contract) => (
              <StrikeLine key={contract.id} contract={contract} scope={scope} plot={plot} />
            ))}
            {labels
              .filter(({ id }) => free.has(id))
              .map(({ id, x, y, text, isUp }) => (
                <g key={id} className={isUp ? classes.up : classes.down}>
                  <text x={x} y={y}>
                    {text}
                  </text>
                </g>
              ))}
            <Present price={index?.price ?? null} nowMs={nowMs} scope={scope} plot={plot} text={price} />
          </svg>
        )}
      </div>
    </figure>
  );
}

/** The span of the chart: the last seconds and some space, and open contracts from beginning to end. */
function timeOf(nowMs: number, seconds: number, contracts: readonly MicroOrder[]): Span {
  const length = seconds * 1_000;
  const from = Math.min(nowMs - length, ...contracts.map((one) => one.created_at - 2_000));
  const to = Math.max(nowMs + length * aheadShare, ...contracts.map((one) => one.end_at + 1_000));
  return { from, to };
}

interface LayerProps {
  readonly scope: ChartScope;
  readonly plot: Plot;
}

interface GridProps extends LayerProps {
  readonly price: (value: number) => string;
  readonly clock: (time: number) => string;
}

/** Half of the size of a label in pixels. */
const labelRoom = 8;
const labelWidth = 28;

function Grid({ scope, plot, price, clock }: GridProps) {
  return (
    <>
      {axisPrices(scope, Math.floor(plot.height / 48)).map((value) => {
        const y = yOf(value, scope, plot);
        // A label at the edge would be cut.
        if (y < labelRoom || y > plot.height - labelRoom) return null;
        return (
          <g key={value}>
            <line className={classes.grid} x1={0} x2={plot.width} y1={y} y2={y} />
            <text className={classes.label} x={plot.width + 8} y={y + 4}>
              {price(value)}
            </text>
          </g>
        );
      })}
      {axisTimes(scope.time, Math.floor(plot.width / 90))
        .map((time) => ({ time, x: xOf(time, scope, plot) }))
        .filter(({ x }) => x > labelWidth && x < plot.width)
        .map(({ time, x }) => (
          <text key={time} className={classes.label} x={x} y={plot.height + 15} textAnchor="middle">
            {clock(time)}
          </text>
        ))}
    </>
  );
}

/** The shaded windows of a contract. */
function Windows({ contract, scope, plot }: LayerProps & { readonly contract: MicroOrder }) {
  const { strike, settlement } = windowsOf(contract);
  const rect = ({ from, to }: Span, className: string | undefined) => {
    const x = xOf(from, scope, plot);
    return <rect className={className} x={x} y={0} width={xOf(to, scope, plot) - x} height={plot.height} />;
  };
  return (
    <>
      {rect(strike, classes.strike)}
      {rect(settlement, classes.settlement)}
    </>
  );
}

/** The strike price of a contract, until its end. */
function StrikeLine({ contract, scope, plot }: LayerProps & { readonly contract: MicroOrder }) {
  if (contract.open_price === null) return null;
  const { strike, settlement } = windowsOf(contract);
  const y = yOf(Number(contract.open_price), scope, plot);
  const [x1, x2] = [xOf(strike.to, scope, plot), xOf(settlement.to, scope, plot)];
  return (
    <g className={contract.type === 1 ? classes.up : classes.down}>
      <line className={classes.struck} x1={x1} x2={x2} y1={y} y2={y} />
    </g>
  );
}

interface LabelParts extends LayerProps {
  readonly price: (value: string) => string;
}

/** The label of a strike price, above the line of a contract up and below that of one down; null before the strike. */
function labelOf({ id, type, open_price: open, ...times }: MicroOrder, { scope, plot, price }: LabelParts) {
  if (open === null) return null;
  const isUp = type === 1;
  const text = `${isUp ? '↑' : '↓'} ${price(open)}`;
  const x = xOf(windowsOf(times).strike.to, scope, plot) + 4;
  return { id, isUp, text, x, y: yOf(Number(open), scope, plot) + (isUp ? -5 : 14), width: 7 * text.length };
}

interface PresentProps extends LayerProps {
  readonly price: string | null;
  readonly nowMs: number;
  readonly text: (value: string) => string;
}

/** The present: a point at the end of the line, and its price on the axis. */
function Present({ price, nowMs, scope, plot, text }: PresentProps) {
  const x = xOf(nowMs, scope, plot);
  if (price === null) return <line className={classes.grid} x1={x} x2={x} y1={0} y2={plot.height} />;
  const y = yOf(Number(price), scope, plot);
  return (
    <>
      <line className={classes.present} x1={x} x2={plot.width} y1={y} y2={y} />
      <circle className={classes.point} cx={x} cy={y} r={3.5} />
      <rect
        className={classes.tag}
        x={plot.width + 2}
        y={y - 9}
        width={13 + 7 * text(price).length}
        height={18}
        rx={3}
      />
      <text className={classes.tagText} x={plot.width + 8} y={y + 4}>
        {text(price)}
      </text>
    </>
  );
}

/** The size of an element in pixels. */
function useSize(element: React.RefObject<HTMLElement | null>): Plot {
  const [size, setSize] = useState<Plot>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    if (element.current === null) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setSize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return size;
}
