import { demoOutbox } from '@bourse/contract/notify';
import { codeIn, MailServer } from '@bourse/server/mail-server';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { Client } from './client.ts';
import { Person } from './person.ts';
import { setSite } from './site-settings.ts';
import { sharedVenue } from './shared-venue.ts';
import { Venue } from './venue.ts';
import { withToast } from './toast.ts';

const password = 'Journey2026';

test.describe('a site that stores its messages', () => {
  let venue: Venue;
  sharedVenue({ simulator: false }, async (opened) => {
    venue = opened;
    await setSite(venue, { register_code: 1, register_word: 'Registration takes a minute.' });
  });

  test('offers a code to a visitor without one, also next to the refusal', async ({ browser }) => {
    const { page } = await Person.arrive(browser, venue.url);
    await page.goto('/register');
    await page.getByRole('main').getByRole('button', { name: 'Register' }).click();
    await expect(page.getByText('Please enter an invitation code')).toBeVisible();
    await expect(page.getByText('No code? Use BOURSE')).toBeVisible();
    await page.getByRole('button', { name: 'Use this code' }).click();
    await expect(page.getByLabel('Invitation code')).toHaveValue('BOURSE');
    await expect(page.getByText('No code? Use BOURSE')).toHaveCount(0);
  });

  test('locks the code of an invitation link, and registers an account with the code from its mail', async ({
    browser,
  }) => {
    const person = await Person.arrive(browser, venue.url);
    const { page } = person;
    const account = 'newcomer@example.org';
    await page.goto('/register?extension_code=BOURSE&redirect=%2Fmarkets');
    await expect(page.getByText('Registration takes a minute.')).toBeVisible();
    const invite = page.getByLabel('Invitation code');
    await expect(invite).toHaveValue('BOURSE');
    await expect(invite).not.toBeEditable();
    await expect(page.getByRole('main').getByRole('link', { name: 'user agreement' })).toHaveAttribute(
      'href',
      /id=66&category_id=26/,
    );

    // All missing fields are reported at once, without a layout shift.
    const submit = page.getByRole('main').getByRole('button', { name: 'Register' });
    const before = await submit.boundingBox();
    await page.getByLabel('Repeat password').press('Enter');
    for (const text of ['Please enter your e-mail address', 'Please enter the verification code']) {
      await expect(page.getByText(text)).toBeVisible();
    }
    await expect(page.getByRole('textbox', { name: 'E-mail address' })).toBeFocused();
    expect(await submit.boundingBox()).toEqual(before);

    await page.getByRole('textbox', { name: 'E-mail address' }).fill(account);
    await sendButton(page).click();
    await expect(page.getByTestId('announcer')).toHaveText(`Code sent to ${account}`);
    await expect(page.getByLabel('Verification code')).toBeFocused();
    await expect(page.getByRole('button', { name: /^Send again in (60|[45]\d) s$/ })).toBeDisabled();
    const mailbox = page.getByRole('link', { name: 'Open the demo mailbox' });
    await expect(mailbox).toHaveAttribute('href', `/demo/outbox?to=${encodeURIComponent(account)}`);

    // Another account can request a code immediately; for the first one the server states the waiting time.
    await page.getByRole('textbox', { name: 'E-mail address' }).fill('other@example.org');
    await expect(sendButton(page)).toBeEnabled();
    await page.getByRole('textbox', { name: 'E-mail address' }).fill(account);
    await sendButton(page).click();
    await expect(page.getByText(/A code was already sent/)).toBeVisible();
    await expect(page.getByRole('button', { name: /^Send again in \d+ s$/ })).toBeDisabled();

    await page.getByLabel('Password', { exact: true }).fill(password);
    await expect(page.getByRole('status', { name: 'Password strength' })).toHaveText('Strong');
    await page.getByLabel('Repeat password').fill(password);
    const [kept] = await new Client(venue.url).call(demoOutbox, { to: account });
    const code = kept?.code ?? '';
    await page.getByLabel('Verification code').fill(wrong(code));
    await submit.click();
    await expect(page.getByText('The verification code is incorrect.')).toBeVisible();
    await expect(page.getByLabel('Verification code')).toBeFocused();
    await page.getByLabel('Verification code').fill(`${code.slice(0, 3)} ${code.slice(3)}`);
    await submit.click();
    await expect(page.getByText('Your account is ready. Please log in.')).toBeVisible();

    // The device of the registration is known: its login requires no code and opens the originally requested page.
    await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'E-mail address' })).toHaveValue(account);
    await expect(page.getByText('No code is needed on this device.')).toBeVisible();
    await page.getByLabel('Keep me logged in for 30 days').check();
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Password', { exact: true }).press('Enter');
    await page.waitForURL('**/markets');
    const stored = await page.evaluate(() => JSON.stringify(Object.fromEntries(Object.entries(localStorage))));
    expect(JSON.parse(stored)).toMatchObject({ remember: '1', accountNumber: account, account });
    expect(stored).not.toContain(password);
    expect(person.errors).toEqual([]);
  });

  test('locks an account after ten failed logins, and the form shows for how long', async ({ browser }) => {
    const person = await Person.arrive(browser, venue.url);
    const { page } = person;
    await page.goto('/login');
    await page.getByRole('textbox', { name: 'E-mail address' }).fill('nobody@example.org');
    await page.getByLabel('Password', { exact: true }).fill('Wrong2026');
    // An unknown account asks for a code like any other.
    await page.getByLabel('Verification code').fill('123456');
    await logInButton(page).click();
    await expect(page.getByText('This verification code is no longer valid. Please request a new one.')).toBeVisible();

    const account = 'forgetful@example.org';
    const chosen = await page.evaluate(() => localStorage.getItem('browserId') ?? '');
    const device = await openAccount(venue, account, chosen);
    await page.evaluate((id) => localStorage.setItem('browserId', id), device);
    await page.getByRole('textbox', { name: 'E-mail address' }).fill(account);
    await expect(page.getByText('No code is needed on this device.')).toBeVisible();
    await page.getByLabel('Password', { exact: true }).fill('Wrong2026');
    await logInButton(page).click();
    await expect(page.getByText('Incorrect account or password.')).toBeVisible();
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
    for (let failures = 1; failures < 10; failures += 1) {
      await page.request.post('/api/user/login', { data: { account, password: 'Wrong2026', device_id: device } });
    }
    await page.getByLabel('Password', { exact: true }).fill(password);
    await logInButton(page).click();
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(
      'Too many failed attempts. Please try again in 15 minutes.',
    );
    expect(person.errors).toEqual([]);
  });
});

