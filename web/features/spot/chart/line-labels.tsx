import { IconX } from '@tabler/icons-react';
import { useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { LinePlaces, LineTone } from './draw-lines.ts';
import type { LabelPlaces } from './label-places.ts';
import { priceOnStep, type PriceGrid } from './order-lines.ts';
import { candlePane, type PriceChart } from './price-chart.ts';
import { useDrag } from './use-drag.ts';
import classes from './line-labels.module.css';

/** The label of a line. */
export interface LineLabel {
  readonly key: string;
  readonly text: string;
  readonly tone: LineTone;
  /** Says that the line can be dragged; undefined when it cannot. */
  readonly hint: string | undefined;
  /** A button at the end of the label. */
  readonly end?: { readonly title: string; readonly onPress: () => void };
}

interface LineLabelsProps {
  readonly chart: PriceChart;
  readonly labels: readonly LineLabel[];
  readonly places: LabelPlaces;
  readonly grid: PriceGrid;
  /** The key of the dragged line. */
  readonly dragged: string | null;
  readonly busy: boolean;
  readonly onDrag: (key: string, price: string) => void;
  /** Called with the price where the line was released; null when the drag was cancelled. */
  readonly onDrop: (key: string, price: string | null) => void;
}

/**
 * The labels of the lines on a chart, which can be dragged. They are hidden from screen readers and the keyboard, which
 * have a list of the lines, and the buttons of a table.
 */
export function LineLabels({ chart, labels, places, grid, dragged, busy, onDrag, onDrop }: LineLabelsProps) {
  const layer = useLabelPlaces(places);
  const priceAt = (y: number): string => {
    const within = Math.min(Math.max(y, 0), places.current.height);
    const [point] = [chart.library.convertFromPixel([{ x: 0, y: within }], { paneId: candlePane })].flat();
    return priceOnStep(point?.value ?? 0, grid);
  };
  const frame = chart.library.getDom()?.parentElement ?? null;
  if (frame === null) return null;
  return createPortal(
    <div ref={layer} className={classes.layer} aria-hidden="true" data-testid="order-labels">
      {labels.map((label) => (
        <Label
          key={label.key}
          label={label}
          dragged={dragged === label.key}
          busy={busy}
          startY={() => places.current.labels.find(({ key }) => key === label.key)?.y ?? 0}
          onDrag={(y) => onDrag(label.key, priceAt(y))}
          onDrop={(y) => onDrop(label.key, y === null ? null : priceAt(y))}
        />
      ))}
    </div>,
    frame,
  );
}

interface LabelProps {
  readonly label: LineLabel;
  readonly dragged: boolean;
  readonly busy: boolean;
  readonly startY: () => number;
  readonly onDrag: (y: number) => void;
  /** Called with the place where the line was released; null when the drag was cancelled. */
  readonly onDrop: (y: number | null) => void;
}

function Label({ label, dragged, busy, startY, onDrag, onDrop }: LabelProps) {
  const { key, text, tone, hint, end } = label;
  const grip = useDrag({ enabled: hint !== undefined && !busy, startY, onDrag, onDrop });
  return (
    <div className={classes.label} data-line={key} data-tone={tone} data-dragged={dragged}>
      <span className={classes.grip} data-movable={hint !== undefined} title={hint} {...grip}>
        {text}
      </span>
      {end !== undefined && (
        <button
          type="button"
          tabIndex={-1}
          className={classes.cancel}
          disabled={busy}
          title={end.title}
          onClick={end.onPress}
        >
          <IconX size={12} stroke={2} />
        </button>
      )}
    </div>
  );
}

/** Moves the labels in the returned element with their lines. */
function useLabelPlaces(places: LabelPlaces): React.RefObject<HTMLDivElement | null> {
  const layer = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => places.watch((changed) => place(layer.current, changed)), [places]);
  // A new label is placed at once.
  useLayoutEffect(() => place(layer.current, places.current));
  return layer;
}

function place(layer: HTMLElement | null, { width, labels }: LinePlaces): void {
  if (layer === null) return;
  const ys = new Map(labels.map(({ key, y }) => [key, y]));
  layer.style.width = `${width}px`;
  for (const label of layer.querySelectorAll<HTMLElement>('[data-line]')) {
    const y = ys.get(label.dataset['line'] ?? '');
    label.hidden = y === undefined;
    if (y !== undefined) label.style.transform = `translateY(${Math.round(y)}px) translateY(-50%)`;
  }
}
