import { topupCalls } from '@bourse/contract/console';
import { demoFaucet } from '@bourse/contract/demo-chain';
import { siteConfig } from '@bourse/contract/identity';
import { expect, test, type Page } from '@playwright/test';
import { Client } from './client.ts';
import { Person } from './person.ts';
import { sharedVenue } from './shared-venue.ts';
import { changeSetting, setSite } from './site-settings.ts';
import { StaffSession } from './staff-session.ts';
import { Staff } from './staff.ts';
import type { Venue } from './venue.ts';

const tradePassword = 'Vx7qmd3k';
const usdt = 3;

test.describe('card top-ups', () => {
  let venue: Venue;
  sharedVenue({ simulator: true, environment: { CONSOLE_LISTEN: '127.0.0.1:0' } }, (opened) => {
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

  test('staff decide about coins too many, and two people record a charge back', async ({ browser }) => {
    const admin = await StaffSession.enrol(venue, 'ops@venue.example', 'admin');
    await changeSetting(admin, 'console_four_eyes', 'on');
    const ann = await Staff.enrol(browser, venue, 'ann@venue.example', 'risk');
    const bob = await Staff.enrol(browser, venue, 'bob@venue.example', 'risk');
    const person = await Person.arrive(browser, venue.url);
    await person.join('charged-back@example.org');
    const { page } = person;
    await verify(page);
    await page.goto('/assets/topup');
    await page.getByRole('button', { name: 'Continue to the provider' }).click();
    await page.getByRole('button', { name: 'Approve' }).click();
    await expect(provider(page).getByText('Approved. The coins are on their way.')).toBeVisible();
    await page.getByRole('link', { name: 'Back to the exchange' }).click();
    const row = page.getByRole('table', { name: 'Your card top-ups' }).getByRole('row').nth(1);
    await expect(row).toContainText('Credited');

    // Another payment to the order's address is a case: its owner can begin no other top-up before staff have decided.
    const credited = async () => (await ann.call(topupCalls.topups, { status: 'paid' })).rows[0];
    const topup = await credited();
    const stranger = new Client(venue.url, 'en', 'stranger');
    const { default_invite_code: invitation } = await stranger.call(siteConfig, {});
    await stranger.join('stranger@example.org', invitation);
    await stranger.call(demoFaucet, { currency_id: usdt, address: topup?.address ?? '' });
    await expect.poll(async () => (await credited())?.is_case, { timeout: 60_000 }).toBe(true);
    await page.goto('/assets/topup');
    await page.getByRole('button', { name: 'Continue to the provider' }).click();
    await expect(page.getByText('An earlier card top-up is being checked by our staff.')).toBeVisible();
    await ann.open('Card top-ups');
    await ann.page.getByRole('combobox', { name: 'Decision' }).selectOption({ label: 'To decide' });
    await ann.row(/To decide/).click();
    const drawer = ann.page.getByRole('complementary');
    await expect(drawer.getByText('The address received more coins than the order bought.')).toBeVisible();
    await drawer.getByRole('button', { name: 'Close the case' }).click();
    await ann.confirm('Close the case', 'A friend paid to the wrong address');
    await expect(ann.page.getByText('No rows match these filters.')).toBeVisible();

    // The card's owner disputes the payment. One person records it, another one agrees, and the coins are taken back.
    await ann.page.goto(`/topups?row=${topup?.id}`);
    await drawer.getByRole('button', { name: 'Charge back' }).click();
    await ann.confirm('Charge back', 'The bank sent a dispute by letter');
    await expect.poll(async () => (await credited())?.status).toBe('credited');
    await bob.open('Approvals');
    await bob.row(/topups\/charge-back/).click();
    await bob.page.getByRole('button', { name: 'Approve' }).click();
    await bob.confirm('Approve', 'The letter is genuine');
    await page.goto('/assets/topup');
    await expect(row).toContainText('Charged back');
    await ann.page.reload();
    await expect(drawer.getByText('Charged back', { exact: true })).toBeVisible();
    await expect(drawer.getByRole('button', { name: 'Charge back' })).toHaveCount(0);
    expect([...person.errors, ...ann.errors, ...bob.errors]).toEqual([]);
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
