import { useEffect, useRef, useState, type PointerEvent as ReactPointerEvent } from 'react';

interface DragPorts {
  readonly enabled: boolean;
  /** The vertical place of the dragged thing, in pixels. */
  readonly startY: () => number;
  /** Called with the place under the pointer, at most once for each frame. */
  readonly onDrag: (y: number) => void;
  /** Called at the end, with null when Escape or the browser cancelled the drag. */
  readonly onDrop: (y: number | null) => void;
}

interface Drag {
  readonly fromY: number;
  readonly startY: number;
}

/** A vertical drag by mouse, pen or finger. The returned handlers belong to the element that is dragged. */
export function useDrag(ports: DragPorts) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const latest = useRef(ports);
  useEffect(() => {
    latest.current = ports;
  });
  useEffect(() => {
    if (drag === null) return undefined;
    let last: number | null = null;
    let frame: number | null = null;
    const place = ({ clientY }: PointerEvent): number => drag.startY + clientY - drag.fromY;
    const move = (event: PointerEvent): void => {
      last = place(event);
      frame ??= requestAnimationFrame(() => {
        frame = null;
        if (last !== null) latest.current.onDrag(last);
      });
    };
    const end = (y: number | null): void => {
      setDrag(null);
      latest.current.onDrop(y);
    };
    // A press without movement changes nothing.
    const release = (event: PointerEvent): void => end(last === null ? null : place(event));
    const cancel = (): void => end(null);
    const key = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      cancel();
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', release);
    addEventListener('pointercancel', cancel);
    addEventListener('keydown', key, true);
    return () => {
      if (frame !== null) cancelAnimationFrame(frame);
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', release);
      removeEventListener('pointercancel', cancel);
      removeEventListener('keydown', key, true);
    };
  }, [drag]);
  return {
    onPointerDown: (event: ReactPointerEvent<HTMLElement>): void => {
      if (!ports.enabled || !event.isPrimary || event.button !== 0) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      setDrag({ fromY: event.clientY, startY: ports.startY() });
    },
  };
}
