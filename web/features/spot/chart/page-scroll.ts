/** How long a finger rests until it moves the crosshair, in milliseconds: the library's own time. */
const restMs = 240;

/** How far a finger goes before its way counts, in pixels. */
const slop = 6;

/**
 * Lets a finger that moves up or down over the chart scroll the page, as it would anywhere else. The library takes
 * every touch for itself, so it is not told of the moves of such a finger; one that rests first, that moves sideways,
 * or that is one of two is the library's. The answer ends it.
 */
export function letPageScroll(element: HTMLElement): () => void {
  const inner = element.querySelector<HTMLElement>('[tabindex]') ?? element;
  inner.style.touchAction = 'pan-y';
  // It cuts off what it draws, which makes it something that scrolls, and would keep the scrolling to itself.
  inner.style.overscrollBehavior = 'auto';
  let start: { readonly touch: Touch; readonly atMs: number } | null = null;
  let decided = false;
  let scrolls = false;

  const onStart = (event: TouchEvent): void => {
    const touch = event.touches[0];
    scrolls = false;
    decided = event.touches.length > 1;
    start = touch === undefined ? null : { touch, atMs: event.timeStamp };
  };
  const onMove = (event: TouchEvent): void => {
    const touch = event.touches[0];
    if (!decided && start !== null && touch !== undefined) {
      const across = Math.abs(touch.clientX - start.touch.clientX);
      const along = Math.abs(touch.clientY - start.touch.clientY);
      if (across + along < slop) return;
      decided = true;
      scrolls = along > across && event.timeStamp - start.atMs < restMs;
    }
    if (scrolls) event.stopPropagation();
  };
  // The library waits for the end of a touch that the browser has taken for itself. It is told of one that moved, and
  // so was no tap, but not sideways.
  const onCancel = (): void => {
    if (start === null) return;
    const { identifier, clientX, clientY, pageX, pageY } = start.touch;
    const moved = { identifier, target: element, clientX, clientY: clientY + slop, pageX, pageY: pageY + slop };
    const changedTouches = [new Touch(moved)];
    start = null;
    for (const type of ['touchmove', 'touchend']) {
      document.documentElement.dispatchEvent(new TouchEvent(type, { changedTouches, touches: [] }));
    }
  };
  element.addEventListener('touchstart', onStart, { passive: true });
  element.addEventListener('touchmove', onMove, { passive: true });
  element.addEventListener('touchcancel', onCancel);
  return () => {
    element.removeEventListener('touchstart', onStart);
    element.removeEventListener('touchmove', onMove);
    element.removeEventListener('touchcancel', onCancel);
  };
}
