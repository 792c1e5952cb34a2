import type { Match } from '@bourse/contract/markets';
import { IconMinus, IconPlus, IconZoomReset } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { isFollowed } from '../../../../live/book.ts';
import { useLive } from '../../../../live/context.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import type { Figures } from '../../../../ui/figures.ts';
import { EmptyState } from '../../../../ui/states.tsx';
import { useAppearance } from '../../../../ui/theme/appearance.tsx';
import { useFigures } from '../../../../ui/use-figures.ts';
import { shortAmount } from '../../../../ui/short-amount.ts';
import { openDepthCanvas, type DepthCanvas, type DepthSummary } from './depth-canvas.ts';
import type { DepthReading } from './depth-curve.ts';
import { drawDepth, placeOf } from './draw-depth.ts';
import classes from './depth-chart.module.css';

/** How far an arrow key moves the crosshair, without and with Shift. */
const smallMove = 0.02;
const largeMove = 0.1;

/** The book as a curve of cumulative amounts on both sides of the mid price. */
export function DepthChart({ match }: { readonly match: Match }) {
  const { t } = useTranslation();
  const { depth } = useLive();
  const figures = useFigures();
  const keys = useId();
  const element = useRef<HTMLCanvasElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const [said, setSaid] = useState<DepthSummary | null>(null);
  // The text for screen readers, updated after key presses only and not when the book changes by itself.
  const [spoken, setSpoken] = useState<DepthSummary | null>(null);
  const speaks = useRef(true);
  const canvas = useDepthCanvas(element, match, figures, (next) => {
    setSaid(next);
    if (speaks.current) setSpoken(next);
    speaks.current = next === null;
  });
  const cross = useRef<number | null>(null);
  const state = useStore(depth.store, ({ symbol, book }) => {
    if (symbol !== match.symbol) return 'loading';
    if (book.bids.length > 0 || book.asks.length > 0) return isFollowed(book) ? 'live' : 'waiting';
    return isFollowed(book) ? 'empty' : 'loading';
  });
  const point = (next: number | null): void => {
    cross.current = next;
    canvas?.point(next);
  };
  const zoom = (steps: number | null): void => canvas?.zoom(steps);
  useWheel(frame, zoom);
  const wordsOf = ({ bids, asks }: DepthSummary): string =>
    [
      { side: t('trade.bids'), reading: bids },
      { side: t('trade.asks'), reading: asks },
    ]
      .flatMap(({ side, reading }) =>
        reading === null ? [] : [t('book.depthSide', { side, ...writtenReading(reading, match, figures) })],
      )
      .join(' ');
  const onKeyDown = (event: KeyboardEvent): void => {
    const move = event.shiftKey ? largeMove : smallMove;
    const from = cross.current ?? 0;
    speaks.current = true;
    switch (event.key) {
      case 'ArrowLeft':
        point(Math.max(-1, from - move));
        break;
      case 'ArrowRight':
        point(Math.min(1, from + move));
        break;
      case '+':
      case '=':
        zoom(-1);
        break;
      case '-':
        zoom(1);
        break;
      case 'Escape':
        point(null);
        break;
      default:
        return;
    }
    event.preventDefault();
    // Keeps shortcuts of the screen from handling these keys.
    event.stopPropagation();
  };

  return (
    <div className={classes.panel}>
      <div className={classes.bar}>
        <Reading side="bids" reading={said?.bids ?? null} match={match} figures={figures} />
        <div className={classes.zoom} role="group" aria-label={t('book.zoom')}>
          <button type="button" className={classes.tool} aria-label={t('book.zoomIn')} onClick={() => zoom(-1)}>
            <IconPlus size={14} aria-hidden="true" />
          </button>
          <span className={classNames('figures', classes.span)}>
            {said === null ? '' : `±${figures.percent(said.span, 2)}`}
          </span>
          <button type="button" className={classes.tool} aria-label={t('book.zoomOut')} onClick={() => zoom(1)}>
            <IconMinus size={14} aria-hidden="true" />
          </button>
          <button type="button" className={classes.tool} aria-label={t('book.zoomAll')} onClick={() => zoom(null)}>
            <IconZoomReset size={14} aria-hidden="true" />
          </button>
        </div>
        <Reading side="asks" reading={said?.asks ?? null} match={match} figures={figures} />
      </div>
      <p id={keys} className="visually-hidden">
        {t('book.depthKeys')}
      </p>
      <div
        ref={frame}
        className={classNames(classes.frame, state === 'waiting' && classes.waiting)}
        role="slider"
        tabIndex={0}
        aria-label={`${t('book.depth')} ${match.symbol}`}
        aria-describedby={keys}
        aria-valuemin={-100}
        aria-valuemax={100}
        aria-valuenow={spoken?.place ?? 0}
        aria-valuetext={spoken === null ? t('common.loading') : wordsOf(spoken)}
        data-testid="depth-chart"
        onKeyDown={onKeyDown}
        onBlur={() => point(null)}
        onPointerMove={(event) => {
          const { left, width } = event.currentTarget.getBoundingClientRect();
          point(placeOf(event.clientX - left, width));
        }}
        onPointerLeave={() => point(null)}
      >
        <canvas ref={element} className={classes.canvas} aria-hidden="true" />
        {state === 'loading' && <output className={classes.veil} aria-label={t('common.loading')} />}
        {state === 'empty' && (
          <div className={classes.over}>
            <EmptyState text={t('trade.bookEmpty')} />
          </div>
        )}
      </div>
    </div>
  );
}

