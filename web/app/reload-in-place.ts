/** Session storage key of the scroll position for the next document. */
const placeKey = 'place';
/** After this time, growth of the page is no longer part of the reload. */
const patienceMs = 5_000;

/** Reloads the page at the same address and scroll position. */
export function reloadInPlace(): void {
  try {
    sessionStorage.setItem(placeKey, JSON.stringify({ address: location.href, top: window.scrollY }));
  } catch {
    // Storage may be forbidden; the page then reloads at its top.
  }
  location.reload();
}

/**
 * After `reloadInPlace`, scrolls to the previous position as soon as the page is tall enough, unless the user scrolls
 * first.
 */
export function returnToPlace(): void {
  const top = takePlace();
  if (top === null) return;
  const observer = new ResizeObserver(() => {
    if (document.documentElement.scrollHeight - window.innerHeight >= top)
      window.scrollTo({ top, behavior: 'instant' });
  });
  const stop = (): void => observer.disconnect();
  observer.observe(document.body);
  setTimeout(stop, patienceMs);
  for (const own of ['wheel', 'touchstart', 'keydown', 'pointerdown']) {
    window.addEventListener(own, stop, { once: true, passive: true });
  }
}

function takePlace(): number | null {
  try {
    const kept = sessionStorage.getItem(placeKey);
    sessionStorage.removeItem(placeKey);
    const place: unknown = kept === null ? null : JSON.parse(kept);
    if (typeof place !== 'object' || place === null || !('address' in place) || !('top' in place)) return null;
    return place.address === location.href && typeof place.top === 'number' ? place.top : null;
  } catch {
    return null;
  }
}
