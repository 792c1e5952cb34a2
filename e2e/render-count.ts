import type { Page } from '@playwright/test';

/** What is read of a fiber, React's record of one component on the page. */
interface Fiber {
  readonly flags: number;
  readonly memoizedProps: unknown;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
  readonly alternate: Fiber | null;
}

/**
 * Keeps, from the next load of the page on, which rows of the book React has called again. It listens where the developer
 * tools of React do, which the built page talks to as well; a component that was passed over because nothing had changed
 * does not carry the mark of performed work.
 */
export async function countRowRenders(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const rendered: string[] = [];
    const performedWork = 1;
    const visit = (fiber: Fiber, before: Fiber | null): void => {
      const { memoizedProps: props } = fiber;
      const isRow = typeof props === 'object' && props !== null && 'line' in props && 'settled' in props;
      if (isRow && (before === null || (fiber.flags & performedWork) !== 0)) {
        rendered.push((props.line as { readonly price: string }).price);
      }
      if (before !== null && fiber.child === before.child) return;
      for (let child = fiber.child; child !== null; child = child.sibling) visit(child, child.alternate);
    };
    Object.assign(globalThis, {
      renderedRows: rendered,
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        supportsFiber: true,
        inject: () => 1,
        onCommitFiberUnmount: () => undefined,
        onPostCommitFiberRoot: () => undefined,
        onCommitFiberRoot: (_: unknown, root: { readonly current: Fiber }) =>
          visit(root.current, root.current.alternate),
      },
    });
  });
}

/** The prices of the rows that were drawn since the last time, each as often as it was. */
export async function takeRenderedRows(page: Page): Promise<string[]> {
  return page.evaluate(() => (globalThis as unknown as { renderedRows: string[] }).renderedRows.splice(0));
}
