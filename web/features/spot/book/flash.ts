const flashMs = 300;

/** Lights an element up for a moment. Only the opacity of what lies behind it moves, and nothing for those who want no motion. */
export function flash(element: Element): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  element.animate([{ opacity: 1 }, { opacity: 0 }], {
    duration: flashMs,
    easing: 'ease-out',
    pseudoElement: '::before',
  });
}
