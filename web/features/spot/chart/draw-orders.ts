import { registerOverlay, type Chart, type OverlayTemplate } from 'klinecharts';
import { directions as directionTable, palettes, type DirectionColours, type Theme } from '../../../ui/theme/tokens.ts';
import { chartFont } from './chart-styles.ts';
import type { OrderLine } from './order-lines.ts';
import { candlePane } from './price-chart.ts';

export interface OrderLook {
  readonly theme: Theme;
  readonly directions: DirectionColours;
  /** What stands on the line, e.g. "Buy 0.5". */
  readonly label: (line: OrderLine) => string;
  /** The price as it stands on the axis. */
  readonly price: (line: OrderLine) => string;
}

/** What a line draws, kept with it by the library. */
interface DrawnOrder {
  readonly label: string;
  readonly price: string;
  readonly colour: string;
  readonly ground: string;
  readonly onFill: string;
}

const overlayName = 'ownOrder';
const groupId = 'own-orders';

/** How far the label stands from the prices, in pixels. */
const labelGap = 6;

const template: OverlayTemplate<DrawnOrder> = {
  name: overlayName,
  totalStep: 2,
  lock: true,
  createPointFigures: ({ overlay, coordinates, bounding }) => {
    const { label, colour, ground } = overlay.extendData;
    const y = coordinates[0]?.y ?? 0;
    return [
      {
        type: 'line',
        ignoreEvent: true,
        attrs: {
          coordinates: [
            { x: 0, y },
            { x: bounding.width, y },
          ],
        },
        styles: { style: 'dashed', dashedValue: [4, 3], color: colour, size: 1 },
      },
      {
        type: 'text',
        ignoreEvent: true,
        attrs: { x: bounding.width - labelGap, y, text: label, align: 'right', baseline: 'middle' },
        styles: { ...labelStyle, style: 'stroke_fill', color: colour, backgroundColor: ground, borderColor: colour },
      },
    ];
  },
  createYAxisFigures: ({ overlay, coordinates }) => {
    const { price, colour, onFill } = overlay.extendData;
    return {
      type: 'text',
      ignoreEvent: true,
      attrs: { x: 0, y: coordinates[0]?.y ?? 0, text: price, align: 'left', baseline: 'middle' },
      styles: { ...labelStyle, style: 'fill', color: onFill, backgroundColor: colour, borderColor: colour },
    };
  },
  onRightClick: (event) => event.preventDefault?.(),
};

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

/** Brings the lines of own orders to what is open. A line that stays is not built anew. */
export function drawOrders(library: Chart, lines: readonly OrderLine[], look: OrderLook): void {
  const { up, down } = directionTable[look.theme][look.directions];
  const { panel, onFill } = palettes[look.theme];
  const idOf = (line: OrderLine): string => `${groupId} ${line.key}`;
  const wanted = new Set(lines.map(idOf));
  const known = new Set<string>();
  for (const { id } of library.getOverlays({ groupId })) {
    if (wanted.has(id)) known.add(id);
    else library.removeOverlay({ id });
  }
  for (const line of lines) {
    const id = idOf(line);
    const drawn: DrawnOrder = {
      label: look.label(line),
      price: look.price(line),
      colour: line.way === 2 ? up : down,
      ground: panel,
      onFill,
    };
    if (known.has(id)) library.overrideOverlay({ id, extendData: drawn });
    else {
      library.createOverlay({
        id,
        groupId,
        name: overlayName,
        paneId: candlePane,
        points: [{ value: Number(line.price) }],
        extendData: drawn,
      });
    }
  }
}

/** Takes all of them off the chart. */
export function removeOrders(library: Chart): void {
  library.removeOverlay({ groupId });
}
