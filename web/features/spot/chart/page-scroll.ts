/** How long a finger rests before it moves the crosshair, in milliseconds: the library's own threshold. */
const restMs = 240;

/** How far a finger moves before its direction counts, in pixels. */
const slop = 6;

/**
 * Lets a vertical swipe on the chart scroll the page. The library handles every touch, so the moves of such a swipe are
 * hidden from it; long presses, horizontal swipes and pinches remain the library's. Returns a function that stops it.
 */
export function allowPageScroll(element: HTMLElement): () => void {
  const inner = element.querySelector<HTMLElement>('[tabindex]') ?? element;
  inner.style.touchAction = 'pan-y';
  // The library's element clips its content, which makes it a scroll container that would keep the scrolling to itself.
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
  // When the browser takes over a touch, the library still waits for its end. So it is sent the end of a touch that
  // moved vertically, which it takes for neither a tap nor a horizontal swipe.
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
