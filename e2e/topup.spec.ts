import { expect, test, type Page } from '@playwright/test';
import { Person } from './person.ts';
import { sharedVenue } from './shared-venue.ts';
import { setSite } from './site-settings.ts';
import type { Venue } from './venue.ts';

const tradePassword = 'Vx7qmd3k';

test.describe('card top-ups', () => {
  let venue: Venue;
  sharedVenue({ simulator: true }, (opened) => {
    venue = opened;
    return setSite(venue, { demo_review_seconds: 1 });
  });

  test('a card buys coins that are credited and cannot leave before they mature', async ({ browser }) => {
    const person = await Person.arrive(browser, venue.url);
    await person.join('card@example.org');
    const { page } = person;
    await page.goto('/assets/overview');
    await page.getByRole('main').getByRole('link', { name: 'Card top-up' }).last().click();
    await expect(page.getByRole('heading', { name: 'Card top-up', exact: true })).toBeVisible();
    await expect(page.getByText('You have no card top-ups yet.')).toBeVisible();
    const form = page.getByRole('form', { name: 'Card top-up' });
    const pay = form.getByRole('textbox', { name: 'You pay' });
    await pay.fill('10');
    await expect(form.getByRole('alert').filter({ hasText: 'Enter an amount from 20' })).toBeVisible();
    await pay.fill('200');
    await expect(form.getByText(/^193\sUSDT$/)).toBeVisible();
    await form.getByRole('button', { name: 'Continue to the provider' }).click();
    await expect(form.getByText('Please verify your identity before you buy coins with a card.')).toBeVisible();

    await verify(page);
    await page.goto('/assets/topup');
    await pay.fill('200');
    await expect(form.getByText(/^193\sUSDT$/)).toBeVisible();
    await form.getByRole('button', { name: 'Continue to the provider' }).click();
    await expect(page.getByRole('heading', { name: 'Demo card provider' })).toBeVisible();
    await expect(page.getByText('This is a demo: no card is charged.')).toBeVisible();
    await page.getByRole('button', { name: 'Approve' }).click();
    await expect(provider(page).getByText('Approved. The coins are on their way.')).toBeVisible();
    await page.getByRole('link', { name: 'Back to the exchange' }).click();

    const row = page.getByRole('table', { name: 'Your card top-ups' }).getByRole('row').nth(1);
    await expect(row).toContainText('Credited');
    await expect(row).toContainText('Withdrawable from');
    await expect(row).toContainText(/193\sUSDT/);
    await page.goto('/assets/deposit');
    await expect(page.getByText('Withdrawable from').first()).toBeVisible();
    await page.goto('/assets/overview');
    await expect(page.getByText('You can trade coins bought peer-to-peer or with a card now')).toBeVisible();
    await expect(page.getByText(/193\sUSDT until/)).toBeVisible();
    expect(person.errors).toEqual([]);
  });

  test('a declined card pays nothing', async ({ browser }) => {
    const person = await Person.arrive(browser, venue.url);
    await person.join('refused@example.org');
    const { page } = person;
    await verify(page);
    await page.goto('/assets/topup');
    await page.getByRole('button', { name: 'Continue to the provider' }).click();
    await page.getByRole('button', { name: 'Decline', exact: true }).click();
    await expect(provider(page).getByText('Declined. Nothing was paid.')).toBeVisible();
    await page.getByRole('link', { name: 'Back to the exchange' }).click();
    const row = page.getByRole('table', { name: 'Your card top-ups' }).getByRole('row').nth(1);
    await expect(row).toContainText('Declined');
    expect(person.errors).toEqual([]);
  });

  test('an order that is left to time out waits for its end', async ({ browser }) => {
    const person = await Person.arrive(browser, venue.url);
    await person.join('left-alone@example.org');
    const { page } = person;
    await verify(page);
    await page.goto('/assets/topup');
    await page.getByRole('button', { name: 'Continue to the provider' }).click();
    await page.getByRole('button', { name: 'Let it time out' }).click();
    await expect(provider(page).getByText('Left unpaid. The order ends by itself.')).toBeVisible();
    await page.getByRole('link', { name: 'Back to the exchange' }).click();
    const row = page.getByRole('table', { name: 'Your card top-ups' }).getByRole('row').nth(1);
    await expect(row).toContainText('Waiting for payment');
    await expect(row).toContainText('Payable until');
    expect(person.errors).toEqual([]);
  });
});

/** The card of the provider's page. */
function provider(page: Page) {
  return page.getByRole('region', { name: 'Demo card provider' });
}

/** Verifies the person with the sample document. */
async function verify(page: Page): Promise<void> {
  await page.goto('/personal/authentication');
  await page.getByRole('button', { name: 'Use the sample document' }).click();
  await expect(page.getByRole('img', { name: 'Back' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ann Lee');
  await page.getByRole('textbox', { name: 'Trade password', exact: true }).fill(tradePassword);
  await page.getByLabel('Repeat the trade password').fill(tradePassword);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('heading', { name: 'Your identity is verified' })).toBeVisible();
}
