import { AxeBuilder } from '@axe-core/playwright';
import { demoOutbox } from '@bourse/contract/notify';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { Client } from './client.ts';
import { oneTimeCode } from './one-time-code.ts';
import { Person } from './person.ts';
import { sharedVenue } from './shared-venue.ts';
import type { Venue } from './venue.ts';

const password = 'Journey2026';

test.describe('a second factor', () => {
  let venue: Venue;
  sharedVenue({ simulator: false }, (opened) => {
    venue = opened;
  });
  // Browsers allow passkeys at host names only.
  const address = (): string => venue.url.replace('127.0.0.1', 'localhost');

  test('is turned on with an authenticator app, and a login requires its code', async ({ browser }) => {
    const account = 'app@example.org';
    const owner = await Person.arrive(browser, address());
    await owner.join(account);
    const { page } = owner;
    await page.goto('/personal/accountSettings');
    const card = page.getByRole('region', { name: 'Two-factor authentication' });
    await card.getByRole('button', { name: 'Turn on' }).click();
    const dialog = page.getByRole('dialog', { name: 'Turn on the authenticator app' });
    await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
    const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);

    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await expect(dialog.getByLabel('One-time password')).toBeFocused();
    await dialog.getByLabel('One-time password').fill(oneTimeCode(secret, 0));
    await dialog.getByLabel('Password of your account').fill(password);
    await fillMailedCode(dialog, venue, account);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations).toEqual([]);
    await dialog.getByRole('button', { name: 'Turn on' }).click();

    const saved = page.getByRole('dialog', { name: 'Recovery codes' });
    await expect(saved.getByRole('listitem')).toHaveCount(10);
    const codes = await saved.getByRole('listitem').allTextContents();
    const download = page.waitForEvent('download');
    await saved.getByRole('button', { name: 'Save as a file' }).click();
    expect((await download).suggestedFilename()).toBe('bourse-recovery-codes.txt');
    await saved.getByRole('button', { name: 'I have saved the codes' }).click();
    await expect(card.getByText('10 recovery codes left')).toBeVisible();

    await logOut(page);
    await logIn(page, account);
    await expect(page.getByLabel('One-time password or recovery code')).toBeVisible();
    await page.getByLabel('One-time password or recovery code').fill('123');
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText(/^Enter the 6 digits that your app shows/)).toBeVisible();
    // The code of the next step, because that of this one may have turned the app on.
    await page.getByLabel('One-time password or recovery code').fill(inHalves(oneTimeCode(secret, 1)));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.waitForURL('**/home');

    await logOut(page);
    await logIn(page, account);
    await page.getByLabel('One-time password or recovery code').fill((codes[0] ?? '').toUpperCase());
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.waitForURL('**/home');
    await page.goto('/personal/accountSettings');
    await expect(card.getByText('9 recovery codes left')).toBeVisible();
    expect(owner.errors).toEqual([]);
  });

  test('is a passkey, which also logs in without a password', async ({ browser }) => {
    const account = 'passkey@example.org';
    const owner = await Person.arrive(browser, address());
    await owner.join(account);
    const { page } = owner;
    await addAuthenticator(page);
    await page.goto('/personal/accountSettings');
    const card = page.getByRole('region', { name: 'Two-factor authentication' });
    await card.getByRole('button', { name: 'Add a passkey' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
    await dialog.getByLabel('Name, such as “Work laptop”').fill('Journey key');
    await fillMailedCode(dialog, venue, account);
    await dialog.getByRole('button', { name: 'Add a passkey' }).click();
    const saved = page.getByRole('dialog', { name: 'Recovery codes' });
    await expect(saved.getByRole('listitem')).toHaveCount(10);
    await saved.getByRole('button', { name: 'I have saved the codes' }).click();
    await expect(card.getByText('Journey key')).toBeVisible();

    await logOut(page);
    await page.goto('/login?redirect=%2Fpersonal%2FaccountSettings');
    await page.getByRole('button', { name: 'Log in with a passkey' }).click();
    await page.waitForURL('**/personal/accountSettings');
    await expect(card.getByText(/^Last used/)).toBeVisible();

    await logOut(page);
    await logIn(page, account);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.waitForURL('**/home');
    expect(owner.errors).toEqual([]);
  });
});

/** Requests the code of a security change and types the one that was mailed. */
async function fillMailedCode(dialog: Locator, venue: Venue, account: string): Promise<void> {
  await dialog.getByRole('button', { name: 'Send code' }).click();
  await expect(dialog.getByRole('button', { name: /Send again/ })).toBeVisible();
  const [newest] = await new Client(venue.url).call(demoOutbox, { to: account });
  await dialog.getByLabel('Verification code').fill(newest?.code ?? '');
}

/** Adds an authenticator with resident keys, whose user is always verified. */
async function addAuthenticator(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** Forgets the session but not the device, whose logins need no mailed code. */
async function logOut(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.removeItem('token'));
  await page.goto('/login');
}

async function logIn(page: Page, account: string): Promise<void> {
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(account);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click();
}

/** A code as authenticators show it: "123 456". */
function inHalves(code: string): string {
  return `${code.slice(0, 3)} ${code.slice(3)}`;
}
