import { expect, test, type Page } from '@playwright/test';
import { demoOutbox } from '@bourse/contract/notify';
import { Client } from './client.ts';
import { Person } from './person.ts';
import { sharedVenue } from './shared-venue.ts';
import type { Venue } from './venue.ts';

test.describe('the security of an account', () => {
  let venue: Venue;
  sharedVenue({ simulator: false }, (opened) => {
    venue = opened;
  });

  test('rises with a linked phone', async ({ browser }) => {
    const owner = await Person.arrive(browser, venue.url);
    const account = 'careful@example.org';
    await owner.join(account);
    const { page } = owner;
    await page.goto('/personal/accountSettings');
    await expect(page.getByRole('meter', { name: 'Security level' })).toHaveAttribute('aria-valuenow', '75');
    await page.getByRole('link', { name: 'Link a phone number' }).click();
    await page.getByRole('combobox', { name: 'Country code' }).fill('Germany');
    await page.getByRole('option', { name: '+49 Germany' }).click();
    await page.getByLabel('Phone number').fill('15550100');
    const codes = page.getByLabel('Verification code');
    const send = page.getByRole('button', { name: 'Send code' });
    await send.nth(1).click();
    await codes.nth(1).fill(await codeTo(venue, account));
    await send.first().click();
    await codes.first().fill(await codeTo(venue, '15550100'));
    await page.getByRole('button', { name: 'Link', exact: true }).click();
    await page.waitForURL('**/personal/accountSettings');
    await expect(page.getByRole('meter', { name: 'Security level' })).toHaveAttribute('aria-valuenow', '100');
    expect(owner.errors).toEqual([]);
  });

  test('stops a thief: the link of a mail freezes the account, and its owner unfreezes it', async ({ browser }) => {
    const owner = await Person.arrive(browser, venue.url);
    const account = 'robbed@example.org';
    await owner.join(account);
    const { page } = owner;
    await page.goto('/personal/accountSettings');
    await page.getByLabel('Your word').fill('Seagull7');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByTestId('announcer')).toHaveText('Your anti-phishing word was saved.');

    const stranger = await browser.newPage({ locale: 'en' });
    await stranger.goto(`${venue.url}/freeze#${await freezeTokenTo(venue, account)}`);
    await stranger.getByRole('button', { name: 'Freeze account' }).click();
    await expect(stranger.getByText('Your account is frozen. All sessions were ended.').first()).toBeVisible();

    await page.waitForURL('**/login*');
    await logIn(page, account);
    await expect(page.getByText('You have frozen your account.')).toBeVisible();
    const freeze = page.getByRole('region', { name: 'Freeze account' });
    await freeze.getByRole('button', { name: /Send code/ }).click();
    await expect(page.getByTestId('announcer')).toHaveText(/sent/);
    await freeze.getByLabel('Verification code').fill(await codeTo(venue, account));
    await freeze.getByRole('button', { name: 'Unfreeze account' }).click();
    await expect(freeze.getByRole('button', { name: 'Freeze account', exact: true })).toBeVisible();
    expect(owner.errors).toEqual([]);
  });
});

async function logIn(page: Page, account: string): Promise<void> {
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(account);
  await page.getByLabel('Password', { exact: true }).fill('Journey2026');
  await page.getByRole('button', { name: 'Log in' }).click();
}

/** The newest code to an address, once there is one. */
async function codeTo(venue: Venue, to: string): Promise<string> {
  let code = '';
  await expect(async () => {
    const sent = await new Client(venue.url).call(demoOutbox, { to });
    code = sent.find((message) => message.code !== '')?.code ?? '';
    expect(code).not.toBe('');
  }).toPass();
  return code;
}

async function freezeTokenTo(venue: Venue, to: string): Promise<string> {
  const sent = await new Client(venue.url).call(demoOutbox, { to });
  const found = sent.flatMap(({ text }) => /\/freeze#([\w-]{43})/.exec(text)?.[1] ?? []);
  const [token] = found;
  if (token === undefined) throw new Error('no mail has a link that freezes the account');
  return token;
}
