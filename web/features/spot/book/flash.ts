const flashMs = 300;

/** When each element that is lit goes out again. */
const lit = new WeakMap<HTMLElement, ReturnType<typeof setTimeout>>();

let motion: MediaQueryList | null = null;

/**
 * Lights an element up for a moment by `data-lit`; nothing for those who want no motion. It does not fade: on a busy market dozens are lit
 * at once, and each that fades would be a layer of its own, put together anew for every frame.
 */
export function flash(element: HTMLElement): void {
  motion ??= matchMedia('(prefers-reduced-motion: reduce)');
  if (motion.matches) return;
  const goesOut = lit.get(element);
  if (goesOut === undefined) element.dataset['lit'] = '';
  else clearTimeout(goesOut);
  lit.set(
    element,
    setTimeout(() => {
      lit.delete(element);
      delete element.dataset['lit'];
    }, flashMs),
  );
}
