import type { Page } from '@playwright/test';

declare global {
  interface Window {
    layoutShift?: number;
  }
}

/** Adds up from the next load on what of this page is laid out elsewhere without anybody's doing; call it before the page is opened. */
export async function measureShift(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.layoutShift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const value: unknown = Reflect.get(entry, 'value');
        const isOwnDoing = Reflect.get(entry, 'hadRecentInput') === true;
        if (typeof value === 'number' && !isOwnDoing) window.layoutShift = (window.layoutShift ?? 0) + value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/**
 * What has come together since the last time, in thousandths; 100 of them is where a page begins to be called unsteady. A figure at the right edge of its cell that becomes longer counts for less than one.
 */
export async function takeShift(page: Page): Promise<number> {
  return page.evaluate(() => {
    const shift = window.layoutShift ?? 0;
    window.layoutShift = 0;
    return Math.floor(shift * 1_000);
  });
}
