import { siteConfig } from '@bourse/contract/identity';
import { expect, test, type Page } from '@playwright/test';
import { Client } from './client.ts';
import { measureShift, takeShift } from './layout-shift.ts';
import { tradeInDemo } from './own-trade.ts';
import { Person } from './person.ts';
import { sharedVenue } from './shared-venue.ts';
import type { Venue } from './venue.ts';
import { withToast } from './toast.ts';

test.describe('the home page and the shell', () => {
  let venue: Venue;
  let trader: Client;
  // With the simulator, whose alert the home page shows, and with the real rate limits.
  sharedVenue({ simulator: true, environment: { RATE_LIMITS: '1' } }, async (opened) => {
    venue = opened;
    trader = new Client(venue.url);
    const { default_invite_code: code } = await trader.call(siteConfig, {});
    await trader.join('home@example.org', code);
  });

  test('the first visit opens the home page with an alert, which returns until it is dismissed', async ({
    browser,
  }) => {
    const visitor = await Person.arrive(browser, venue.url);
    const { page } = visitor;
    await page.goto('/');
    await page.waitForURL('**/home');
    await expect(page).toHaveTitle('Bourse');
    const alert = page.getByRole('dialog', { name: 'This is a demo' });
    await expect(alert).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(alert).toHaveCount(0);
    await page.reload();
    await alert.getByRole('button', { name: 'I have read this' }).click();
    await expect(alert).toHaveCount(0);
    await page.reload();
    const cards = page.getByRole('region', { name: 'USDT markets' });
    await expect(cards.getByRole('listitem')).toHaveCount(6);
    await expect(alert).toHaveCount(0);

    // Live: a trade changes the price of the first card.
    const first = cards.getByRole('listitem').first();
    const before = await first.textContent();
    await tradeInDemo(trader);
    await expect(first).not.toHaveText(before ?? '');

    const banners = page.getByRole('region', { name: 'Highlights' });
    await banners.getByRole('button', { name: 'Pause' }).click();
    await expect(banners.getByRole('button', { name: 'Play' })).toBeVisible();
    // The carousel may have moved by itself before.
    const current = (await banners.locator('[aria-current=true]').getAttribute('aria-label')) ?? '';
    const next = `${(Number(current[0]) % 4) + 1} of 4`;
    await banners.getByRole('button', { name: 'Next' }).click();
    await expect(banners.getByRole('button', { name: next })).toHaveAttribute('aria-current', 'true');
    const shown = banners.getByRole('group', { name: next });
    await expect(shown.getByRole('link', { name: 'Trade' })).toBeVisible();
    await shown.getByRole('link', { name: 'Register' }).focus();
    await page.keyboard.press('ArrowLeft');
    await expect(banners.getByRole('button', { name: current })).toHaveAttribute('aria-current', 'true');

    await page.getByRole('table', { name: 'Markets' }).getByRole('link', { name: 'Trade ETH/USDT' }).click();
    await page.waitForURL('**/trade?id=*');
    await expect(page.getByRole('form', { name: 'Buy ETH' })).toBeVisible();
    await expect(page).toHaveTitle(/ETH\/USDT · Bourse$/);
    expect(visitor.errors).toEqual([]);
  });

  test('a page whose server does not answer has the name of the site and all its languages', async ({ browser }) => {
    const { page } = await Person.arrive(browser, venue.url);
    await page.route('**/api/**', async (route) => route.abort());
    await page.goto('/home');
    await expect(page.getByText(/^© \d{4} Bourse\. All rights reserved\.$/)).toBeVisible();
    await page.getByRole('button', { name: 'Language' }).click();
    await expect(page.getByRole('menuitemradio')).toHaveCount(12);
    await page.context().close();
  });

  test('the footer reports once that its articles are missing', async ({ browser }) => {
    const { page } = await Person.arrive(browser, venue.url);
    const refusal = {
      code: 0,
      error: 'news_category_unknown',
      message: 'Unknown category',
      data: null,
      details: {},
      sequence: 0,
    };
    await page.route('**/api/news/list*', async (route) => route.fulfill({ json: refusal }));
    await page.goto('/login');
    const footer = page.getByRole('contentinfo');
    await expect(footer.getByText('This could not be loaded.')).toHaveCount(1);
    await expect(footer.getByRole('navigation')).toHaveCount(0);
    await page.context().close();
  });

  test('the header and a placeholder show before the scripts of a page arrive, which move nothing', async ({
    browser,
  }) => {
    const { page } = await Person.arrive(browser, venue.url);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(/\/register-page-[^/]*\.js$/, async (route) => {
      await released;
      await route.continue();
    });
    await measureShift(page);
    // The held script also delays the load event.
    await page.goto('/register', { waitUntil: 'commit' });
    await expect(page.getByRole('banner').getByRole('navigation')).toBeVisible();
    await expect(page.getByTestId('pending-page')).toBeVisible();
    await takeShift(page);
    release();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByTestId('pending-page')).toHaveCount(0);
    expect(await takeShift(page)).toBeLessThanOrEqual(1);
    await page.context().close();
  });

  test('language and theme are kept, and changing the language keeps the page', async ({ browser }) => {
    const visitor = await Person.arrive(browser, venue.url);
    const { page } = visitor;
    await page.goto('/trade?id=1');
    await expect(page.getByTestId('tape').getByRole('row').nth(1)).toBeVisible();
    await page.getByRole('button', { name: 'Appearance' }).click();
    await page.getByRole('menuitemradio', { name: 'Light' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
    await page.keyboard.press('Escape');
    await scrollTo(page, 140);
    await page.getByRole('button', { name: 'Language' }).click();
    await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();

    await expect(page.getByRole('link', { name: 'Anmelden' }).first()).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/trade?id=1');
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(140);
    await page.goto('/nowhere');
    await expect(page.getByText('Diese Seite gibt es nicht')).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Zur Startseite' }).click();
    await page.waitForURL('**/home');
    expect(
      await kept(page, ['lang', 'locale', 'theme', 'app_name', 'timezone', 'double_pay_switch', 'password']),
    ).toEqual({
      lang: 'de',
      locale: 'de',
      theme: 'light',
      app_name: 'Bourse',
      timezone: 'UTC',
      double_pay_switch: '0',
      password: null,
    });
    expect(visitor.errors).toEqual([]);
  });

  test('pages that require an account send a visitor through the login and back, and a logout opens the login page a second later', async ({
    browser,
  }) => {
    const person = await Person.arrive(browser, venue.url);
    const { page } = person;
    await person.join('shell@example.org');
    // Another tab of the same browser shows private data.
    const other = await page.context().newPage();
    await other.goto('/personal/accountSettings');
    const own = other.getByRole('region', { name: 'Your account' });
    await expect(own.getByText('shell@example.org')).toBeVisible();
    await page.bringToFront();
    await page.getByRole('button', { name: 'Account shell@example.org' }).click();
    await timeTheWayOut(page);
    await withToast(page, 'You are logged out', () => page.getByRole('menuitem', { name: 'Log out' }).click());
    expect(await kept(page, ['token', 'account', 'is_seller'])).toEqual({
      token: null,
      account: null,
      is_seller: null,
    });
    await page.waitForURL('**/login?type=1');
    expect(Number(await page.locator('html').getAttribute('data-stayed'))).toBeGreaterThanOrEqual(1_000);
    // The other tab follows: it shows no private data any more and waits on the login page.
    await other.waitForURL('**/login?redirect=%2Fpersonal%2FaccountSettings');
    await expect(own).toHaveCount(0);
    await expect(other.getByRole('button', { name: /^Account/ })).toHaveCount(0);

    await follow(page, '/coinlog');
    await expect(page.getByText('Please log in first')).toBeVisible();
    await page.waitForURL('**/login?redirect=%2Fcoinlog');
    await page.getByLabel('Password', { exact: true }).fill('Journey2026');
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL('**/coinlog');
    await page.getByRole('link', { name: 'Bourse Home' }).click();
    await page.getByRole('button', { name: 'I have read this' }).click();
    const banner = page.getByRole('group', { name: '1 of 4' });
    await expect(banner.getByRole('link', { name: 'Trade' })).toBeVisible();
    await expect(banner.getByRole('link', { name: 'Fixed savings' })).toBeVisible();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Leverage' }).click();
    await page.waitForURL('**/lever');
    await expect(own.getByText('shell@example.org')).toBeVisible();
    expect(await kept(page, ['actives', 'accountNumber'])).toEqual({
      actives: 'lever',
      accountNumber: 'shell@example.org',
    });
    expect(person.errors).toEqual([]);
  });

  test('on a phone a drawer and a bottom bar link to all pages', async ({ browser }) => {
    const visitor = await Person.arrive(browser, venue.url);
    const { page } = visitor;
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/trade?id=0');
    const bar = page.getByRole('navigation', { name: 'Quick navigation' });
    await expect(bar.getByRole('link', { name: 'Trade' })).toHaveAttribute('aria-current', 'page');
    // The bar of the order form is above the bottom bar, not below it.
    await page.getByRole('main').getByRole('link', { name: 'Log in' }).click({ trial: true });
    await bar.getByRole('button', { name: 'Menu' }).click();
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    await expect(drawer.getByRole('link', { name: 'Fixed savings' })).toBeVisible();
    await expect(drawer.getByRole('link', { name: 'My shop' })).toHaveCount(0);
    await drawer.getByRole('link', { name: 'White paper' }).click();
    await page.waitForURL('**/white');
    await expect(drawer).toHaveCount(0);
    await bar.getByRole('link', { name: 'Home' }).click();
    await page.waitForURL('**/home');
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    expect(visitor.errors).toEqual([]);
  });
});

/** Navigates without a reload, as a link does. */
async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

async function scrollTo(page: Page, top: number): Promise<void> {
  await page.evaluate((to) => window.scrollTo(0, to), top);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(top);
}

/** Records in the document the time from the next click to the navigation. */
async function timeTheWayOut(page: Page): Promise<void> {
  await page.evaluate(() => {
    let clickedAt = 0;
    document.addEventListener('click', () => (clickedAt = performance.now()), { once: true, capture: true });
    const push = history.pushState.bind(history);
    history.pushState = (...change) => {
      document.documentElement.dataset['stayed'] ??= String(Math.ceil(performance.now() - clickedAt));
      push(...change);
    };
  });
}

/** The stored values of these keys. */
async function kept(page: Page, names: readonly string[]): Promise<Record<string, string | null>> {
  return page.evaluate((keys) => Object.fromEntries(keys.map((key) => [key, localStorage.getItem(key)])), [...names]);
}
