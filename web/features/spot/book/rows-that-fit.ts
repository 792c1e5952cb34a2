import { useLayoutEffect, useState, type RefObject } from 'react';

/** The height of the middle, with last price and spread, in pixels. */
const middleHeight = 40;

/** The height of a line in pixels, from the style sheet; on a phone it is that of a touch target. */
function lineHeightIn(element: Element): number {
  return Number.parseInt(getComputedStyle(element).getPropertyValue('--line-height'), 10) || 20;
}

/** The number of lines of both sides that fit into an element; zero before it was measured. */
export function useRowsThatFit(element: RefObject<HTMLElement | null>): number {
  const [rows, setRows] = useState(0);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const measure = (): void => {
      // A hidden panel has no height and keeps its rows.
      if (current.clientHeight === 0) return;
      setRows(Math.max(2, Math.floor((current.clientHeight - middleHeight) / lineHeightIn(current))));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return rows;
}