interface ReadingProps {
  readonly side: 'bids' | 'asks';
  readonly reading: DepthReading | null;
  readonly match: Match;
  readonly figures: Figures;
}

/** The numbers of one side: the price at the crosshair or the edge, and the cumulative amount and value up to it. */
function Reading({ side, reading, match, figures }: ReadingProps) {
  const { t } = useTranslation();
  const { price, sum, value } = writtenReading(reading, match, figures);
  return (
    <dl className={classes.reading} data-side={side} data-testid={`depth-${side}`} aria-label={t(`trade.${side}`)}>
      <div>
        <dt>{t('trade.price')}</dt>
        <dd className={classNames('figures', side === 'bids' ? 'up' : 'down')}>
          {side === 'bids' ? `≥ ${price}` : `≤ ${price}`}
        </dd>
      </div>
      <div>
        <dt>{t('trade.sumIn', { currency: match.base_currency_code })}</dt>
        <dd className="figures">{sum}</dd>
      </div>
      <div>
        <dt>{t('trade.sumIn', { currency: match.quote_currency_code })}</dt>
        <dd className="figures">{value}</dd>
      </div>
    </dl>
  );
}

function writtenReading(reading: DepthReading | null, match: Match, figures: Figures) {
  const { price, sum, value } = reading ?? { price: '', sum: '', value: '' };
  return {
    price: figures.fixed(price, match.price_decimals),
    sum: figures.fixed(sum, match.amount_decimals),
    value: value === '' ? '' : shortAmount(value, figures),
    base: match.base_currency_code,
    quote: match.quote_currency_code,
  };
}

/** Draws on a canvas while it is mounted, in its current size, theme and language. */
function useDepthCanvas(
  element: RefObject<HTMLCanvasElement | null>,
  match: Match,
  figures: Figures,
  onSummary: (figures: DepthSummary | null) => void,
): DepthCanvas | null {
  const { depth } = useLive();
  const { theme, directions } = useAppearance();
  const [canvas, setCanvas] = useState<DepthCanvas | null>(null);
  const latest = useRef(onSummary);
  useEffect(() => {
    latest.current = onSummary;
  });
  useEffect(() => {
    const { current } = element;
    const brush = current?.getContext('2d') ?? null;
    if (current === null || brush === null) return undefined;
    const opened = openDepthCanvas({
      store: depth.store,
      draw: (picture, look) => {
        const size = { width: current.clientWidth, height: current.clientHeight };
        fit(current, brush, size);
        drawDepth(brush, size, picture, look);
      },
      onSummary: (next) => latest.current(next),
      requestFrame: (draw) => requestAnimationFrame(draw),
    });
    setCanvas(opened);
    const observer = new ResizeObserver(() => opened.redraw());
    observer.observe(current);
    return () => {
      observer.disconnect();
      opened.close();
    };
  }, [element, depth]);
  useEffect(() => canvas?.show(match.symbol, match), [canvas, match]);
  useEffect(() => canvas?.look({ theme, directions, figures }), [canvas, theme, directions, figures]);
  return canvas;
}

/** Resizes the canvas to the device's pixels, only when the size differs, because resizing clears it. */
function fit(
  canvas: HTMLCanvasElement,
  brush: CanvasRenderingContext2D,
  { width, height }: { readonly width: number; readonly height: number },
): void {
  const dots = devicePixelRatio;
  if (canvas.width === Math.round(width * dots) && canvas.height === Math.round(height * dots)) return;
  canvas.width = Math.round(width * dots);
  canvas.height = Math.round(height * dots);
  brush.setTransform(dots, 0, 0, dots, 0, 0);
}

/** Zooms with the wheel without scrolling the page. */
function useWheel(element: RefObject<HTMLElement | null>, zoom: (steps: number) => void): void {
  const latest = useRef(zoom);
  useEffect(() => {
    latest.current = zoom;
  });
  useEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    let turned = 0;
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault();
      turned += event.deltaY;
      // One step per notch of a wheel, or for the same distance on a touchpad.
      const steps = Math.trunc(turned / wheelStep);
      turned -= steps * wheelStep;
      if (steps !== 0) latest.current(steps);
    };
    current.addEventListener('wheel', onWheel, { passive: false });
    return () => current.removeEventListener('wheel', onWheel);
  }, [element]);
}

/** The wheel distance of a zoom step, in pixels. */
const wheelStep = 60;
