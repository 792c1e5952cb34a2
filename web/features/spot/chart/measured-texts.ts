import { utils } from 'klinecharts';

/** Interval at which measured texts are released, in milliseconds. */
const everyMs = 10_000;

let canvas: CanvasRenderingContext2D | null = null;

/**
 * Releases the texts that the library has measured. It measures on a canvas on which it never draws, and Chromium keeps
 * the shape of every measured text, about 1.5 KB each and up to 32,768 of them, until something is drawn on that
 * canvas. So this clears one of its pixels periodically. Returns a function that stops it.
 */
export function forgetMeasuredTexts(): () => void {
  canvas ??= measuringCanvas();
  const timer = setInterval(() => canvas?.clearRect(0, 0, 1, 1), everyMs);
  return () => clearInterval(timer);
}

/** The library does not expose its canvas, so this intercepts one measurement to find it. */
function measuringCanvas(): CanvasRenderingContext2D | null {
  const { prototype } = CanvasRenderingContext2D;
  const own = Object.getOwnPropertyDescriptor(prototype, 'measureText');
  const measure: unknown = own?.value;
  if (own === undefined || typeof measure !== 'function') return null;
  const asked: CanvasRenderingContext2D[] = [];
  const listening = {
    ...own,
    value(this: CanvasRenderingContext2D, text: string): unknown {
      asked.push(this);
      return Reflect.apply(measure, this, [text]);
    },
  };
  Object.defineProperty(prototype, 'measureText', listening);
  try {
    utils.calcTextWidth('0');
  } finally {
    Object.defineProperty(prototype, 'measureText', own);
  }
  return asked[0] ?? null;
}
