import { expect, test, type Page } from '@playwright/test';
import { Person } from './person.ts';
import { sharedVenue } from './shared-venue.ts';
import type { Venue } from './venue.ts';

test.describe('the assets', () => {
  let venue: Venue;
  sharedVenue({ simulator: false }, (opened) => {
    venue = opened;
  });

  test('a user moves money between two accounts and finds the transfer in the history and the records', async ({
    browser,
  }) => {
    const person = await Person.arrive(browser, venue.url);
    await person.join('mover@example.org');
    const { page } = person;
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Assets' }).click();
    await expect(page).toHaveURL(/\/assets\/overview$/);
    await page.getByRole('link', { name: 'Transfer USDT' }).click();

    const [from, to] = [page.getByLabel('From', { exact: true }), page.getByLabel('To', { exact: true })];
    await expect(from).toHaveValue('change_account');
    await to.selectOption('Leverage account');
    await from.selectOption('Options account');
    await expect(to).toHaveValue('change_account');
    await page.getByRole('button', { name: 'Swap the accounts' }).click();
    await expect(from).toHaveValue('change_account');
    await expect(to).toHaveValue('micro_account');

    const amount = page.getByRole('textbox', { name: 'Amount' });
    await submit(page);
    await expect(page.getByRole('alert')).toHaveText('Enter an amount.');
    await expect(amount).toBeFocused();
    await amount.fill('100000.5');
    await submit(page);
    await expect(page.getByRole('alert')).toHaveText('Only 100,000 USDT is available in this account.');
    await amount.fill('250.5');
    await submit(page);
    await expect(page.getByTestId('announcer')).toHaveText('Transfer completed.');
    await expect(amount).toHaveValue('');
    await expect(page.getByTestId('transfer-balance')).toHaveText('Available: 99,749.5 USDT');

    await page.getByRole('main').getByRole('link', { name: 'Transfer history' }).last().click();
    const made = page.getByRole('table', { name: 'Transfer history' }).getByRole('row').nth(1);
    await expect(made).toContainText('Spot account');
    await expect(made).toContainText('Options account');
    await expect(made).toContainText('250.5 USDT');

    await page.goto('/assets/dealRecords');
    await page.getByRole('tab', { name: 'Options account' }).click();
    await expect(page).toHaveURL(/type=micro_account/);
    const record = page.getByRole('table', { name: 'Account records: Options account' }).getByRole('row').nth(1);
    await expect(record).toContainText('+250.5');
    await expect(record).toContainText('Spot account');
    expect(person.errors).toEqual([]);
  });

  test('an account says why it offers no deposit, and hides its amounts until they are shown again', async ({
    browser,
  }) => {
    const person = await Person.arrive(browser, venue.url);
    await person.join('hider@example.org');
    const { page } = person;
    await page.goto('/assets');
    await expect(page).toHaveURL(/\/assets\/tradeAccount$/);
    await page.getByRole('navigation', { name: 'Assets' }).getByRole('link', { name: 'Options account' }).click();
    await page.getByRole('button', { name: /^Deposit USDT/ }).press('Enter');
    await expect(page.getByTestId('announcer')).toHaveText('Deposits are credited to the spot account.');

    await page.goto('/assets/overview');
    await expect(page.getByTestId('worth-usd')).toContainText('$100,000');
    await page.getByRole('button', { name: 'Hide amounts' }).click();
    await page.reload();
    await expect(page.getByTestId('worth-usd')).toContainText('Amount hidden');
    await expect(page.getByRole('main')).not.toContainText('100,000');
    await page.getByRole('button', { name: 'Hide amounts' }).click();
    await expect(page.getByTestId('worth-usd')).toContainText('$100,000');
    expect(person.errors).toEqual([]);
  });
});

async function submit(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Transfer', exact: true }).click();
}
