import { expect, test } from '@playwright/test';
import { Person } from './person.ts';
import { sharedVenue } from './shared-venue.ts';
import type { Venue } from './venue.ts';

const price = '60000';

test.describe('price alerts', () => {
  let venue: Venue;
  sharedVenue({ simulator: false }, (opened) => {
    venue = opened;
  });

  test('a user adds an alert, is notified when the price is reached, and finds the trade in the history', async ({
    browser,
  }) => {
    const [watcher, seller] = [await Person.arrive(browser, venue.url), await Person.arrive(browser, venue.url)];
    await watcher.join('watcher@example.org');
    await seller.join('seller@example.org');
    const { page } = watcher;
    await page.goto('/trade?id=0');
    await seller.page.goto('/trade?id=0');
    await page.getByRole('button', { name: 'Price alerts' }).click();
    const dialog = page.getByRole('dialog', { name: 'Price alerts' });
    await dialog.getByRole('textbox', { name: 'Price' }).fill(price);
    await dialog.getByRole('button', { name: 'Add alert' }).click();
    await expect(dialog.getByRole('listitem')).toContainText('BTC/USDT ≥');
    await page.keyboard.press('Escape');

    await seller.order('Sell', price, '0.01');
    await expect(seller.page.getByTestId('announcer')).not.toBeEmpty();
    await watcher.order('Buy', price, '0.01');
    const bell = page.getByRole('button', { name: 'Notices, unread: 1' });
    await bell.click();
    const list = page.getByRole('dialog', { name: 'Notices' });
    await expect(list.getByRole('listitem')).toContainText('BTC/USDT has risen to');
    await expect(page.getByRole('button', { name: 'Notices, unread: 0', includeHidden: true })).toHaveCount(1);
    await list.getByRole('link', { name: 'Notification settings' }).click();
    const card = page.getByRole('region', { name: 'Notices' });
    await expect(card.getByText('You have no price alerts.')).toBeVisible();
    await card.getByRole('switch', { name: 'E-mail' }).click();
    await expect(card.getByRole('switch', { name: 'E-mail' })).not.toBeChecked();

    await page.goto('/personal/transactionLog');
    const rows = page.getByRole('table', { name: 'Transaction history' }).getByRole('row');
    await expect(rows.filter({ hasText: 'Trade' })).toHaveCount(2);
    await page.getByRole('combobox', { name: 'Currency' }).selectOption('USDT');
    await expect(rows.filter({ hasText: 'Trade' })).toHaveCount(1);
    expect([...watcher.errors, ...seller.errors]).toEqual([]);
  });
});
