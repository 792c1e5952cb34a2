import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { Person } from './person.ts';
import { Venue } from './venue.ts';

test.describe('every page can be used without seeing it', () => {
  let venue: Venue;
  test.beforeAll(async () => {
    venue = await Venue.open({ simulator: true });
  });
  test.afterAll(async () => {
    await venue.close();
  });

  for (const theme of ['dark', 'light']) {
    for (const { path, ready } of [
      { path: '/login', ready: (page: Page) => page.getByLabel('E-mail address') },
      { path: '/register', ready: (page: Page) => page.getByLabel('Repeat password') },
      { path: '/forgetPassword', ready: (page: Page) => page.getByLabel('Repeat new password') },
      { path: '/trade?id=0', ready: (page: Page) => page.getByTestId('tape').getByRole('row').nth(1) },
      { path: '/markets', ready: (page: Page) => page.getByTitle('ETH/BTC', { exact: true }) },
      { path: '/notice?id=102&category_id=22', ready: (page: Page) => page.getByRole('row', { name: /^Simulated/ }) },
      { path: '/white', ready: (page: Page) => page.getByRole('link', { name: 'Download' }) },
      { path: '/app', ready: (page: Page) => page.getByRole('img', { name: /^QR code/ }).first() },
      { path: '/nowhere', ready: (page: Page) => page.getByText('This page does not exist') },
    ]) {
      test(`${path} has no violations in the ${theme} theme`, async ({ browser }) => {
        const { page } = await Person.arrive(browser, venue.url);
        await page.addInitScript((name) => localStorage.setItem('theme', name), theme);
        await page.goto(path);
        await expect(ready(page)).toBeVisible();
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([]);
      });
    }
  }
});
