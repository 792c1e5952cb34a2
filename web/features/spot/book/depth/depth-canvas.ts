import type { StoreApi } from 'zustand/vanilla';
import type { DepthView } from '../../../../live/feeds/depth.ts';
import type { Figures } from '../../../../ui/figures.ts';
import type { DirectionColours, Theme } from '../../../../ui/theme/tokens.ts';
import type { BookScale } from '../book-lines.ts';
import {
  depthCurve,
  fittingSpan,
  readingWithin,
  spanAt,
  spanShare,
  spanText,
  type DepthCurve,
  type DepthReading,
} from './depth-curve.ts';

/** The data of one drawing. */
export interface DepthPicture {
  readonly curve: DepthCurve;
  readonly mid: number;
  /** The range of the chart to each side of the mid price, as a price. */
  readonly reach: number;
  /**
   * The crosshair's distance from the mid price, from −1 at the left edge to 1 at the right one; null without a
   * crosshair.
   */
  readonly cross: number | null;
}

/** Theme, colours and number formats. */
export interface DepthLook {
  readonly theme: Theme;
  readonly directions: DirectionColours;
  readonly figures: Figures;
}

/** The drawing in numbers: at the crosshair, or at the edges without one. */
export interface DepthSummary {
  readonly mid: string;
  /** The range to each side in per cent. */
  readonly span: string;
  /** The crosshair's position from −100 to 100; 0 without a crosshair. */
  readonly place: number;
  readonly bids: DepthReading | null;
  readonly asks: DepthReading | null;
}

export interface DepthCanvas {
  /** Sets the market whose book is drawn. */
  show(symbol: string, scale: BookScale): void;
  look(look: DepthLook): void;
  /** Draws again after a change of size. */
  redraw(): void;
  /** Moves the crosshair, from −1 to 1; null hides it. */
  point(cross: number | null): void;
  /** Zooms by steps, in when negative; null resets to the full book. */
  zoom(steps: number | null): void;
  close(): void;
}

export interface DepthCanvasPorts {
  readonly store: StoreApi<DepthView>;
  readonly draw: (picture: DepthPicture, look: DepthLook) => void;
  /** Called after a drawing whose summary differs from the previous one; null when there is nothing to draw. */
  readonly onSummary: (summary: DepthSummary | null) => void;
  readonly requestFrame: (draw: () => void) => void;
}

/** Draws the book whenever it has changed, at most once per frame. */
export function openDepthCanvas({ store, draw, onSummary, requestFrame }: DepthCanvasPorts): DepthCanvas {
  let shown: { readonly symbol: string; readonly scale: BookScale } | null = null;
  let look: DepthLook | null = null;
  let cross: number | null = null;
  let span: number | null = null;
  let scheduled = false;
  let closed = false;
  let said = '';

  const paint = (): void => {
    scheduled = false;
    if (closed || shown === null || look === null) return;
    const { symbol, book } = store.getState();
    const curve = symbol === shown.symbol ? depthCurve(book, shown.scale) : null;
    if (curve === null || curve.mid === null) return say(null);
    // The full book at first; after that the range is kept until the user changes it.
    span ??= fittingSpan(curve);
    const reach = curve.mid * spanShare(span);
    draw({ curve, mid: curve.mid, reach, cross }, look);
    const distance = cross === null ? reach : Math.abs(cross) * reach;
    return say({
      mid: curve.mid.toFixed(shown.scale.price_decimals),
      span: spanText(span),
      place: Math.round((cross ?? 0) * 100),
      bids: readingWithin(curve, 'bids', distance, shown.scale),
      asks: readingWithin(curve, 'asks', distance, shown.scale),
    });
  };
  const say = (summary: DepthSummary | null): void => {
    const text = JSON.stringify(summary);
    if (text === said) return;
    said = text;
    onSummary(summary);
  };
  const redraw = (): void => {
    if (scheduled) return;
    scheduled = true;
    requestFrame(paint);
  };
  const stop = store.subscribe((after, before) => {
    const same = after.symbol === before.symbol && after.book.bids === before.book.bids;
    if (!same || after.book.asks !== before.book.asks) redraw();
  });

  return {
    show: (symbol, scale) => {
      if (shown?.symbol !== symbol) {
        span = null;
        cross = null;
      }
      shown = { symbol, scale };
      redraw();
    },
    look: (next) => {
      look = next;
      redraw();
    },
    redraw,
    point: (next) => {
      if (next === cross) return;
      cross = next;
      redraw();
    },
    zoom: (steps) => {
      span = steps === null || span === null ? null : spanAt(span, steps);
      redraw();
    },
    close: () => {
      closed = true;
      stop();
    },
  };
}
