import { useLayoutEffect, useState, type RefObject } from 'react';

/** What stands between the two sides, in pixels: the last price and the spread. */
const middleHeight = 40;

/** The height of a line, in pixels, as the style sheet has it; on a phone it is as high as a finger needs. */
function lineHeightIn(element: Element): number {
  return Number.parseInt(getComputedStyle(element).getPropertyValue('--line-height'), 10) || 20;
}

/** How many lines of the book an element has room for, both sides together. Nothing before it has been measured. */
export function useRowsThatFit(element: RefObject<HTMLElement | null>): number {
  const [rows, setRows] = useState(0);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const measure = (): void => {
      // A panel that is not on screen has no height, and keeps what it had.
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
