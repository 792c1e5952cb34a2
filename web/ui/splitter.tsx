import { useEffect, useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { classNames } from './class-names.ts';
import classes from './splitter.module.css';

export interface SplitterSize {
  readonly size: number;
  readonly min: number;
  readonly max: number;
}

interface SplitterProps {
  readonly label: string;
  /** A horizontal splitter changes a height, a vertical one a width. */
  readonly orientation: 'horizontal' | 'vertical';
  /** Whether the panel before the splitter or the one after it has the size. */
  readonly sizes: 'before' | 'after';
  readonly className?: string | undefined;
  /** The current size of the panel and its limits, in pixels; null while it is not on the screen. */
  readonly measure: () => SplitterSize | null;
  /** Called with each size while the splitter moves. It must not render React. */
  readonly onResize: (size: number) => void;
  /** Called when a movement ends. */
  readonly onKeep: () => void;
  /** Restores the default size. */
  readonly onReset: () => void;
}

/** The distance of a step by an arrow key, in pixels. */
const step = 16;

/**
 * A separator that resizes a panel by pointer, touch or keyboard: arrow keys move it, with Shift four times as far;
 * Home and End set the limits; Enter and a double click restore the default.
 */
export function Splitter({ label, orientation, sizes, className, measure, onResize, onKeep, onReset }: SplitterProps) {
  const bar = useRef<HTMLDivElement>(null);
  const drag = useRef<{ readonly from: number; readonly start: SplitterSize } | null>(null);
  const latest = useRef(measure);
  useEffect(() => {
    latest.current = measure;
  });
  const update = (): void => writeValue(bar.current, latest.current());
  useEffect(() => {
    const { current } = bar;
    if (current === null) return undefined;
    // Measures after a layout, at first and when the window is resized, and so causes none.
    const observer = new ResizeObserver(() => writeValue(current, latest.current()));
    observer.observe(current);
    return () => observer.disconnect();
  }, []);

  const sign = sizes === 'before' ? 1 : -1;
  const placeOf = (event: PointerEvent): number => (orientation === 'horizontal' ? event.clientY : event.clientX);
  const press = (event: PointerEvent<HTMLDivElement>): void => {
    const start = measure();
    if (start === null || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { from: placeOf(event), start };
  };
  const move = (event: PointerEvent): void => {
    if (drag.current === null) return;
    const { from, start } = drag.current;
    const size = within(start, start.size + sign * (placeOf(event) - from));
    onResize(size);
    writeValue(bar.current, { ...start, size });
  };
  const release = (event: PointerEvent): void => {
    if (drag.current === null) return;
    const moved = placeOf(event) !== drag.current.from;
    drag.current = null;
    if (moved) onKeep();
  };
  const reset = (): void => {
    onReset();
    update();
  };
  const pressKey = (event: KeyboardEvent): void => {
    const size = sizeAfter(event, orientation, sign, measure());
    if (size === null && event.key !== 'Enter') return;
    event.preventDefault();
    if (size === null) return reset();
    onResize(size);
    onKeep();
    update();
  };
  return (
    <div
      ref={bar}
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={orientation}
      aria-valuenow={0}
      className={classNames(classes.splitter, classes[orientation], className)}
      onPointerDown={press}
      onPointerMove={move}
      onPointerUp={release}
      onPointerCancel={release}
      onDoubleClick={reset}
      onKeyDown={pressKey}
    />
  );
}

/** The size after a key; null for a key that does not move the splitter. */
function sizeAfter(
  { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
  orientation: SplitterProps['orientation'],
  sign: number,
  now: SplitterSize | null,
): number | null {
  if (now === null) return null;
  const distance = shiftKey ? 4 * step : step;
  const [less, more] = orientation === 'horizontal' ? ['ArrowUp', 'ArrowDown'] : ['ArrowLeft', 'ArrowRight'];
  switch (key) {
    case less:
      return within(now, now.size - sign * distance);
    case more:
      return within(now, now.size + sign * distance);
    case 'Home':
      return now.min;
    case 'End':
      return now.max;
    default:
      return null;
  }
}

function within({ min, max }: SplitterSize, size: number): number {
  return Math.round(Math.min(max, Math.max(min, size)));
}

function writeValue(bar: HTMLElement | null, now: SplitterSize | null): void {
  if (bar === null || now === null) return;
  bar.ariaValueMin = String(now.min);
  bar.ariaValueMax = String(now.max);
  bar.ariaValueNow = String(within(now, now.size));
}
