/** Slightly less than the library's double-click interval in milliseconds, and its maximum distance in pixels. */
const double = { withinMs: 490, near: 5 } as const;

interface Place {
  readonly clientX: number;
  readonly clientY: number;
}

/**
 * Repeats clicks that the library would drop. It treats a second click or tap within half a second as a double click
 * and, when it is too far away for that, ignores it, which would lose every other point of a quickly set drawing. While
 * `wanted` returns true, such a click is dispatched once more. Returns a function that stops it.
 */
export function repeatQuickClicks(element: HTMLElement | null, wanted: () => boolean): () => void {
  if (element === null) return () => undefined;
  let first: { readonly x: number; readonly y: number; readonly atMs: number } | null = null;
  let ends = 0;
  const begins = ({ clientX, clientY }: Place, atMs: number): void => {
    if (first !== null && atMs - first.atMs < double.withinMs) return;
    first = { x: clientX, y: clientY, atMs };
    ends = 0;
  };
  const isLost = ({ clientX, clientY }: Place, atMs: number): boolean => {
    if (first === null) return false;
    ends += 1;
    if (ends === 1) return false;
    const near = Math.abs(clientX - first.x) + Math.abs(clientY - first.y) < double.near;
    const lost = atMs - first.atMs < double.withinMs && !near && wanted();
    // The repeated click starts a new pair.
    first = lost ? { x: clientX, y: clientY, atMs } : null;
    ends = 1;
    return lost;
  };
  const onMouse = (event: MouseEvent): void => {
    if (event.button !== 0 || !event.isTrusted) return;
    if (event.type === 'mousedown') begins(event, event.timeStamp);
    else if (isLost(event, event.timeStamp)) pressAgain(event.target ?? element, event);
  };
  const onTouch = (event: TouchEvent): void => {
    const touch = event.changedTouches[0];
    if (touch === undefined || !event.isTrusted || event.touches.length > 1) return;
    if (event.type === 'touchstart') begins(touch, event.timeStamp);
    else if (isLost(touch, event.timeStamp)) tapAgain(touch);
  };
  const stop = new AbortController();
  const heard = { capture: true, passive: true, signal: stop.signal } as const;
  for (const type of ['mousedown', 'mouseup'] as const) element.addEventListener(type, onMouse, heard);
  for (const type of ['touchstart', 'touchend'] as const) element.addEventListener(type, onTouch, heard);
  return () => stop.abort();
}

function pressAgain(target: EventTarget, { clientX, clientY }: Place): void {
  setTimeout(() => {
    const press = { clientX, clientY, button: 0, bubbles: true, cancelable: true, view: window };
    for (const type of ['mousedown', 'mouseup']) target.dispatchEvent(new MouseEvent(type, press));
  });
}

/** The library listens for the start of a touch on its element, and for its end on the document's root. */
function tapAgain(touch: Touch): void {
  setTimeout(() => {
    const tap = { changedTouches: [touch], bubbles: true, cancelable: true };
    touch.target.dispatchEvent(new TouchEvent('touchstart', { ...tap, touches: [touch], targetTouches: [touch] }));
    document.documentElement.dispatchEvent(new TouchEvent('touchend', { ...tap, touches: [] }));
  });
}
