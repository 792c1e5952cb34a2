/** The tools in the order of their buttons; their names are catalogue texts. */
export const drawingTools = [
  'trend',
  'ray',
  'segment',
  'horizontal',
  'vertical',
  'channel',
  'price',
  'fibonacci',
  'rectangle',
  'text',
] as const;
export type DrawingTool = (typeof drawingTools)[number];

/**
 * A point of a drawing: a time in epoch milliseconds and a price. With longer candles it is on the candle that contains
 * the time.
 */
export interface DrawingPoint {
  readonly time: number;
  readonly value: number;
}

export interface Drawing {
  readonly id: string;
  readonly tool: DrawingTool;
  readonly points: readonly DrawingPoint[];
  readonly text: string;
  readonly locked: boolean;
}

/** The number of points of each tool. */
export const pointsOf: Readonly<Record<DrawingTool, number>> = {
  trend: 2,
  ray: 2,
  segment: 2,
  horizontal: 1,
  vertical: 1,
  channel: 3,
  price: 1,
  fibonacci: 2,
  rectangle: 2,
  text: 1,
};

/** The maximum number of stored drawings per market, of markets, and of characters in a text. */
export const drawingBounds = { drawings: 100, markets: 50, text: 80 } as const;

/** The stored drawings of one market. */
export function readDrawings(stored: string | null, marketId: number): readonly Drawing[] {
  const list = parseKept(stored)[marketKey(marketId)];
  if (!Array.isArray(list)) return [];
  const known: Drawing[] = [];
  for (const item of list) {
    const drawing = readDrawing(item);
    if (drawing !== null && !known.some(({ id }) => id === drawing.id)) known.push(drawing);
  }
  return known.slice(0, drawingBounds.drawings);
}

/** A market's drawings before and after a change. */
export interface DrawingChange {
  readonly before: readonly Drawing[];
  readonly after: readonly Drawing[];
}

/**
 * The text to store after a change of one market's drawings. Those of other markets are kept, and so are drawings that
 * another tab added meanwhile. Markets changed longest ago are dropped first.
 */
export function writeDrawings(stored: string | null, marketId: number, change: DrawingChange): string {
  const others = Object.entries(parseKept(stored)).filter(([key]) => key !== marketKey(marketId));
  const mine = merged(readDrawings(stored, marketId), change).slice(-drawingBounds.drawings);
  // Keys with a letter keep their insertion order in an object, which numeric ones would not.
  const kept = mine.length === 0 ? others : [...others, [marketKey(marketId), mine] as const];
  return JSON.stringify(Object.fromEntries(kept.slice(-drawingBounds.markets)));
}

function merged(stored: readonly Drawing[], { before, after }: DrawingChange): readonly Drawing[] {
  const changed = new Map(after.filter((drawing) => !before.includes(drawing)).map((drawing) => [drawing.id, drawing]));
  const gone = new Set(before.map(({ id }) => id).filter((id) => !after.some((drawing) => drawing.id === id)));
  const kept = stored.filter(({ id }) => !gone.has(id)).map((drawing) => changed.get(drawing.id) ?? drawing);
  const known = new Set(kept.map(({ id }) => id));
  return [...kept, ...[...changed.values()].filter(({ id }) => !known.has(id))];
}

function marketKey(marketId: number): string {
  return `m${marketId}`;
}

function readDrawing(item: unknown): Drawing | null {
  if (typeof item !== 'object' || item === null || !('id' in item) || !('tool' in item) || !('points' in item))
    return null;
  const tool = drawingTools.find((known) => known === item.tool);
  if (typeof item.id !== 'string' || tool === undefined || !Array.isArray(item.points)) return null;
  const points = item.points.filter(isPoint);
  if (points.length !== pointsOf[tool]) return null;
  const text = 'text' in item && typeof item.text === 'string' ? item.text.slice(0, drawingBounds.text) : '';
  if (tool === 'text' && text === '') return null;
  return { id: item.id, tool, points, text, locked: 'locked' in item && item.locked === true };
}

/** The latest valid time of a `Date`, in epoch milliseconds. */
const lastMoment = 8.64e15;

function isPoint(item: unknown): item is DrawingPoint {
  return (
    typeof item === 'object' &&
    item !== null &&
    'time' in item &&
    'value' in item &&
    typeof item.time === 'number' &&
    Math.abs(item.time) <= lastMoment &&
    Number.isFinite(item.value)
  );
}

function parseKept(stored: string | null): Readonly<Record<string, unknown>> {
  try {
    const kept: unknown = JSON.parse(stored ?? '{}');
    return typeof kept === 'object' && kept !== null && !Array.isArray(kept) ? { ...kept } : {};
  } catch {
    return {};
  }
}
