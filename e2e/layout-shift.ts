import type { Page } from '@playwright/test';

declare global {
  interface Window {
    takeLayoutShift?: () => number;
    /** Names each move since the last call, once two frames have passed without a change of the document. */
    takeMoves?: () => Promise<readonly string[]>;
  }
}

/** An entry of the browser's own measure. */
interface LayoutShift extends PerformanceEntry {
  readonly sources: readonly {
    readonly node: Node | null;
    readonly previousRect: DOMRectReadOnly;
    readonly currentRect: DOMRectReadOnly;
  }[];
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

/**
 * Watches where the content of this page is, from the next load on. Call it before the page is opened.
 *
 * Content is every text, image and control that is visible in the viewport, except in the footer. Placeholders are not
 * content. It has moved when neither its edges nor its centre are where they were, by more than 1 px, horizontally or
 * vertically: a number may grow to the left or to the right.
 */
export async function watchMoves(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const tolerance = 1;
    // A drawing, such as a chart that moves with the time, has parts of its own.
    const apart = 'footer, svg *';
    const controls = 'img, svg, canvas, input, select, textarea';
    interface Place {
      readonly node: Node;
      readonly box: DOMRect;
      readonly name: string;
    }
    const seen: string[] = [];
    let places: readonly Place[] = [];

    const offset = (starts: number, ends: number, startsNow: number, endsNow: number): number => {
      const offsets = [startsNow - starts, endsNow - ends, (startsNow + endsNow - starts - ends) / 2];
      return offsets.reduce((least, one) => (Math.abs(one) < Math.abs(least) ? one : least));
    };
    const moveOf = (from: DOMRectReadOnly, to: DOMRectReadOnly): string | null => {
      const across = offset(from.left, from.right, to.left, to.right);
      const down = offset(from.top, from.bottom, to.top, to.bottom);
      if (Math.abs(across) <= tolerance && Math.abs(down) <= tolerance) return null;
      return `${Math.round(across * 10) / 10} px across and ${Math.round(down * 10) / 10} px down`;
    };
    const isVisible = (box: DOMRectReadOnly, around: Element): boolean => {
      if (box.width <= 1 || box.height <= 1) return false;
      const left = Math.max(box.left, 0);
      const top = Math.max(box.top, 0);
      const right = Math.min(box.right, innerWidth);
      const bottom = Math.min(box.bottom, innerHeight);
      if (right <= left || bottom <= top || around.closest(apart) !== null) return false;
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return hit !== null && (hit.contains(around) || around.contains(hit));
    };
    const placesIn = (root: Node): Place[] => {
      const found: Place[] = [];
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
      for (let node: Node | null = root; node !== null; node = walker.nextNode()) {
        if (node instanceof Element) {
          if (!node.matches(controls)) continue;
          const box = node.getBoundingClientRect();
          if (isVisible(box, node)) found.push({ node, box, name: nameOf(node) });
        } else if (node.textContent?.trim() !== '' && node.parentElement !== null) {
          const range = document.createRange();
          range.selectNodeContents(node);
          const box = range.getBoundingClientRect();
          if (isVisible(box, node.parentElement)) found.push({ node, box, name: nameOf(node) });
        }
      }
      return found;
    };
    const nameOf = (node: Node): string => {
      const text = node.textContent?.trim() ?? '';
      if (text !== '') return `"${text.slice(0, 40)}"`;
      const element = node instanceof Element ? node : node.parentElement;
      const label = element?.closest('[aria-label]')?.getAttribute('aria-label') ?? '';
      return `${element?.tagName.toLowerCase() ?? 'a node'} ${label}`.trim();
    };
    const onlyOne = (all: readonly Place[], name: string): Place | undefined => {
      const same = all.filter((place) => place.name === name);
      return same.length === 1 ? same[0] : undefined;
    };
    /** Compares with the earlier places. A text that is rendered again is found by its words, if they occur once. */
    const compare = (): void => {
      const now = placesIn(document.body);
      const told = new Set<string>();
      for (const { node, box, name } of places) {
        const again = name.startsWith('"') && onlyOne(places, name) !== undefined ? onlyOne(now, name)?.box : undefined;
        const boxThen = node.isConnected ? boxNow(node) : again;
        const move = boxThen === undefined ? null : moveOf(box, boxThen);
        // Elements that moved together are one fault.
        if (move === null || told.has(move)) continue;
        told.add(move);
        seen.push(`${name} moves ${move}`);
      }
      places = now;
    };
    /** Where a node is, in the viewport or not; undefined if it is not rendered. */
    const boxNow = (node: Node): DOMRect | undefined => {
      if (node instanceof Element) return node.checkVisibility() ? node.getBoundingClientRect() : undefined;
      if (node.textContent?.trim() === '' || node.parentElement?.checkVisibility() !== true) return undefined;
      const range = document.createRange();
      range.selectNodeContents(node);
      return range.getBoundingClientRect();
    };
    const isShift = (entry: PerformanceEntry): entry is LayoutShift => 'sources' in entry;
    /** Adds the shifts that the browser has seen, which include those that are undone before the next comparison. */
    const note = (entries: readonly PerformanceEntry[]): void => {
      for (const { node, previousRect, currentRect } of entries.filter(isShift).flatMap(({ sources }) => sources)) {
        // A place outside of the viewport is reported as an empty one.
        if (node === null || previousRect.width === 0 || currentRect.width === 0) continue;
        if (placesIn(node).length === 0) continue;
        const move = moveOf(previousRect, currentRect);
        if (move !== null) seen.push(`${nameOf(node)} shifts ${move}`);
      }
    };
    const observer = new PerformanceObserver((list) => note(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    const frame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));
    const stillness = async (): Promise<void> => {
      await document.fonts.ready;
      let changed = true;
      const changes = new MutationObserver(() => (changed = true));
      changes.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
      while (changed) {
        changed = false;
        await frame();
        await frame();
      }
      changes.disconnect();
    };
    window.takeMoves = async () => {
      await stillness();
      note(observer.takeRecords());
      compare();
      return seen.splice(0);
    };
  });
}
