import { registerOverlay, type Chart, type OverlayTemplate, type YAxis } from 'klinecharts';
import { directions as directionTable, palettes, type DirectionColours, type Theme } from '../../../ui/theme/tokens.ts';
import { chartFont } from './chart-styles.ts';
import { nearestFirst, type OrderLine } from './order-lines.ts';
import { candlePane } from './price-chart.ts';
import { legendHeight } from './chart-legend.ts';

export interface OrderLook {
  readonly theme: Theme;
  readonly directions: DirectionColours;
  /** The label on the line, such as "Buy 0.5". */
  readonly label: (line: OrderLine) => string;
  /** The price as formatted on the axis. */
  readonly price: (line: OrderLine) => string;
}

/** The drawing of a line. */
interface DrawnOrder {
  readonly value: number;
  readonly label: string;
  readonly price: string;
  readonly colour: string;
}

/** The data of the overlay: all lines, the nearest to the market first. */
interface DrawnOrders {
  readonly lines: readonly DrawnOrder[];
  readonly ground: string;
  readonly onFill: string;
}

const overlayName = 'ownOrders';
const overlayId = 'own-orders';

/** The distance of labels from the price axis, and the minimum distance between two labels, in pixels. */
const labelGap = 6;
const labelPitch = 18;

/** Behind the legend a line is reduced to a stub at the price axis, so that it does not strike through the text. */
function lineStart(y: number, width: number): number {
  return y < legendHeight(width) ? width - stub : 0;
}

const stub = 12;

const template: OverlayTemplate<DrawnOrders> = {
  name: overlayName,
  totalStep: 2,
  lock: true,
  createPointFigures: ({ overlay, bounding, yAxis }) => {
    const { lines, ground } = overlay.extendData;
    return placed(lines, bounding.height, yAxis).flatMap(({ line: { colour, label }, y, named }) => [
      {
        type: 'line',
        ignoreEvent: true,
        attrs: {
          coordinates: [
            { x: lineStart(y, bounding.width), y },
            { x: bounding.width, y },
          ],
        },
        styles: { style: 'dashed', dashedValue: [4, 3], color: colour, size: 1 },
      },
      ...(named && y - labelPitch / 2 >= legendHeight(bounding.width)
        ? [
            {
              type: 'text',
              ignoreEvent: true,
              attrs: { x: bounding.width - labelGap, y, text: label, align: 'right', baseline: 'middle' },
              styles: {
                ...labelStyle,
                style: 'stroke_fill',
                color: colour,
                backgroundColor: ground,
                borderColor: colour,
              },
            },
          ]
        : []),
    ]);
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
function placed(lines: readonly DrawnOrder[], height: number, yAxis: Pick<YAxis, 'convertToPixel'> | null) {
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
 * Updates the lines to the user's open orders. All lines are one overlay, so that their labels can avoid each other.
 */
export function drawOrders(library: Chart, lines: readonly OrderLine[], look: OrderLook): void {
  const { up, down } = directionTable[look.theme][look.directions];
  const { panel: ground, onFill } = palettes[look.theme];
  const drawn = nearestFirst(lines).map((line) => ({
    value: Number(line.price),
    label: look.label(line),
    price: look.price(line),
    colour: line.way === 2 ? up : down,
  }));
  const [first] = drawn;
  if (first === undefined) {
    removeOrders(library);
    return;
  }
  const extendData: DrawnOrders = { lines: drawn, ground, onFill };
  const points = [{ value: first.value }];
  if (library.getOverlays({ id: overlayId }).length > 0) {
    library.overrideOverlay({ id: overlayId, points, extendData });
  } else {
    library.createOverlay({ id: overlayId, name: overlayName, paneId: candlePane, points, extendData });
  }
}

/** Removes all lines from the chart. */
export function removeOrders(library: Chart): void {
  library.removeOverlay({ id: overlayId });
}
