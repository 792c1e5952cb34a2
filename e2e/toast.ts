import type { Page } from '@playwright/test';

/**
 * Does something that shows a toast and waits for its text. A toast lasts a second, which is as long as assertions may
 * pause between two looks, so each frame is looked at from before the action on.
 */
export async function withToast(page: Page, text: string, act: () => Promise<void>): Promise<void> {
  const shown = page.waitForFunction((expected) => document.body.textContent.includes(expected), text);
  await act();
  await shown;
}

/** Records the toasts that a page shows from now on. The returned function reads their texts. */
export async function recordToasts(page: Page): Promise<() => Promise<readonly string[]>> {
  const texts = await page.getByTestId('toasts').evaluateHandle((area) => {
    const shown: string[] = [];
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) shown.push(node.textContent ?? '');
    }).observe(area, { childList: true });
    return shown;
  });
  return () => texts.jsonValue();
}
