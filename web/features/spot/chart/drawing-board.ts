import { registerOverlay, type Chart, type Overlay, type OverlayCreate, type OverlayTemplate } from 'klinecharts';
import { drawingBounds, pointsOf, type Drawing, type DrawingTool } from './drawings.ts';
import { candlePane } from './price-chart.ts';
import { repeatQuickClicks } from './quick-clicks.ts';

/** The placeholder for a text that is not entered yet. */
const noWords = '…';

const rectangle: OverlayTemplate = {
  name: 'rectangle',
  totalStep: 3,
  needDefaultPointFigure: true,
  needDefaultXAxisFigure: true,
  needDefaultYAxisFigure: true,
  createPointFigures: ({ coordinates: [one, other] }) => {
    if (one === undefined || other === undefined) return [];
    return {
      type: 'rect',
      attrs: {
        x: Math.min(one.x, other.x),
        y: Math.min(one.y, other.y),
        width: Math.abs(one.x - other.x),
        height: Math.abs(one.y - other.y),
      },
    };
  },
};

const text: OverlayTemplate<string> = {
  name: 'words',
  totalStep: 2,
  needDefaultPointFigure: true,
  createPointFigures: ({ overlay, coordinates: [place] }) => {
    if (place === undefined) return [];
    const words = overlay.extendData === '' ? noWords : overlay.extendData;
    return { type: 'text', attrs: { x: place.x + 6, y: place.y, text: words, baseline: 'middle' } };
  },
};

registerOverlay(rectangle);
registerOverlay(text);

/** The library's name for each tool. */
const overlayOf: Readonly<Record<DrawingTool, string>> = {
  trend: 'straightLine',
  ray: 'rayLine',
  segment: 'segment',
  horizontal: 'horizontalStraightLine',
  vertical: 'verticalStraightLine',
  channel: 'parallelStraightLine',
  price: 'priceLine',
  fibonacci: 'fibonacciLine',
  rectangle: 'rectangle',
  text: 'words',
};

const groupId = 'drawings';

/** A text to be edited, and its position in the candle pane in pixels. */
export interface TextPlace {
  readonly id: string;
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

export interface BoardListener {
  /** Called when drawings were added, changed or removed. Unchanged drawings are the same objects in both lists. */
  readonly onChange: (after: readonly Drawing[], before: readonly Drawing[]) => void;
  /** Called when a drawing in progress is complete or cancelled. */
  readonly onEnd: () => void;
  readonly onSelect: (id: string | null) => void;
  readonly onText: (place: TextPlace) => void;
}

export interface DrawingBoard {
  /** Starts a drawing; its points are set by clicks on the chart. */
  readonly begin: (tool: DrawingTool) => void;
  /** Cancels the drawing in progress. */
  readonly giveUp: () => void;
  readonly hide: (hidden: boolean) => void;
  readonly lock: (id: string | null, locked: boolean) => void;
  readonly remove: (id: string) => void;
  /** Removes all drawings except locked ones. */
  readonly removeAll: () => void;
  readonly write: (id: string, text: string) => void;
  /** Removes everything from the chart; stored drawings are kept. */
  readonly close: () => void;
}

/** Puts a market's drawings on its chart and reports their changes. */
export function openBoard(library: Chart, kept: readonly Drawing[], listener: BoardListener): DrawingBoard {
  let drawings = kept;
  let drawing: string | null = null;
  let hidden = false;
  let closed = false;

  const change = (next: readonly Drawing[]): void => {
    const before = drawings;
    drawings = next;
    if (!closed) listener.onChange(next, before);
  };

  const overlay = (tool: DrawingTool, id: string, words: string, locked: boolean): OverlayCreate => ({
    id,
    groupId,
    name: overlayOf[tool],
    paneId: candlePane,
    lock: locked,
    visible: !hidden,
    extendData: words,
    onDrawEnd: ({ overlay: drawn, x, y }) => {
      drawing = null;
      const done = drawingFrom(drawn, tool);
      // The library handles the last click after this callback, so the report waits for it.
      queueMicrotask(() => {
        if (closed) return;
        listener.onEnd();
        if (done === null) library.removeOverlay({ id });
        else if (tool === 'text') listener.onText({ id, text: '', x: x ?? 0, y: y ?? 0 });
        if (done !== null) change([...drawings, done].slice(-drawingBounds.drawings));
      });
    },
    onPressedMoveEnd: ({ overlay: moved }) => {
      const next = drawingFrom(moved, tool);
      if (next !== null) change(drawings.map((known) => (known.id === id ? { ...known, points: next.points } : known)));
    },
    onSelected: () => listener.onSelect(id),
    onDeselected: () => listener.onSelect(null),
    onDoubleClick: ({ x, y }) => {
      const known = drawings.find((one) => one.id === id);
      if (known?.tool === 'text' && !known.locked) listener.onText({ id, text: known.text, x: x ?? 0, y: y ?? 0 });
    },
    // Prevents the library's default on a right click, which removes the drawing.
    onRightClick: (event) => event.preventDefault?.(),
  });

  for (const { id, tool, points, text: words, locked } of kept) {
    library.createOverlay({
      ...overlay(tool, id, words, locked),
      points: points.map(({ time, value }) => ({ timestamp: time, value })),
    });
  }

  // A drawing that has got its last point is null here at once.
  const stopHearing = repeatQuickClicks(library.getDom(candlePane, 'main'), () => {
    const step = drawing === null ? undefined : library.getOverlays({ id: drawing })[0]?.currentStep;
    return step === undefined ? null : `${drawing} ${step}`;
  });

  const giveUp = (): void => {
    if (drawing === null) return;
    library.removeOverlay({ id: drawing });
    drawing = null;
    listener.onEnd();
  };

  const board: DrawingBoard = {
    begin: (tool) => {
      giveUp();
      if (library.getDataList().length === 0) return listener.onEnd();
      drawing = crypto.randomUUID();
      library.createOverlay(overlay(tool, drawing, '', false));
    },
    giveUp,
    hide: (next) => {
      hidden = next;
      for (const { id } of drawings) library.overrideOverlay({ id, visible: !next });
    },
    lock: (id, locked) => {
      change(drawings.map((known) => (id === null || known.id === id ? { ...known, locked } : known)));
      for (const known of drawings) library.overrideOverlay({ id: known.id, lock: known.locked });
    },
    remove: (id) => {
      library.removeOverlay({ id });
      change(drawings.filter((known) => known.id !== id));
      listener.onSelect(null);
    },
    removeAll: () => {
      giveUp();
      for (const { id, locked } of drawings) if (!locked) library.removeOverlay({ id });
      change(drawings.filter(({ locked }) => locked));
      listener.onSelect(null);
    },
    write: (id, words) => {
      const cut = words.trim().slice(0, drawingBounds.text);
      if (cut === '') return board.remove(id);
      library.overrideOverlay({ id, extendData: cut });
      change(drawings.map((known) => (known.id === id ? { ...known, text: cut } : known)));
    },
    close: () => {
      closed = true;
      stopHearing();
      library.removeOverlay({ groupId });
    },
  };
  return board;
}

function drawingFrom({ id, points }: Overlay, tool: DrawingTool): Drawing | null {
  const known = points
    .slice(0, pointsOf[tool])
    .flatMap(({ timestamp, value }) =>
      timestamp === undefined || value === undefined ? [] : [{ time: timestamp, value }],
    );
  return known.length === pointsOf[tool] ? { id, tool, points: known, text: '', locked: false } : null;
}
