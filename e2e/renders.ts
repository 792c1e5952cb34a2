import type { Page } from '@playwright/test';

/** React's work in a page since the last call. */
export interface Renders {
  readonly commits: number;
  /** How often a component was rendered again. */
  readonly renders: number;
  /** Components that rendered again without changing the document, by their position in it. */
  readonly idle: Readonly<Record<string, number>>;
  /** Texts and attributes that were written with an unchanged value, by position. */
  readonly rewritten: Readonly<Record<string, number>>;
}

declare global {
  interface Window {
    takeRenders?: () => Renders;
  }
}

/** Counts renders from the next load of this page on. Call it before the page is opened. */
export async function countRenders(page: Page): Promise<void> {
  await page.addInitScript(installCounter);
}

/** The counts since the last call. */
export async function takeRenders(page: Page): Promise<Renders> {
  return page.evaluate(() => {
    if (window.takeRenders === undefined) throw new Error('Renders are not counted in this page.');
    return window.takeRenders();
  });
}

/** The number of renders from the last count until the page has been without work several times. */
export async function rendersUntilIdle(page: Page): Promise<number> {
  await page.evaluate(async () => {
    for (let times = 0; times < 5; times += 1) await new Promise((resolve) => requestIdleCallback(resolve));
  });
  return (await takeRenders(page)).renders;
}

/** The used part of a fiber, React's internal record of a component or element. */
interface Fiber {
  readonly tag: number;
  readonly flags: number;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
  readonly alternate: Fiber | null;
  readonly memoizedProps: unknown;
  readonly stateNode: unknown;
}

/**
 * Runs in the page before its scripts. React reports each commit to the hook of its developer tools, also in a
 * production build; comparing the two versions of the fiber tree shows what was rendered.
 */
function installCounter(): void {
  const performedWork = 1;
  const placement = 2;
  const childDeletion = 16;
  const [hostElement, hostText] = [5, 6];
  const components = new Set([0, 1, 11, 14, 15]);
  let commits = 0;
  let renders = 0;
  let idle: Record<string, number> = {};
  let rewritten: Record<string, number> = {};

  const count = (counts: Record<string, number>, place: string): void => {
    counts[place] = (counts[place] ?? 0) + 1;
  };

  const placeOf = (element: Element): string => {
    const label = element.closest('section[aria-label]')?.getAttribute('aria-label');
    const name = `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}`;
    return `${label ?? 'page'}: ${name}`;
  };

  const elementOf = (fiber: Fiber): Element | null => {
    for (let below: Fiber | null = fiber; below !== null; below = below.child)
      if (below.stateNode instanceof Element) return below.stateNode;
    return null;
  };

  const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

  /** Whether a property change is visible in the document. Objects and functions, such as listeners, do not count. */
  const differs = (name: string, before: unknown, after: unknown): boolean => {
    if (Object.is(before, after)) return false;
    if (name === 'style' && isRecord(before) && isRecord(after))
      return [...Object.keys(before), ...Object.keys(after)].some((key) => before[key] !== after[key]);
    const isSeen = (value: unknown): boolean => typeof value !== 'object' && typeof value !== 'function';
    if (name === 'children') return isSeen(before) && isSeen(after);
    return isSeen(before) || isSeen(after);
  };

  const changesDocument = (fiber: Fiber): boolean => {
    if ((fiber.flags & (placement | childDeletion)) !== 0) return true;
    const before = fiber.alternate?.memoizedProps;
    const after = fiber.memoizedProps;
    if (fiber.tag === hostText) return before !== after;
    if (fiber.tag !== hostElement || !isRecord(before) || !isRecord(after)) return false;
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].some((name) =>
      differs(name, before[name], after[name]),
    );
  };

  /** Whether anything at or below a fiber of this commit has changed the document. */
  const visit = (fiber: Fiber): boolean => {
    const before = fiber.alternate;
    if (before === null) return true;
    let changed = changesDocument(fiber);
    if (fiber.child !== before.child)
      for (let child = fiber.child; child !== null; child = child.sibling) changed = visit(child) || changed;
    if (components.has(fiber.tag) && (fiber.flags & performedWork) !== 0) {
      renders += 1;
      const element = elementOf(fiber);
      // A component without output renders for its effects.
      if (!changed && element !== null) count(idle, placeOf(element));
    }
    return changed;
  };

  const hook = {
    supportsFiber: true,
    isDisabled: false,
    inject: () => 1,
    onCommitFiberRoot: (_renderer: number, root: { readonly current: Fiber }) => {
      commits += 1;
      visit(root.current);
    },
    onCommitFiberUnmount: () => undefined,
    onPostCommitFiberRoot: () => undefined,
  };
  Object.assign(window, { __REACT_DEVTOOLS_GLOBAL_HOOK__: hook });

  new MutationObserver((records) => {
    for (const { type, target, attributeName, oldValue } of records) {
      const element = target instanceof Element ? target : target.parentElement;
      const now = type === 'attributes' ? element?.getAttribute(attributeName ?? '') : target.nodeValue;
      // Writing an unchanged size to a canvas is a way to clear it.
      if (element !== null && !(element instanceof HTMLCanvasElement) && now === oldValue)
        count(rewritten, `${placeOf(element)} ${attributeName ?? 'text'}`);
    }
  }).observe(document, {
    subtree: true,
    characterData: true,
    characterDataOldValue: true,
    attributes: true,
    attributeOldValue: true,
  });

  window.takeRenders = () => {
    const taken = { commits, renders, idle, rewritten };
    [commits, renders, idle, rewritten] = [0, 0, {}, {}];
    return taken;
  };
}
