import { demoOutbox } from '@bourse/contract/notify';
import { expect, test, type Browser, type Page, type Route } from '@playwright/test';
import { Client } from './client.ts';
import { Person } from './person.ts';
import { sharedVenue } from './shared-venue.ts';
import { setSite } from './site-settings.ts';
import type { Venue } from './venue.ts';

const tradePassword = 'Vx7qmd3k';

test.describe('coins sent to a user', () => {
  let venue: Venue;
  sharedVenue({ simulator: true }, (opened) => {
    venue = opened;
    return setSite(venue, { demo_review_seconds: 1 });
  });

  test('arrive at once, and both sides see them', async ({ browser }) => {
    const bob = await verified(browser, venue, 'bob@example.org', 'Robert Long');
    await bob.page.goto('/assets/send');
    const uid = (await bob.page.getByTestId('own-uid').textContent()) ?? '';
    await expect(bob.page.getByRole('img', { name: 'QR code of your user ID' })).toBeVisible();
    await expect(bob.page.getByText('You have not sent or received any coins yet.')).toBeVisible();

    const ann = await verified(browser, venue, 'ann@example.org', 'Ann Lee');
    const { page } = ann;
    await page.goto('/assets/overview');
    await page.getByRole('main').getByRole('link', { name: 'Send to a user' }).first().click();
    await page.getByRole('textbox', { name: 'Recipient' }).fill('999999999');
    await page.getByRole('button', { name: 'Find' }).click();
    await expect(page.getByText('No verified user was found under this ID or address.')).toBeVisible();
    // The address of the code that Bob shows.
    await page.goto(`/assets/send?to=${uid}`);
    await expect(page.getByRole('textbox', { name: 'Recipient' })).toHaveValue(uid);
    await page.getByRole('button', { name: 'Find' }).click();
    await expect(page.getByTestId('recipient')).toContainText('R***g');

    const amount = page.getByRole('textbox', { name: 'Amount' });
    // The limit of a new recipient.
    await amount.fill('501');
    await expect(page.getByText(/^Only 500\sUSDT can be sent now\.$/)).toBeVisible();
    await amount.fill('0.5');
    await expect(page.getByText(/^The minimum is 1\sUSDT\.$/)).toBeVisible();
    await amount.fill('25');
    await page.getByRole('button', { name: 'Review' }).click();
    const review = page.getByRole('form', { name: 'Review what you send' });
    await review.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(review.getByText('Please enter your trade password.')).toBeVisible();
    await review.getByLabel('Trade password', { exact: true }).fill(tradePassword);
    await review.getByRole('button', { name: 'Send code' }).click();
    await expect(page.getByTestId('announcer')).toContainText('ann@example.org');
    const kept = await new Client(venue.url).call(demoOutbox, { to: 'ann@example.org' });
    const [message] = kept.filter(({ code }) => code !== '');
    expect(message?.text).toContain(`25 USDT → ${uid} (R***g)`);
    await review.getByRole('textbox', { name: 'Verification code' }).fill(message?.code ?? '');
    // The coins move, but the page does not learn it: pressing again sends nothing twice.
    await page.route('**/api/transfer/send', loseAnswer, { times: 1 });
    await review.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(review.getByText('The result is not known yet.')).toBeVisible();
    await review.getByRole('button', { name: 'Send', exact: true }).click();

    const receipt = page.getByRole('dialog', { name: 'Receipt' });
    await expect(receipt.getByTestId('receipt')).toContainText(/25\sUSDT/);
    await receipt.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('table', { name: 'Sent and received' })).toContainText(/−25\sUSDT/);
    await expect(page.getByTestId('send-available')).toHaveText(/^Available: 99,975\sUSDT$/);
    await page.getByRole('button', { name: 'Change' }).click();
    await expect(page.getByRole('list', { name: 'Recent recipients' })).toContainText(uid);

    // Bob’s page shows them without a reload.
    await expect(bob.page.getByRole('table', { name: 'Sent and received' })).toContainText(/\+25\sUSDT/);
    await expect(bob.page.getByTestId('send-available')).toHaveText(/^Available: 100,025\sUSDT$/);
    await bob.page.goto('/personal/transactionLog');
    await expect(bob.page.getByRole('table').first()).toContainText('Received from a user');

    await page.reload();
    await page.getByRole('list', { name: 'Recent recipients' }).getByRole('button').click();
    await expect(page.getByTestId('recipient')).toContainText(uid);
    expect([...ann.errors, ...bob.errors]).toEqual([]);
  });
});

/** Lets a request through and answers that its outcome is not known. */
async function loseAnswer(route: Route): Promise<void> {
  const response = await route.fetch();
  const message = 'The result is not known yet.';
  const json = { code: 0, error: 'outcome_pending', message, data: null, details: {}, sequence: 0 };
  await route.fulfill({ response, json });
}

/** A person with a browser who has verified the name with the sample document, which sets the trade password. */
async function verified(browser: Browser, venue: Venue, account: string, name: string): Promise<Person> {
  const person = await Person.arrive(browser, venue.url);
  await person.join(account);
  await verify(person.page, name);
  return person;
}

async function verify(page: Page, name: string): Promise<void> {
  await page.goto('/personal/authentication');
  await page.getByRole('button', { name: 'Use the sample document' }).click();
  await expect(page.getByRole('img', { name: 'Back' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByRole('textbox', { name: 'Trade password', exact: true }).fill(tradePassword);
  await page.getByLabel('Repeat the trade password').fill(tradePassword);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('heading', { name: 'Your identity is verified' })).toBeVisible();
}
