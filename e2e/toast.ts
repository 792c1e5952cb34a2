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
