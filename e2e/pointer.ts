import { expect, type Locator, type Page } from '@playwright/test';

/** Presses the label of a line on the chart and moves it by this distance, without releasing it. */
export async function hold(page: Page, label: Locator, distance: number): Promise<void> {
  await expect(label).toBeVisible();
  const box = await label.boundingBox();
  if (box === null) throw new Error('The label is not visible.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + distance, { steps: 3 });
}
