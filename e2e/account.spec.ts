import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Browser, type Page } from '@playwright/test';
import { openAgency, takeIn } from './agency.ts';
import type { Client } from './client.ts';
import { measureShift, takeShift } from './layout-shift.ts';
import { Person } from './person.ts';
import { sharedVenue } from './shared-venue.ts';
import type { Venue } from './venue.ts';

test.describe('an account', () => {
  let venue: Venue;
  let agent: Client;
  sharedVenue({ simulator: false, environment: { CONSOLE_LISTEN: '127.0.0.1:0' } }, async (opened) => {
    venue = opened;
    agent = await openAgency(venue);
  });

  test('a list of options that is not at its field yet does not move the page', async ({ browser }) => {
    const owner = await Person.arrive(browser, venue.url);
    await owner.join('zone@example.org');
    const { page } = owner;
    await page.goto('/personal/accountSettings');
    await page.getByRole('combobox', { name: 'Time zone' }).click();
    const option = page.getByRole('option', { name: 'Asia/Tokyo' });
    await expect(option).toBeAttached();
    const moved = await option.evaluate((element) => {
      const dropdown = element.closest<HTMLElement>('.mantine-Select-dropdown');
      if (dropdown === null) throw new Error('The options have no list.');
      const before = window.scrollY;
      dropdown.style.top = '0px';
      element.scrollIntoView({ block: 'nearest', behavior: 'instant' });
      return [before, window.scrollY - before];
    });
    expect(moved).toEqual([expect.any(Number), 0]);
    expect(moved[0]).toBeGreaterThan(500);
    await page.getByRole('combobox', { name: 'Time zone' }).fill('Tokyo');
    await option.click();
    await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveValue('Asia/Tokyo');
    await page.context().close();
  });

  test('settings do not move when the invitation and its QR code arrive', async ({ browser }) => {
    const owner = await Person.arrive(browser, venue.url);
    await owner.join('steady@example.org');
    const { page } = owner;
    await page.setViewportSize({ width: 768, height: 1024 });
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/api/user/invitation*', async (route) => {
      await released;
      await route.continue();
    });
    await takeIn(agent, page);
    await measureShift(page);
    await page.goto('/personal/accountSettings');
    await expect(sessions(page)).toHaveCount(1);
    await expect(page.getByRole('region', { name: 'Invite others' })).toBeVisible();
    await takeShift(page);
    release();
    await expect(page.getByRole('img', { name: /QR/ })).toBeVisible();
    expect(await takeShift(page)).toBeLessThanOrEqual(1);
    await page.context().close();
  });

  test('returns to its page after a login when another device ended the session, and a new password ends all other sessions', async ({
    browser,
  }) => {
    const owner = await Person.arrive(browser, venue.url);
    await owner.join('owner@example.org');
    const elsewhere = await arriveKnown(browser, venue, owner);
    await elsewhere.page.goto('/personal/accountSettings');
    // The page requires a login, which returns to it afterwards.
    await logIn(elsewhere.page, 'owner@example.org', 'Journey2026');
    await expect(sessions(elsewhere.page)).toHaveCount(2);

    await owner.page.goto('/personal/accountSettings');
    await expect(sessions(owner.page)).toHaveCount(2);
    await expect(sessions(owner.page).first()).toContainText('This session');
    await sessions(owner.page)
      .nth(1)
      .getByRole('button', { name: /^End session on Chrome/ })
      .click();
    await expect(owner.page.getByTestId('announcer')).toHaveText('The session was ended.');
    await expect(sessions(owner.page)).toHaveCount(1);

    await elsewhere.page.waitForURL('**/login?redirect=%2Fpersonal%2FaccountSettings');
    await expect(elsewhere.page.getByTestId('announcer')).toHaveText('Login timed out, please log in again');
    await logIn(elsewhere.page, 'owner@example.org', 'Journey2026');
    await elsewhere.page.waitForURL('**/personal/accountSettings');

    await owner.page.reload();
    await owner.page.getByRole('button', { name: 'End all other sessions' }).click();
    const question = owner.page.getByRole('dialog', { name: 'End all other sessions?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(sessions(owner.page)).toHaveCount(2);
    await owner.page.getByRole('button', { name: 'End all other sessions' }).click();
    await question.getByRole('button', { name: 'End all other sessions' }).click();
    await expect(sessions(owner.page)).toHaveCount(1);
    await elsewhere.page.waitForURL('**/login*');

    const form = owner.page.getByRole('region', { name: 'Change login password' });
    await form.getByRole('button', { name: 'Change password' }).click();
    await expect(form.getByText('Please enter your current password')).toBeVisible();
    await form.getByLabel('Current password').fill('Wrong12345');
    await form.getByLabel('New password', { exact: true }).fill('Renewed2027');
    await form.getByLabel('Repeat new password').fill('Renewed2027');
    await form.getByRole('button', { name: 'Change password' }).click();
    await expect(form.getByText('The current password is incorrect.')).toBeVisible();
    // It is not repeated in a toast.
    await expect(owner.page.getByTestId('toasts').getByRole('alert')).toHaveCount(0);
    await expect(form.getByLabel('Current password')).toBeFocused();
    await form.getByLabel('Current password').fill('Journey2026');
    await form.getByLabel('Repeat new password').press('Enter');
    await expect(form.getByLabel('Current password')).toHaveValue('');
    await logIn(elsewhere.page, 'owner@example.org', 'Renewed2027');
    await expect(sessions(elsewhere.page)).toHaveCount(2);
    expect([...owner.errors, ...elsewhere.errors]).toEqual([]);
  });

  test("takes over a visitor's stars at login and shows them on another device", async ({ browser }) => {
    const visitor = await Person.arrive(browser, venue.url);
    await visitor.page.goto('/trade?id=0');
    await visitor.page.getByRole('button', { name: 'Add ETH/USDT to favourites' }).click();
    await visitor.page.reload();
    await expect(visitor.page.getByRole('button', { name: 'Remove ETH/USDT from favourites' })).toBeVisible();
    await visitor.joinByForms('stargazer@example.org');
    await visitor.page.getByRole('button', { name: 'Add SOL/USDT to favourites' }).click();
    await expect(visitor.page.getByRole('button', { name: 'Remove ETH/USDT from favourites' })).toBeVisible();
    await expect.poll(() => visitor.page.evaluate(() => localStorage.getItem('favorites'))).toBeNull();

    const elsewhere = await arriveKnown(browser, venue, visitor);
    await elsewhere.page.goto('/login');
    await logIn(elsewhere.page, 'stargazer@example.org', 'Journey2026');
    await elsewhere.page.goto('/trade?id=0');
    await elsewhere.page.getByRole('tab', { name: 'Favourites' }).click();
    const rows = elsewhere.page.getByRole('table', { name: 'Markets' }).locator('tr[data-market]');
    await expect(rows).toHaveCount(2);
    await elsewhere.page.getByRole('button', { name: 'Remove ETH/USDT from favourites' }).click();
    await expect(rows).toHaveCount(1);
    expect([...visitor.errors, ...elsewhere.errors]).toEqual([]);
  });

  test('has an invitation code and link, lists the users who came with it, and keeps display settings', async ({
    browser,
  }) => {
    const owner = await Person.arrive(browser, venue.url);
    await owner.join('inviter@example.org');
    await takeIn(agent, owner.page);
    await owner.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await owner.page.goto('/personal/accountSettings');
    await owner.page.getByRole('button', { name: 'Copy the invitation link' }).click();
    await expect(owner.page.getByText('Copied')).toBeVisible();
    const link = await owner.page.evaluate(() => navigator.clipboard.readText());
    await owner.page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
    await owner.page.getByRole('button', { name: 'Copy the invitation code' }).click();
    await expect(owner.page.getByText('Copy failed')).toBeVisible();

    const friend = await Person.arrive(browser, venue.url);
    await friend.page.goto(link);
    await expect(friend.page.getByLabel('Invitation code')).toHaveAttribute('readonly');
    await friend.page.getByRole('textbox', { name: 'E-mail address' }).fill('friend@example.org');
    await friend.page.getByLabel('Password', { exact: true }).fill('Journey2026');
    await friend.page.getByLabel('Repeat password').fill('Journey2026');
    await friend.page.getByRole('button', { name: 'Register' }).click();
    await friend.page.waitForURL('**/login*');
    await owner.page.reload();
    const invited = owner.page.getByRole('table', { name: 'People you invited' });
    await expect(invited.getByRole('row').filter({ hasText: 'fr***@example.org' })).toBeVisible();

    const display = owner.page.getByRole('region', { name: 'Language and display' });
    const lastUsed = sessions(owner.page)
      .first()
      .getByText(/^Last used/);
    const inSiteTime = await lastUsed.textContent();
    await display.getByRole('combobox', { name: 'Time zone' }).fill('Tokyo');
    await owner.page.getByRole('option', { name: 'Asia/Tokyo' }).click();
    await expect(lastUsed).not.toHaveText(inSiteTime ?? '');
    await display.getByRole('radio', { name: 'Light' }).check();
    await display.getByRole('radio', { name: 'Blue up, orange down' }).check();
    await owner.page.reload();
    await expect(display.getByRole('combobox', { name: 'Time zone' })).toHaveValue('Asia/Tokyo');
    await expect(owner.page.locator('html')).toHaveAttribute('data-directions', 'colour-blind');
    for (const theme of ['Light', 'Dark']) {
      await display.getByRole('radio', { name: theme }).check();
      await expect(owner.page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme.toLowerCase());
      await expect(invited).toBeVisible();
      const { violations } = await new AxeBuilder({ page: owner.page }).analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([]);
    }
    await display.getByRole('combobox', { name: 'Language' }).click();
    await owner.page.getByRole('option', { name: 'Deutsch' }).click();
    await expect(owner.page.getByRole('heading', { name: 'Kontoeinstellungen' })).toBeVisible();
    expect([...owner.errors, ...friend.errors]).toEqual([]);
  });
});

function sessions(page: Page) {
  return page.getByRole('region', { name: 'Sessions' }).getByRole('listitem');
}

/** Another browser with the device id of the owner's browser, so that its login requires no code. */
async function arriveKnown(browser: Browser, venue: Venue, owner: Person): Promise<Person> {
  const device = await owner.page.evaluate(() => localStorage.getItem('browserId'));
  const person = await Person.arrive(browser, venue.url);
  await person.page.addInitScript((id) => localStorage.setItem('browserId', id), device ?? '');
  return person;
}

async function logIn(page: Page, account: string, password: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(account);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('heading', { name: 'Log in' })).toHaveCount(0);
}
