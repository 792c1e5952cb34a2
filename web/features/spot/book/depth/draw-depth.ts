import { directions, palettes, type Theme } from '../../../../ui/theme/tokens.ts';
import type { DepthLook, DepthPicture } from './depth-canvas.ts';
import { decimalsOfStep, roundStep, stepWithin, type CurveStep } from './depth-curve.ts';

/** Space for the labels of the axes, in pixels. */
const axis = { right: 56, bottom: 22 };
const font = "11px 'Inter Variable', system-ui, sans-serif";
/** The maximum share of the height that the larger side uses. */
const fullest = 0.92;

/** The mapping from prices and amounts to CSS pixels of the canvas. */
interface Frame {
  readonly width: number;
  readonly height: number;
  readonly xOf: (price: number) => number;
  readonly yOf: (sum: number) => number;
  readonly highest: number;
}

/** The position of an x coordinate between the edges, from −1 to 1. */
export function placeOf(x: number, width: number): number {
  const half = (width - axis.right) / 2;
  return Math.min(1, Math.max(-1, (x - half) / half));
}

/** Draws both sides of the curve on a canvas of a size in CSS pixels. */
export function drawDepth(
  brush: CanvasRenderingContext2D,
  size: { readonly width: number; readonly height: number },
  picture: DepthPicture,
  look: DepthLook,
): void {
  const palette = palettes[look.theme];
  const colours = directions[look.theme][look.directions];
  const frame = frameOf(size, picture);
  brush.clearRect(0, 0, size.width, size.height);
  brush.font = font;
  brush.lineWidth = 1;
  drawAxes(brush, frame, picture, look);
  drawSide(brush, frame, picture.curve.bids, frame.xOf(picture.mid - picture.reach), colours.up);
  drawSide(brush, frame, picture.curve.asks, frame.xOf(picture.mid + picture.reach), colours.down);
  line(brush, frame.xOf(picture.mid), 0, frame.xOf(picture.mid), frame.height, palette.quiet, [2, 4]);
  if (picture.cross === null) return;
  const distance = Math.abs(picture.cross) * picture.reach;
  drawCross(brush, frame, picture, 'bids', picture.mid - distance, colours.up, look.theme);
  drawCross(brush, frame, picture, 'asks', picture.mid + distance, colours.down, look.theme);
}

function frameOf(size: { readonly width: number; readonly height: number }, picture: DepthPicture): Frame {
  const width = size.width - axis.right;
  const height = size.height - axis.bottom;
  const { curve, mid, reach } = picture;
  const sums = (['bids', 'asks'] as const).map((side) => stepWithin(curve, side, reach)?.sum ?? 0);
  const highest = Math.max(...sums) / fullest || 1;
  return {
    width,
    height,
    highest,
    xOf: (price) => width / 2 + ((price - mid) / reach) * (width / 2),
    yOf: (sum) => height - (sum / highest) * height,
  };
}

/** Draws steps from the best price outwards, filled down to the axis and clipped at the edge. */
function drawSide(
  brush: CanvasRenderingContext2D,
  frame: Frame,
  steps: readonly CurveStep[],
  edge: number,
  colour: string,
): void {
  const [first] = steps;
  if (first === undefined) return;
  const start = frame.xOf(first.price);
  brush.save();
  brush.beginPath();
  brush.rect(0, 0, frame.width, frame.height);
  brush.clip();
  brush.beginPath();
  brush.moveTo(start, frame.height);
  let level = frame.height;
  for (const { price, sum } of steps) {
    const x = frame.xOf(price);
    brush.lineTo(x, level);
    level = frame.yOf(sum);
    brush.lineTo(x, level);
  }
  brush.lineTo(edge, level);
  brush.strokeStyle = colour;
  brush.lineWidth = 1.5;
  brush.stroke();
  brush.lineTo(edge, frame.height);
  brush.closePath();
  brush.fillStyle = `${colour}24`;
  brush.fill();
  brush.restore();
}

function drawAxes(brush: CanvasRenderingContext2D, frame: Frame, picture: DepthPicture, look: DepthLook): void {
  const { quiet, line: faint } = palettes[look.theme];
  const { mid, reach } = picture;
  brush.fillStyle = quiet;
  brush.textBaseline = 'middle';
  brush.textAlign = 'left';
  const amountStep = roundStep(frame.highest, Math.max(2, frame.height / 72));
  for (let sum = amountStep; sum < frame.highest; sum += amountStep) {
    const y = Math.round(frame.yOf(sum)) + 0.5;
    line(brush, 0, y, frame.width, y, `${faint}99`);
    if (y > 8) brush.fillText(look.figures.compact(sum.toFixed(8)), frame.width + 8, y);
  }
  const priceStep = roundStep(reach * 2, Math.max(2, frame.width / 110));
  const decimals = decimalsOfStep(priceStep);
  brush.textAlign = 'center';
  const first = Math.ceil((mid - reach) / priceStep) * priceStep;
  for (let price = first; price <= mid + reach; price += priceStep) {
    const text = look.figures.fixed(Math.max(0, price).toFixed(decimals), decimals);
    const x = frame.xOf(price);
    const half = brush.measureText(text).width / 2;
    if (x - half < 0 || x + half > frame.width) continue;
    line(brush, Math.round(x) + 0.5, 0, Math.round(x) + 0.5, frame.height, `${faint}99`);
    brush.fillText(text, x, frame.height + axis.bottom / 2);
  }
}

/** Draws one side of the crosshair: a line at the price and a dot at its cumulative amount. */
function drawCross(
  brush: CanvasRenderingContext2D,
  frame: Frame,
  { curve, mid }: DepthPicture,
  side: 'bids' | 'asks',
  price: number,
  colour: string,
  theme: Theme,
): void {
  if (curve[side].length === 0) return;
  const x = frame.xOf(price);
  const y = frame.yOf(stepWithin(curve, side, Math.abs(price - mid))?.sum ?? 0);
  line(brush, x, 0, x, frame.height, palettes[theme].quiet, [3, 3]);
  line(brush, x, y, side === 'bids' ? 0 : frame.width, y, palettes[theme].quiet, [3, 3]);
  brush.beginPath();
  brush.arc(x, y, 4, 0, Math.PI * 2);
  brush.fillStyle = colour;
  brush.fill();
  brush.strokeStyle = palettes[theme].panel;
  brush.lineWidth = 2;
  brush.stroke();
  brush.lineWidth = 1;
}

function line(
  brush: CanvasRenderingContext2D,
  fromX: number,
  fromY: number,
  toX: number,
  toY: number,
  colour: string,
  dashes: number[] = [],
): void {
  brush.beginPath();
  brush.setLineDash(dashes);
  brush.moveTo(fromX, fromY);
  brush.lineTo(toX, toY);
  brush.strokeStyle = colour;
  brush.stroke();
  brush.setLineDash([]);
}
