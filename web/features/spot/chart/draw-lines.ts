import { registerOverlay, type Chart, type OverlayTemplate, type YAxis } from 'klinecharts';
import { directions as directionTable, palettes, type DirectionColours, type Theme } from '../../../ui/theme/tokens.ts';
import { chartFont } from './chart-styles.ts';
import { candlePane } from './price-chart.ts';
import { legendHeight } from './chart-legend.ts';

/** The colour of a line by its meaning. */
export type LineTone = 'up' | 'down' | 'warning' | 'quiet';

/** A horizontal line at a price. */
export interface ChartLine {
  readonly key: string;
  readonly price: string;
  readonly tone: LineTone;
}

interface LineLook<Line> {
  readonly theme: Theme;
  readonly directions: DirectionColours;
  /** The price as formatted on the axis. */
  readonly price: (line: Line) => string;
}

/** The drawing of a line. */
interface DrawnLine {
  readonly key: string;
  readonly value: number;
  readonly price: string;
  readonly colour: string;
}

/** The data of the overlay: all lines, those first that are named first where there is no room for all labels. */
interface DrawnLines {
  readonly lines: readonly DrawnLine[];
  readonly onFill: string;
  readonly onPlaced: (places: LinePlaces) => void;
}

/** Where the lines with room for a label are on the plot, in pixels from its top left corner. */
export interface LinePlaces {
  readonly width: number;
  readonly height: number;
  readonly labels: readonly { readonly key: string; readonly y: number }[];
}

const overlayName = 'priceLines';
const overlayId = 'price-lines';

/** The minimum distance between two labels, in pixels. */
const labelPitch = 22;

/** Behind the legend a line is reduced to a stub at the price axis, so that it does not strike through the text. */
function lineStart(y: number, width: number): number {
  return y < legendHeight(width) ? width - stub : 0;
}

const stub = 12;

const template: OverlayTemplate<DrawnLines> = {
  name: overlayName,
  totalStep: 2,
  lock: true,
  createPointFigures: ({ overlay, bounding, yAxis }) => {
    const { lines, onPlaced } = overlay.extendData;
    const { width, height } = bounding;
    const places = placed(lines, height, yAxis);
    const labelled = places.filter(({ y, named }) => named && y - labelPitch / 2 >= legendHeight(width));
    onPlaced({ width, height, labels: labelled.map(({ line: { key }, y }) => ({ key, y })) });
    return places.map(({ line: { colour }, y }) => ({
      type: 'line',
      ignoreEvent: true,
      attrs: {
        coordinates: [
          { x: lineStart(y, width), y },
          { x: width, y },
        ],
      },
      styles: { style: 'dashed', dashedValue: [4, 3], color: colour, size: 1 },
    }));
  },
  createYAxisFigures: ({ overlay, bounding, yAxis }) => {
    const { lines, onFill } = overlay.extendData;
    return placed(lines, bounding.height, yAxis)
      .filter(({ named }) => named)
      .map(({ line: { colour, price }, y }) => ({
        type: 'text',
        ignoreEvent: true,
        attrs: { x: 0, y, text: price, align: 'left', baseline: 'middle' },
        styles: { ...labelStyle, style: 'fill', color: onFill, backgroundColor: colour, borderColor: colour },
      }));
  },
  onRightClick: (event) => event.preventDefault?.(),
};

/**
 * The positions of the visible lines, and which of them have room for label and price; lines nearer to the market have
 * priority.
 */
function placed(lines: readonly DrawnLine[], height: number, yAxis: Pick<YAxis, 'convertToPixel'> | null) {
  if (yAxis === null) return [];
  const taken: number[] = [];
  return lines
    .map((line) => ({ line, y: yAxis.convertToPixel(line.value) }))
    .filter(({ y }) => y >= 0 && y <= height)
    .map(({ line, y }) => {
      const whole = y >= labelPitch / 2 && y <= height - labelPitch / 2;
      const named = whole && taken.every((other) => Math.abs(other - y) >= labelPitch);
      if (named) taken.push(y);
      return { line, y, named };
    });
}

const labelStyle = {
  family: chartFont,
  size: 11,
  weight: 500,
  borderSize: 1,
  borderRadius: 3,
  paddingLeft: 4,
  paddingRight: 4,
  paddingTop: 2,
  paddingBottom: 2,
} as const;

registerOverlay(template);

/**
 * Updates the lines, and reports where they have room for labels, each time the chart draws. All lines are one overlay,
 * so that their labels can avoid each other.
 *
 * @param lines those first that are named first where there is no room for all labels
 * @param first the key of the line that is named before all others, because it is dragged
 */
export function drawLines<Line extends ChartLine>(
  library: Chart,
  lines: readonly Line[],
  look: LineLook<Line>,
  first: string | null,
  onPlaced: (places: LinePlaces) => void,
): void {
  const palette = palettes[look.theme];
  const colours = { ...directionTable[look.theme][look.directions], warning: palette.warning, quiet: palette.quiet };
  const inTurn = lines.toSorted((a, b) => Number(b.key === first) - Number(a.key === first));
  const drawn = inTurn.map((line) => ({
    key: line.key,
    value: Number(line.price),
    price: look.price(line),
    colour: colours[line.tone],
  }));
  const [nearest] = drawn;
  if (nearest === undefined) {
    removeLines(library);
    return;
  }
  const extendData: DrawnLines = { lines: drawn, onFill: palette.onFill, onPlaced };
  const points = [{ value: nearest.value }];
  if (library.getOverlays({ id: overlayId }).length > 0) {
    library.overrideOverlay({ id: overlayId, points, extendData });
  } else {
    library.createOverlay({ id: overlayId, name: overlayName, paneId: candlePane, points, extendData });
  }
}

/** Removes all lines from the chart. */
export function removeLines(library: Chart): void {
  library.removeOverlay({ id: overlayId });
}
