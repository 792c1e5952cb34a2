/** A press that moves further, in pixels, is a drag to the library. */
const dragFrom = 5;

interface Place {
  readonly clientX: number;
  readonly clientY: number;
}

/**
 * Repeats clicks that the library drops. It treats a second click or tap within half a second as a double click and,
 * when it is too far away for that, ignores it, which would lose every other point of a quickly set drawing. Its half
 * second ends with a timer, later on a busy page, so no time decides here: a click that leaves `step` unchanged is
 * repeated at once, before any other. The library accepts it, because it has forgotten the first click by then.
 *
 * @param element contains only places where a click sets a point
 * @param step identifies the next point of the drawing in progress; null when there is none
 * @returns a function that stops it
 */
export function repeatQuickClicks(element: HTMLElement | null, step: () => string | null): () => void {
  if (element === null) return () => undefined;
  let pressed: { readonly at: Place; readonly step: string } | null = null;
  const begins = (at: Place): void => {
    const next = step();
    pressed = next === null ? null : { at, step: next };
  };
  const moves = (to: Place): void => {
    if (pressed !== null && distance(pressed.at, to) >= dragFrom) pressed = null;
  };
  const ends = (): boolean => {
    const lost = pressed !== null && pressed.step === step();
    pressed = null;
    return lost;
  };
  const onMouse = (event: MouseEvent): void => {
    if (event.button !== 0 || !event.isTrusted) return;
    if (event.type === 'mousedown') begins(event);
    else if (event.type === 'mousemove') moves(event);
    else if (ends()) pressAgain(event.target ?? element, event);
  };
  const onTouch = (event: TouchEvent): void => {
    const touch = event.changedTouches[0];
    if (touch === undefined || !event.isTrusted) return;
    if (event.touches.length > 1) pressed = null;
    else if (event.type === 'touchstart') begins(touch);
    else if (event.type === 'touchmove') moves(touch);
    else if (ends()) tapAgain(touch);
  };
  const stop = new AbortController();
  const before = { capture: true, passive: true, signal: stop.signal } as const;
  element.addEventListener('mousedown', onMouse, before);
  element.addEventListener('touchstart', onTouch, before);
  for (const type of ['mousemove', 'mouseup'] as const) document.addEventListener(type, onMouse, after(stop));
  for (const type of ['touchmove', 'touchend'] as const) document.addEventListener(type, onTouch, after(stop));
  return () => stop.abort();
}

/** On the document without capture: after the library, which listens on the document's root. */
function after({ signal }: AbortController): AddEventListenerOptions {
  return { passive: true, signal };
}

function distance(one: Place, other: Place): number {
  return Math.abs(one.clientX - other.clientX) + Math.abs(one.clientY - other.clientY);
}

function pressAgain(target: EventTarget, { clientX, clientY }: Place): void {
  const press = { clientX, clientY, button: 0, bubbles: true, cancelable: true, view: window };
  for (const type of ['mousedown', 'mouseup']) target.dispatchEvent(new MouseEvent(type, press));
}

/** The library listens for the start of a touch on its element, and for its end on the document's root. */
function tapAgain(touch: Touch): void {
  const tap = { changedTouches: [touch], bubbles: true, cancelable: true };
  touch.target.dispatchEvent(new TouchEvent('touchstart', { ...tap, touches: [touch], targetTouches: [touch] }));
  document.documentElement.dispatchEvent(new TouchEvent('touchend', { ...tap, touches: [] }));
}
