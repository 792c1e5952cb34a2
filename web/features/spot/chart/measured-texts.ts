import { utils } from 'klinecharts';

/** Everything that was measured up to the last but one of these is let go. */
const everyMs = 10_000;

let canvas: CanvasRenderingContext2D | null = null;

/**
 * The library measures texts on a canvas of its own, on which it never draws. Chromium keeps the shape of each text
 * that was measured on a canvas until something has been drawn there, 1.5 KB each and up to 32 768 of them: every price
 * that the chart ever shows. So something is drawn there now and then. The answer ends it.
 */
export function forgetMeasuredTexts(): () => void {
  canvas ??= measuringCanvas();
  const timer = setInterval(() => canvas?.clearRect(0, 0, 1, 1), everyMs);
  return () => clearInterval(timer);
}

/** The library does not hand its canvas out, so it is looked at which one it asks. */
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