test.describe('a site that sends its messages', () => {
  let venue: Venue;
  let mail: MailServer;
  test.beforeAll(async () => {
    mail = await MailServer.start();
    venue = await Venue.open({ simulator: false, environment: { SMTP_URL: mail.url } });
  });
  test.afterEach(async ({ browser }) => {
    for (const context of browser.contexts()) await context.close();
  });
  test.afterAll(async () => {
    await venue.close();
    await mail.stop();
  });

  test('accepts the code of a real mail on a new device, and a password reset ends the old sessions', async ({
    browser,
  }) => {
    const account = 'owner@example.org';
    const owner = await Person.arrive(browser, venue.url);
    await owner.join(account);
    expect(mail.received).toHaveLength(0);

    const elsewhere = await Person.arrive(browser, venue.url);
    const { page } = elsewhere;
    await page.goto('/login?redirect=%2Ftrade%3Fid%3D1');
    await page.getByRole('textbox', { name: 'E-mail address' }).fill(account);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await expect(page.getByLabel('Verification code')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Open the demo mailbox' })).toHaveCount(0);
    await logInButton(page).click();
    await expect(page.getByText('Please enter the verification code')).toBeVisible();
    await sendButton(page).click();
    const code = codeIn((await mail.mail(0)).raw);
    await page.getByLabel('Verification code').fill(wrong(code));
    await logInButton(page).click();
    await expect(page.getByText('The verification code is incorrect.')).toBeVisible();
    await page.getByLabel('Verification code').fill(code);
    await logInButton(page).click();
    await page.waitForURL('**/trade?id=1');
    const news = await mail.mail(1);
    expect(news.to).toEqual([account]);
    expect(news.raw).toMatch(/^Subject: .*Login from a new device/m);

    const third = await Person.arrive(browser, venue.url);
    await setNewPassword(third.page, account, mail);
    for (const { page: left } of [owner, elsewhere]) {
      await left.waitForURL('**/login*');
      await expect(left.getByTestId('announcer')).toHaveText('Login timed out, please log in again');
    }
    // The old password is invalid, and the device that set the new one is known.
    await third.page.getByLabel('Password', { exact: true }).fill(password);
    await logInButton(third.page).click();
    await expect(third.page.getByText('Incorrect account or password.')).toBeVisible();
    await third.page.getByLabel('Password', { exact: true }).fill('Renewed2027');
    await logInButton(third.page).click();
    await third.page.waitForURL('**/home');
    expect([...owner.errors, ...elsewhere.errors, ...third.errors]).toEqual([]);
  });
});

/** Resets the password, starting from the login page on which the account was typed. */
async function setNewPassword(page: Page, account: string, mail: MailServer): Promise<void> {
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(account);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'E-mail address' })).toHaveValue(account);
  await sendButton(page).click();
  const code = codeIn((await mail.mail(2)).raw);
  await page.getByLabel('Verification code').fill(code);
  await page.getByLabel('New password', { exact: true }).fill('Renewed2027');
  await page.getByLabel('Repeat new password').fill('Renewed2028');
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByText('The passwords do not match')).toBeVisible();
  await page.getByLabel('Repeat new password').fill('Renewed2027');
  await withToast(page, 'Your new password is set. Please log in.', () =>
    page.getByRole('button', { name: 'Set new password' }).click(),
  );
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'E-mail address' })).toHaveValue(account);
  await expect(page.getByText('No code is needed on this device.')).toBeVisible();
}

/** Registers over HTTP with a browser's device id, and returns the one that the server issues. */
async function openAccount(venue: Venue, account: string, device: string): Promise<string> {
  const post = async (path: string, data: Readonly<Record<string, unknown>>): Promise<unknown> => {
    const answer = await fetch(`${venue.url}/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(data),
    });
    const body: unknown = await answer.json();
    expect(body).toMatchObject({ code: 1 });
    return body;
  };
  await post('notify/send_email', { to: account, type: 1 });
  const [kept] = await new Client(venue.url).call(demoOutbox, { to: account });
  const secret = { password, re_password: password, sms_code: kept?.code ?? '' };
  const fields = { account, ...secret, invite_code: 'BOURSE', type: 'email', device_id: device };
  return ((await post('user/register', fields)) as { data: { device_id: string } }).data.device_id;
}

function sendButton(page: Page): Locator {
  return page.getByRole('button', { name: 'Send code' });
}

function logInButton(page: Page): Locator {
  return page.getByRole('main').getByRole('button', { name: 'Log in' });
}

/** A code other than `code`. */
function wrong(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0');
}
