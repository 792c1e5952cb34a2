import type { Page } from '@playwright/test';

declare global {
  interface Window {
    takeLayoutShift?: () => number;
  }
}

/**
 * Adds up from the next load on what of this page is laid out elsewhere without anybody's doing; call it before the
 * page is opened.
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
 * What has come together since the last time, in thousandths; 100 of them is where a page begins to be called unsteady.
 * A figure at the right edge of its cell that becomes longer counts for less than one.
 */
export async function takeShift(page: Page): Promise<number> {
  return page.evaluate(async () => {
    // What has been laid out is told of with the frame that shows it.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    if (window.takeLayoutShift === undefined) throw new Error('Nothing measures shifts in this page.');
    return Math.floor(window.takeLayoutShift() * 1_000);
  });
}
