/** How long the library waits for the second press of a double one, in milliseconds and a little less, and how near that has to be, in pixels. */
const double = { withinMs: 490, near: 5 } as const;

/**
 * The library takes a second press within half a second for the end of a double one and, where it is too far away for that, for nothing: whoever sets
 * the points of a drawing quickly would lose every other one. While `wanted` says so, such a press is made once more for it. The answer ends it.
 */
export function hearQuickPresses(element: HTMLElement | null, wanted: () => boolean): () => void {
  if (element === null) return () => undefined;
  let first: { readonly x: number; readonly y: number; readonly atMs: number } | null = null;
  let ends = 0;
  const onDown = (event: MouseEvent): void => {
    if (event.button !== 0 || !event.isTrusted) return;
    if (first !== null && event.timeStamp - first.atMs < double.withinMs) return;
    first = { x: event.clientX, y: event.clientY, atMs: event.timeStamp };
    ends = 0;
  };
  const onUp = (event: MouseEvent): void => {
    if (first === null || event.button !== 0 || !event.isTrusted) return;
    ends += 1;
    if (ends === 1) return;
    const { clientX, clientY, timeStamp } = event;
    const lost =
      timeStamp - first.atMs < double.withinMs &&
      Math.abs(clientX - first.x) + Math.abs(clientY - first.y) >= double.near;
    first = null;
    if (!lost || !wanted()) return;
    // The press that is made once more is the first of its own pair.
    first = { x: clientX, y: clientY, atMs: timeStamp };
    ends = 1;
    const target = event.target ?? element;
    setTimeout(() => {
      const press = { clientX, clientY, button: 0, bubbles: true, cancelable: true, view: window };
      for (const type of ['mousedown', 'mouseup']) target.dispatchEvent(new MouseEvent(type, press));
    });
  };
  element.addEventListener('mousedown', onDown, true);
  element.addEventListener('mouseup', onUp, true);
  return () => {
    element.removeEventListener('mousedown', onDown, true);
    element.removeEventListener('mouseup', onUp, true);
  };
}
