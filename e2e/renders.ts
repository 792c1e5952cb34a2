import type { Page } from '@playwright/test';

/** What React did in a page since it was last asked. */
export interface Renders {
  readonly commits: number;
  /** How often a component was carried out again. */
  readonly renders: number;
  /** Components that were carried out again though nothing came of it in the document, by where they stand. */
  readonly idle: Readonly<Record<string, number>>;
  /** Texts and attributes that were written though they said the same before, by where they stand. */
  readonly rewritten: Readonly<Record<string, number>>;
}

declare global {
  interface Window {
    takeRenders?: () => Renders;
  }
}

/** Counts from the next load of this page on what is rendered; call it before the page is opened. */
export async function countRenders(page: Page): Promise<void> {
  await page.addInitScript(installCounter);
}

/** What was counted since the last time. */
export async function takeRenders(page: Page): Promise<Renders> {
  return page.evaluate(() => {
    if (window.takeRenders === undefined) throw new Error('Nothing counts renders in this page.');
    return window.takeRenders();
  });
}

/** What is read of a fiber, React's own record of a component or an element. */
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
 * Runs in the page, before its scripts. React tells a hook that tools may put into the page of each commit; whatever
 * was carried out in it can be told from the two copies of the tree, also in a built page.
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

  /**
   * Whether the document shows another value; what is compared elsewhere or only heard of by listeners does not count.
   */
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

  /** Tells whether anything in or below a fiber that this commit touched has changed the document. */
  const visit = (fiber: Fiber): boolean => {
    const before = fiber.alternate;
    if (before === null) return true;
    let changed = changesDocument(fiber);
    if (fiber.child !== before.child)
      for (let child = fiber.child; child !== null; child = child.sibling) changed = visit(child) || changed;
    if (components.has(fiber.tag) && (fiber.flags & performedWork) !== 0) {
      renders += 1;
      const element = elementOf(fiber);
      // What shows nothing is there for what it does.
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
      // Whoever writes the size of a canvas that it has already clears it.
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
