import { demoOutbox } from '@bourse/contract/notify';
import { expect, test, type Page } from '@playwright/test';
import { Client } from './client.ts';
import { Person } from './person.ts';
import { sharedVenue } from './shared-venue.ts';
import { setSite } from './site-settings.ts';
import type { Venue } from './venue.ts';

const account = 'holder@example.org';
const tradePassword = 'Vx7qmd3k';

test.describe('deposits and withdrawals', () => {
  let venue: Venue;
  sharedVenue({ simulator: true }, (opened) => {
    venue = opened;
    return setSite(venue, { demo_review_seconds: 1 });
  });

  test('coins go from the faucet through every account and out to the wallet outside', async ({ browser }) => {
    const person = await Person.arrive(browser, venue.url);
    await person.join(account);
    const { page } = person;
    await page.goto('/assets/deposit?currency=USDT');
    const address = (await page.getByTestId('deposit-address').textContent()) ?? '';
    expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/);
    await page.getByRole('link', { name: 'Get demo coins from the faucet' }).click();
    const faucet = page.getByRole('form', { name: 'Demo faucet' });
    await expect(faucet.getByRole('textbox', { name: 'Receiving address' })).toHaveValue(address);
    await faucet.getByRole('button', { name: 'Get coins from the faucet' }).click();
    await expect(page.getByTestId('announcer')).toHaveText('200 USDT sent');
    const outside = (await page.getByTestId('outside-address').textContent()) ?? '';

    await page.goto('/assets/deposit?currency=USDT');
    const deposit = page.getByRole('table', { name: 'Deposits' }).getByRole('row').nth(1);
    await expect(deposit).toContainText('200 USDT');
    await expect(deposit).toContainText(/Credited, not final yet|Completed/);
    await expect(deposit).toContainText('Completed');

    await page.goto('/trade?id=0');
    await page.getByRole('tab', { name: 'Market', exact: true }).click();
    const buy = page.locator('form[data-side="buy"]');
    await buy.getByRole('textbox', { name: 'Amount' }).fill('0.001');
    await buy.locator('button[type="submit"]').click();
    // 0.001 BTC less the taker's fee of 0.1%
    await expect(page.getByTestId('balance-BTC')).toHaveText('1.000999');

    await page.goto('/assets/convert');
    const convert = page.getByRole('form', { name: 'Convert' });
    await convert.getByRole('textbox', { name: 'You convert' }).fill('100');
    await convert.getByRole('button', { name: 'Get quote' }).click();
    await convert.getByRole('button', { name: 'Convert 100 USDT' }).click();
    await expect(page.getByTestId('announcer')).toHaveText('Conversion completed.');

    await page.goto('/assets/transfer?currency=USDT');
    await page.getByRole('textbox', { name: 'Amount' }).fill('50');
    await page.getByRole('main').getByRole('button', { name: 'Transfer', exact: true }).click();
    await expect(page.getByTestId('announcer')).toHaveText('Transfer completed.');

    await verify(page);
    await page.goto('/assets/bindAddr');
    await page.getByRole('textbox', { name: 'Receiving address' }).fill(outside);
    await page.getByRole('textbox', { name: 'Name' }).fill('My wallet');
    await fillCode(page, venue.url);
    await page.getByRole('button', { name: 'Save an address' }).click();
    await expect(page.getByRole('table', { name: 'Saved addresses' })).toContainText('My wallet');

    await page.goto('/assets/withdraw?currency=USDT');
    const receiver = page.getByRole('textbox', { name: 'Receiving address' });
    await receiver.fill('0x000000000000000000000000000000000000dEaD');
    await page.getByRole('textbox', { name: 'Amount' }).fill('60');
    await expect(page.getByText('Coins sent to this address would be lost: no one has its key.')).toBeVisible();
    await receiver.fill(outside);
    await expect(page.getByTestId('net')).toHaveText(/^50\sUSDT$/);
    await page.getByRole('button', { name: 'Review' }).click();
    const review = page.getByRole('form', { name: 'Review the withdrawal' });
    await review.getByRole('button', { name: 'Withdraw' }).click();
    await expect(review.getByText('Please enter your trade password.')).toBeVisible();
    await expect(review.getByText('Please enter the verification code.')).toBeVisible();
    await review.getByLabel('Trade password', { exact: true }).fill(tradePassword);
    await fillCode(page, venue.url);
    await review.getByRole('button', { name: 'Withdraw' }).click();
    await expect(page.getByTestId('withdrawal-steps')).toContainText('Approved');
    await expect(page.getByRole('table', { name: 'Withdrawals' })).toContainText('Completed');
    await page.goto('/demo/chain');
    await expect(page.getByTestId('outside-balances')).toContainText('50');
    expect(person.errors).toEqual([]);
  });
});

/** Verifies the person with the sample document, which sets the trade password. */
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

/** Sends a code to the person and types it. */
async function fillCode(page: Page, url: string): Promise<void> {
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByTestId('announcer')).toContainText(account);
  const kept = await new Client(url).call(demoOutbox, { to: account });
  const code = kept.find((message) => message.code !== '')?.code ?? '';
  await page.getByRole('textbox', { name: 'Verification code' }).fill(code);
}
