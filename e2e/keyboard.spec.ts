import { siteConfig } from '@bourse/contract/identity';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { builtPages } from '../web/app/pages.ts';
import { Client } from './client.ts';
import { Person } from './person.ts';
import { sharedVenue } from './shared-venue.ts';
import type { Venue } from './venue.ts';

test.describe('using only the keyboard', () => {
  let venue: Venue;
  sharedVenue({ simulator: false }, (opened) => {
    venue = opened;
  });

  test('a visitor reads, chooses a language, finds a market, registers and manages the account', async ({
    browser,
  }) => {
    const visitor = await Person.arrive(browser, venue.url);
    const { page } = visitor;
    await page.goto('/home');
    await expect(page.getByRole('main')).not.toBeEmpty();
    await press(page, 'Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport();
    await press(page, 'Enter');
    await expect(page.getByRole('main')).toBeFocused();
    const banners = page.getByRole('region', { name: 'Highlights' });
    await tabTo(page, banners.getByRole('button', { name: 'Pause' }));
    await press(page, 'Enter');
    await expect(banners.getByRole('button', { name: 'Play' })).toBeFocused();
    // Without motion, so that colours are not checked in mid-transition.
    await page.emulateMedia({ reducedMotion: 'reduce' });

    const language = page.getByRole('button', { name: 'Language' });
    await tabTo(page, language, 'Shift+Tab');
    await press(page, 'Enter');
    await expect(page.getByRole('menuitemradio', { name: 'English' })).toBeFocused();
    await press(page, 'Escape');
    await expect(language).toBeFocused();
    await press(page, 'ArrowDown');
    await press(page, 'ArrowDown');
    await expect(page.getByRole('menuitemradio', { name: 'Deutsch' })).toBeFocused();
    await press(page, 'Enter');
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await tabTo(page, page.getByRole('button', { name: 'Sprache' }));
    await press(page, 'Enter');
    await press(page, 'Home');
    await press(page, 'Enter');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');

    await tabTo(page, page.getByRole('link', { name: 'All markets' }));
    await press(page, 'Enter');
    await page.waitForURL('**/markets');
    await expect(page.getByTitle('ETH/BTC', { exact: true })).toBeVisible();
    const byPair = page.getByRole('columnheader').getByRole('button', { name: 'Pair' });
    await tabTo(page, byPair);
    await press(page, 'Enter');
    await expect(page.getByRole('columnheader', { name: 'Pair' })).toHaveAttribute('aria-sort', /ending$/);
    await press(page, '/');
    await page.keyboard.type('sol');
    await expect(page.getByTitle('ETH/BTC', { exact: true })).toHaveCount(0);
    await press(page, 'ArrowDown');
    await press(page, 's');
    await expect(page.getByRole('button', { name: /^Remove SOL.* from favourites$/ })).toHaveCount(1);
    await press(page, 'Enter');
    await page.waitForURL('**/trade?id=*');
    await expect(page).toHaveURL(/id=\d+$/);

    await page.goto('/markets');
    await tabTo(page, page.getByRole('banner').getByRole('link', { name: 'Register' }));
    await press(page, 'Enter');
    await expect(page.getByRole('heading', { name: 'Create an account' })).toBeVisible();
    await type(page, page.getByRole('textbox', { name: 'E-mail address' }), 'keys@example.org');
    await type(page, page.getByLabel('Password', { exact: true }), 'Journey2026');
    await type(page, page.getByLabel('Repeat password'), 'Journey2026');
    await type(page, page.getByLabel('Invitation code'), 'BOURSE');
    await press(page, 'Enter');
    await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
    await type(page, page.getByLabel('Password', { exact: true }), 'Journey2026');
    await press(page, 'Enter');
    await page.waitForURL('**/home');

    await tabTo(page, page.getByRole('button', { name: 'Account keys@example.org' }));
    await press(page, 'Enter');
    await expect(page.getByRole('menuitem', { name: 'Assets' })).toBeFocused();
    await press(page, 'ArrowDown');
    await expect(page.getByRole('menuitem', { name: 'Account settings' })).toBeFocused();
    await press(page, 'Enter');
    await page.waitForURL('**/personal/accountSettings');
    expect(visitor.errors).toEqual([]);
  });

  test('a trader places and cancels orders, and keeps the focus when rows disappear', async ({ browser }) => {
    const trader = await Person.arrive(browser, venue.url);
    const { page } = trader;
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await trader.join('typist@example.org');
    const buy = page.getByRole('form', { name: 'Buy BTC' });
    const rows = page.getByRole('region', { name: 'Orders' }).locator('[data-order]');
    await expect(page.getByText('No open orders.')).toBeVisible();
    for (const [count, price] of ['20000', '21000'].entries()) {
      await press(page, 'b');
      await expect(buy.getByRole('textbox', { name: 'Price' })).toBeFocused();
      await press(page, 'Control+a');
      await page.keyboard.type(price);
      await type(page, buy.getByRole('textbox', { name: 'Amount' }), '0.01');
      await press(page, 'Enter');
      await expect(rows).toHaveCount(count + 1);
      await expect(buy.getByRole('textbox', { name: 'Amount' })).toHaveValue('');
      await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
    }
    const older = rows.last().getByRole('button', { name: /^Cancel order/ });
    await tabTo(page, rows.first().getByRole('button', { name: /^Cancel order/ }));
    const left = await older.getAttribute('aria-label');
    await press(page, 'Enter');
    await expect(rows).toHaveCount(1);
    await expect(older).toHaveAttribute('aria-label', left ?? '');
    await expect(older).toBeFocused();
    await press(page, 'Enter');
    await expect(rows).toHaveCount(0);
    const { seen } = await focus(page);
    expect(seen).toBe(true);
    await expect(page.getByText('No open orders.').locator('xpath=ancestor::*[@tabindex="-1"][1]')).toBeFocused();
    expect(trader.errors).toEqual([]);
  });

  test('dialogs and drawers keep the focus while open and return it when closed', async ({ browser }) => {
    const client = new Client(venue.url);
    const { default_invite_code: invitation } = await client.call(siteConfig, {});
    await client.join('focus@example.org', invitation);
    await client.logIn('focus@example.org');
    const owner = await Person.arrive(browser, venue.url);
    const { page } = owner;
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.addInitScript((held) => localStorage.setItem('token', held), client.token);
    await page.goto('/personal/accountSettings');
    await expect(page.getByRole('region', { name: 'Sessions' }).getByRole('listitem')).toHaveCount(2);
    await holdsFocus(page, page.getByRole('button', { name: 'End all other sessions' }));

    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/home');
    await holdsFocus(page, page.getByRole('button', { name: 'Menu' }));
    await page.goto('/notice');
    await holdsFocus(page, page.getByRole('button', { name: 'All articles' }));
    await page.goto('/trade?id=0');
    await holdsFocus(page, page.getByRole('main').getByRole('button', { name: 'Buy', exact: true }));
    expect(owner.errors).toEqual([]);
  });

  test('the focus is visible on every page', async ({ browser }) => {
    const visitor = await Person.arrive(browser, venue.url);
    const { page } = visitor;
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const open = builtPages.filter(({ requiresLogin }) => requiresLogin !== true).map(({ path }) => path);
    for (const path of [...open, '/nowhere']) await walk(page, path);
    expect(visitor.errors).toEqual([]);
  });
});

/** Opens a dialog by key and tabs once through it. */
async function holdsFocus(page: Page, opener: Locator): Promise<void> {
  await tabTo(page, opener);
  await press(page, 'Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  // Between the last and the first stop the focus is in the browser's own controls, so no element of the page has it.
  const inside = (): Promise<boolean> =>
    dialog.evaluate(
      (element) =>
        [element, document.body].some((one) => one === document.activeElement) || element.matches(':focus-within'),
    );
  await expect.poll(inside).toBe(true);
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let stop = 0; stop < 30; stop += 1) {
      await press(page, key);
      expect(await inside()).toBe(true);
    }
  }
  await press(page, 'Escape');
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
}

