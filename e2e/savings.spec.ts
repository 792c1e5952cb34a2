import { expect, test, type Page } from '@playwright/test';
import { amount, currencyId, venue as theVenue } from '@bourse/engine';
import { savingsProductId, type ConfigureSavingsProduct } from '@bourse/engine/savings';
import { startWith } from './core-commands.ts';
import { Person } from './person.ts';
import { sharedVenue } from './shared-venue.ts';
import type { Venue } from './venue.ts';

test.describe('fixed-term deposits', () => {
  let venue: Venue;
  sharedVenue({ simulator: false }, (opened) => {
    venue = opened;
  });

  test('a new user opens a deposit, sees it in every tab and in the history, and cannot redeem it yet', async ({
    browser,
  }) => {
    const person = await Person.arrive(browser, venue.url);
    await person.join('saver@example.org');
    const { page } = person;
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Fixed savings' }).click();
    const elsewhere = await page.context().newPage();
    await elsewhere.goto('/deposit');
    await expect(elsewhere.getByText('No active subscriptions.')).toBeVisible();

    const product = products(page).getByRole('row', { name: 'USDT 30 days' });
    await expect(product).toContainText('5%');
    await product.getByRole('button', { name: 'Subscribe to USDT 30 days' }).click();
    const question = page.getByRole('dialog', { name: 'Subscribe to USDT 30 days' });
    // The safe button has the focus.
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expect(question.getByText('you get back only the amount you locked')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    await expect(deposits(page).getByRole('row')).toHaveCount(0);
    await product.getByRole('button').click();
    await question.getByRole('button', { name: 'Lock 1,000 USDT' }).click();
    await expect(page.getByTestId('announcer')).toHaveText('Your subscription is active.');
    await expect(question).toHaveCount(0);

    for (const tab of [page, elsewhere]) {
      const own = deposits(tab).getByRole('row', { name: 'USDT 30 days' });
      await expect(own).toContainText('Day 0 of 30');
      await expect(own).toContainText('The first day earns 0.1369');
      await expect(own.getByRole('button', { name: 'Redeem USDT 30 days' })).toBeDisabled();
    }

    await page.getByRole('main').getByRole('link', { name: 'Savings history' }).click();
    const record = page.getByRole('table', { name: 'Records of USDT 30 days' }).getByRole('row').nth(1);
    await expect(record).toContainText('Subscribed');
    await expect(record).toContainText('−1,000 USDT');
    expect(person.errors).toEqual([]);
  });

  test('a refusal is shown in the confirmation, and a visitor is sent to the login and back', async ({ browser }) => {
    const person = await Person.arrive(browser, venue.url);
    const { page } = person;
    await page.goto('/deposit');
    await products(page).getByRole('button', { name: 'Subscribe to BTC 30 days' }).click();
    await page.waitForURL('**/login?redirect=%2Fdeposit');
    await person.join('emptyhanded@example.org');
    await person.order('Sell', '60000', '1');
    await expect(page.getByRole('form', { name: 'Sell BTC' }).getByRole('textbox', { name: 'Amount' })).toHaveValue('');
    await page.goto('/deposit');
    const button = products(page).getByRole('button', { name: 'Subscribe to BTC 30 days' });
    await button.click();
    const question = page.getByRole('dialog');
    await expect(question.getByText('You need 0.01 BTC more')).toBeVisible();
    await question.getByRole('button', { name: 'Lock 0.01 BTC' }).click();
    await expect(question.getByRole('alert')).toHaveText('Insufficient BTC balance: 0 available, 0.01 needed.');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(button).toBeFocused();
    expect(person.errors).toEqual([]);
  });

  test('terms that change during the confirmation are shown before they can be accepted, and a closed product is refused', async ({
    browser,
  }) => {
    const person = await Person.arrive(browser, venue.url);
    await person.join('careful@example.org');
    const { page } = person;
    await page.goto('/deposit');
    await products(page).getByRole('button', { name: 'Subscribe to USDT 7 days' }).click();
    const question = page.getByRole('dialog', { name: 'Subscribe to USDT 7 days' });
    await expect(question).toContainText('3%');
    await venue.end('SIGTERM');
    await startWith(venue, [weekly({ ratePpm: 20_000 })]);
    await expect(products(page).getByRole('row', { name: 'USDT 7 days' })).toContainText('2%');
    await expect(question).toContainText('3%');

    const confirm = question.getByRole('button', { name: 'Lock 1,000 USDT' });
    await confirm.click();
    await expect(question.getByRole('alert')).toHaveText(
      'The terms of this savings product have changed. Please review them and confirm again.',
    );
    await expect(question).toContainText('2%');
    await confirm.click();
    await expect(deposits(page).getByRole('row', { name: 'USDT 7 days' })).toContainText('Day 0 of 7');

    await products(page).getByRole('button', { name: 'Subscribe to USDT 7 days' }).click();
    await venue.end('SIGTERM');
    await startWith(venue, [weekly({ ratePpm: 20_000, state: 'closed' })]);
    await expect(products(page).getByRole('row', { name: 'USDT 7 days' })).toHaveCount(0);
    await confirm.click();
    await expect(question.getByRole('alert')).toHaveText(
      'This savings product is not open for subscription at the moment.',
    );
  });
});

const weeklyProduct = savingsProductId(1);

/** The demo's deposit of 1,000 USDT for a week, with changes. */
function weekly(changes: Partial<ConfigureSavingsProduct>): ConfigureSavingsProduct {
  return {
    type: 'configure_savings_product',
    product: weeklyProduct,
    currency: currencyId(3),
    amount: amount(1_000_000_000),
    days: 7,
    ratePpm: 30_000,
    quota: 1_000,
    userQuota: 10,
    state: 'open',
    operator: theVenue,
    cause: 'policy',
    ...changes,
  };
}

function products(page: Page) {
  return page.getByRole('table', { name: 'Products' });
}

function deposits(page: Page) {
  return page.getByRole('table', { name: 'My savings' });
}
