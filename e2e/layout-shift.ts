import type { Page } from '@playwright/test';

declare global {
  interface Window {
    takeLayoutShift?: () => number;
  }
}

/**
 * Accumulates the layout shift of this page without user input, from the next load on. Call it before the page is
 * opened.
 */
export async function measureShift(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let sum = 0;
    const add = (entries: readonly PerformanceEntry[]): void => {
      for (const entry of entries) {
        const value: unknown = Reflect.get(entry, 'value');
        const isOwnDoing = Reflect.get(entry, 'hadRecentInput') === true;
        if (typeof value === 'number' && !isOwnDoing) sum += value;
      }
    };
    const observer = new PerformanceObserver((list) => {
      add(list.getEntries());
    });
    observer.observe({ type: 'layout-shift', buffered: true });
    window.takeLayoutShift = () => {
      add(observer.takeRecords());
      const taken = sum;
      sum = 0;
      return taken;
    };
  });
}

/**
 * The layout shift since the last call, in thousandths; from 100 on a page counts as unsteady. A right-aligned number
 * that grows by a digit counts less than 1.
 */
export async function takeShift(page: Page): Promise<number> {
  return page.evaluate(async () => {
    // A shift is reported with the frame that shows it.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    if (window.takeLayoutShift === undefined) throw new Error('Layout shift is not measured in this page.');
    return Math.floor(window.takeLayoutShift() * 1_000);
  });
}