/** Tabs through a page once; every stop must have a visible focus. */
async function walk(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('main')).not.toBeEmpty();
  const unseen = new Set<string>();
  for (let stop = 0; stop < 100; stop += 1) {
    await press(page, 'Tab');
    const { name, seen } = await shownFocus(page);
    if (name === '') break;
    if (!seen) unseen.add(`${path}: ${name}`);
  }
  expect([...unseen]).toEqual([]);
}

async function type(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(text);
}

/** Presses Tab until `goal` has the focus; every stop on the way must have a visible focus. */
async function tabTo(page: Page, goal: Locator, key = 'Tab'): Promise<void> {
  await expect(goal).toBeVisible();
  for (let stop = 0; stop < 120; stop += 1) {
    if (await goal.evaluate((element) => element === document.activeElement)) return;
    await press(page, key);
    const { name, seen } = await shownFocus(page);
    if (name !== '') expect(seen, `${name} has a visible focus`).toBe(true);
  }
  await expect(goal).toBeFocused();
}

async function press(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key);
}

/** The focus once it is visible: content that arrives above it may move it out of the window for a moment. */
async function shownFocus(page: Page): ReturnType<typeof focus> {
  let found = await focus(page);
  await expect
    .poll(async () => {
      if (!found.seen) found = await focus(page);
      return found.seen;
    })
    .toBe(true)
    .catch(() => undefined);
  return found;
}

/**
 * The focused element's name, for messages, and whether an outline or border shows the focus; an empty name when
 * nothing is focused.
 */
async function focus(page: Page): Promise<{ readonly name: string; readonly seen: boolean }> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return { name: '', seen: true };
    const probe = document.createElement('i');
    probe.style.color = 'var(--accent)';
    document.body.append(probe);
    const accent = getComputedStyle(probe).color;
    probe.remove();
    // A row, or a field with its unit, may show the focus of an element inside it.
    let marked = false;
    for (let one: Element | null = element; one !== null && !marked; one = one.parentElement) {
      const { borderTopColor, borderTopWidth, outlineStyle, outlineWidth } = getComputedStyle(one);
      const drawnOver = getComputedStyle(one, '::after').outlineStyle !== 'none';
      const outlined = outlineStyle !== 'none' && outlineWidth !== '0px';
      marked = outlined || drawnOver || (borderTopColor === accent && borderTopWidth !== '0px');
    }
    const { bottom, height, top, width } = element.getBoundingClientRect();
    const onScreen = width > 1 && height > 1 && bottom > 0 && top < innerHeight;
    const name = element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 40);
    return { name: `${element.localName} ${name}`, seen: marked && onScreen };
  });
}
