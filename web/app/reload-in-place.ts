/** Where the next document finds how far down this one was. Gone with the tab. */
const placeKey = 'place';
/** After this long, what still grows is no longer part of coming back. */
const patienceMs = 5_000;

/** Loads the page anew; address and scroll position stay. */
export function reloadInPlace(): void {
  try {
    sessionStorage.setItem(placeKey, JSON.stringify({ address: location.href, top: window.scrollY }));
  } catch {
    // Storage may be forbidden; the page then comes back at its top.
  }
  location.reload();
}

/**
 * After `reloadInPlace`: goes down as far as before as soon as the page is that long again, unless the reader moves
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
