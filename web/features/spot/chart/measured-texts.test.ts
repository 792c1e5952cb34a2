import { afterEach, beforeEach, expect, it, vi } from 'vitest';

/** A canvas that, like Chromium's, keeps every measured text until something is drawn. */
class Canvas {
  static opened: Canvas[] = [];
  readonly kept = new Set<string>();
  font = '';

  constructor() {
    Canvas.opened.push(this);
  }

  scale(): void {
    this.kept.clear();
  }

  clearRect(): void {
    this.kept.clear();
  }

  measureText(text: string): { width: number } {
    this.kept.add(text);
    return { width: text.length };
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', { navigator });
  vi.stubGlobal('CanvasRenderingContext2D', Canvas);
  const createElement = () => ({ getContext: () => new Canvas(), ownerDocument: { defaultView: null } });
  vi.stubGlobal('document', { createElement });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('releases the texts that the library has measured, every ten seconds until it is stopped', async () => {
  // The library reads `window` when it is loaded.
  const { utils } = await import('klinecharts');
  const { forgetMeasuredTexts } = await import('./measured-texts.ts');
  const stop = forgetMeasuredTexts();
  for (let price = 0; price < 1_000; price += 1) {
    expect(utils.calcTextWidth(String(50_000 + price))).toBe(5);
    vi.advanceTimersByTime(250);
  }
  const [canvas, ...others] = Canvas.opened;
  expect(others).toEqual([]);
  expect(canvas?.kept.size).toBeLessThanOrEqual(40);
  stop();
  utils.calcTextWidth('7');
  vi.advanceTimersByTime(60_000);
  expect(canvas?.kept).toContain('7');
  expect(vi.getTimerCount()).toBe(0);
});
