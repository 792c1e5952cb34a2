import { logout, siteConfig } from '@bourse/contract/identity';
import { buyAdd, sellAdd } from '@bourse/contract/spot';
import { marketId, venue as venueItself } from '@bourse/engine';
import { expect, test, type Browser, type Locator, type Page } from '@playwright/test';
import { Client } from './client.ts';
import { startWith } from './core-commands.ts';
import { measureShift, takeShift } from './layout-shift.ts';
import { Person } from './person.ts';
import { sharedVenue } from './shared-venue.ts';
import type { Venue } from './venue.ts';

const bitcoin = 1;
const ether = 2;

test.describe('the trade screen', () => {
  let venue: Venue;
  let invitation: string;
  sharedVenue({ simulator: false }, async (opened) => {
    venue = opened;
    ({ default_invite_code: invitation } = await new Client(venue.url).call(siteConfig, {}));
  });

  async function newcomer(name: string): Promise<Client> {
    const client = new Client(venue.url);
    await client.join(`${name}@example.org`, invitation);
    return client;
  }

  test('shows two traders every change as it happens, without layout shift', async ({ browser }) => {
    const [selling, buying, crowd] = await Promise.all(['seller', 'buyer', 'crowd'].map(newcomer));
    const seller = await arrive(browser, venue, selling);
    const buyer = await arrive(browser, venue, buying);
    const phone = await arrive(browser, venue, null);
    await phone.page.setViewportSize({ width: 390, height: 844 });
    for (const { page } of [buyer, phone]) await measureShift(page);
    for (const { page } of [seller, buyer, phone]) await page.goto('/trade?id=0');
    await expect(seller.page.getByTestId('balance-BTC')).toHaveText('1');
    await expect(buyer.page.getByTestId('balance-USDT')).toHaveText('100,000');
    await expect(phone.page.getByRole('tab', { name: 'Order book' })).toBeVisible();

    await seller.order('Sell', '50000', '0.5');
    await seller.page.getByRole('tab', { name: 'Sell', exact: true }).click();
    const open = seller.page.getByRole('table', { name: 'Sell orders' }).last();
    await expect(open.getByRole('row').filter({ hasText: '50,000' })).toContainText('0 (0%)');
    await expect(seller.page.getByTestId('balance-BTC')).toHaveText('0.5');
    await expect(seller.page.getByTestId('held-BTC')).toHaveText('0.5');
    const book = buyer.page.getByRole('table', { name: 'Sell orders' }).first();
    await expect(book.getByRole('row').filter({ hasText: '50,000' })).toContainText('0.5');

    // The buyer bids above the ask; the trade executes at the ask, and the difference is released.
    await buyer.order('Buy', '50100', '0.2');
    await expect(buyer.page.getByTestId('balance-USDT')).toHaveText('90,000');
    await expect(buyer.page.getByTestId('held-USDT')).toHaveText('0');
    // 0.2 less the fee of 10 bps, which is charged in the received currency.
    await expect(buyer.page.getByTestId('balance-BTC')).toHaveText('1.1998');
    await expect(open.getByRole('row').filter({ hasText: '50,000' })).toContainText('0.2 (40%)');
    await expect(seller.page.getByTestId('balance-USDT')).toHaveText('109,990');
    await expect(seller.page.getByTestId('held-BTC')).toHaveText('0.3');
    for (const { page } of [seller, buyer]) {
      await expect(page.getByTestId('tape').getByRole('row').filter({ hasText: '50,000' })).toContainText('0.2');
      await expect(page.getByTestId('last-price')).toContainText('50,000');
      await expect(page).toHaveTitle(/^50,000\.0 BTC\/USDT · /);
    }
    await expect(seller.page.getByTestId('latency')).toHaveText(/^\d+ ms$/);

    // From here on the buyer and the phone only watch: orders arrive between others, and trades push the tape down.
    await phone.page.getByRole('tab', { name: 'Order book' }).click();
    await expect(phone.page.getByTestId('asks').getByText('50,000.0')).toBeVisible();
    await expect(buyer.page.getByRole('alert')).toHaveCount(0);
    for (const { page } of [buyer, phone]) await takeShift(page);
    for (const price of ['50003', '50001', '50002']) {
      await crowd?.call(sellAdd, { currency_match_id: bitcoin, price, number: '0.01' });
    }
    for (const price of ['49990', '49992', '49991']) {
      await crowd?.call(buyAdd, { currency_match_id: bitcoin, price, number: '0.01' });
      // Wait until each order is drawn, so that the next one is inserted between existing rows.
      for (const { page } of [buyer, phone]) {
        await expect(page.getByTestId('bids').getByText(`${price.slice(0, 2)},${price.slice(2)}.0`)).toBeInViewport();
      }
    }
    for (const { page } of [buyer, phone]) {
      for (const price of ['49,992.0', '49,991.0', '49,990.0']) {
        await expect(page.getByTestId('bids').getByText(price)).toBeInViewport();
      }
    }
    for (const number of ['0.001', '0.002', '0.003']) {
      await crowd?.call(buyAdd, { currency_match_id: bitcoin, price: '50000', number });
    }
    await expect(buyer.page.getByTestId('tape').getByRole('row')).toHaveCount(5);
    for (const { page } of [buyer, phone]) expect(await takeShift(page)).toBeLessThanOrEqual(1);

    await open.getByRole('button', { name: /^Cancel order/ }).click();
    await expect(seller.page.getByText('No open sell orders.')).toBeVisible();
    await expect(book.getByRole('row').filter({ hasText: '50,000' })).toHaveCount(0);

    // The header shows the statistics of the day.
    await selling?.call(sellAdd, { currency_match_id: bitcoin, price: '55000', number: '0.1' });
    await crowd?.call(buyAdd, { currency_match_id: bitcoin, price: '55000', number: '0.1' });
    for (const { page } of [seller, buyer, phone]) {
      const header = page.getByRole('region', { name: 'BTC/USDT' });
      await expect(header.getByTestId('last-price')).toContainText('55,000.0');
      await expect(header.locator('dl')).toContainText(/\+10\.00%.*55,000\.0.*50,000\.0/);
      await expect(header.getByTitle('0.306 BTC')).toBeAttached();
    }
    expect([...seller.errors, ...buyer.errors, ...phone.errors]).toEqual([]);
  });

  test('works by keyboard from the search to the order, and ignores keys in fields or when shortcuts are off', async ({
    browser,
  }) => {
    const { page, errors } = await arrive(browser, venue, await newcomer('keys'));
    await page.goto('/trade?id=0');
    const search = page.getByRole('searchbox');
    const rows = page.getByRole('table', { name: 'Markets' }).locator('tr[data-market]');
    await expect(rows.first()).toBeVisible();

    await page.keyboard.press('/');
    await expect(search).toBeFocused();
    await page.keyboard.type('sb');
    await expect(search).toHaveValue('sb');
    await page.keyboard.press('Escape');
    await expect(search).toHaveValue('');
    await expect(search).not.toBeFocused();
    await page.keyboard.press('/');
    await page.keyboard.type('eth');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('link', { name: 'ETH/BTC' })).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect(search).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/id=1$/);
    await expect(page.getByTestId('announcer')).toHaveText('ETH/USDT');

    await page.keyboard.press('3');
    await expect(page.getByRole('button', { name: '15m' })).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('b');
    const form = page.getByRole('form', { name: 'Buy ETH' });
    await expect(form.getByRole('textbox', { name: 'Price' })).toBeFocused();
    await page.keyboard.type('2000');
    await tabTo(page, form.getByRole('textbox', { name: 'Amount' }));
    await page.keyboard.type('0.5');
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('held-USDT')).toHaveText('1,000');

    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
    await page.keyboard.press('?');
    await expect(help.getByText('Buy form')).toBeVisible();
    await help.getByRole('checkbox', { name: 'Use single-key shortcuts' }).uncheck();
    await page.keyboard.press('Escape');
    await expect(help).toHaveCount(0);
    await page.keyboard.press('s');
    await page.keyboard.press('/');
    await expect(page.locator(':focus')).toHaveCount(0);
    // The setting survives a reload, and the keyboard help is still reachable by its button.
    await page.reload();
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await expect(help.getByRole('checkbox')).not.toBeChecked();
    expect(errors).toEqual([]);
  });

  test('shows one market at a time, however quickly it is switched', async ({ browser }) => {
    const maker = await newcomer('maker');
    await maker.call(sellAdd, { currency_match_id: bitcoin, price: '51000', number: '0.1' });
    await maker.call(sellAdd, { currency_match_id: ether, price: '3000', number: '0.1' });
    const { page, errors } = await arrive(browser, venue, null);
    // The candles of bitcoin arrive only after the page has switched to another market.
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let answered = 0;
    await page.route(/\/api\/market\/kline.*currency_match_id=1(&|$)/, async (route) => {
      await held;
      await route.continue().catch(() => undefined);
      answered += 1;
    });
    await page.goto('/trade?id=0');
    const row = (symbol: string) => page.getByRole('table', { name: 'Markets' }).getByRole('link', { name: symbol });
    await row('ETH/USDT').click();
    await row('BTC/USDT').click();
    await row('ETH/USDT').click();
    await showsEther(page);
    release();
    await expect.poll(() => answered).toBeGreaterThan(0);
    await showsEther(page);
    expect(await page.evaluate(() => localStorage.getItem('curmatch'))).toBe(String(ether));

    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('BTC/USDT');
    await expect(page.getByTestId('asks')).toContainText('51,000.0');
    await page.goForward();
    await showsEther(page);
    // Without an index the last viewed market is shown.
    await page.goto('/trade');
    await showsEther(page);
    await page.goto('/trade?id=999');
    await expect(page.getByText('This market does not exist.')).toBeVisible();
    await row('BTC/USDT').click();
    await expect(page.getByTestId('asks')).toContainText('51,000.0');
    expect(errors).toEqual([]);
  });

  test('shows the first open order without scrolling, in panels that a user resizes and arranges', async ({
    browser,
  }) => {
    const owner = await newcomer('panels');
    await owner.call(buyAdd, { currency_match_id: ether, price: '1000', number: '0.5' });
    await owner.call(sellAdd, { currency_match_id: ether, price: '9000', number: '0.25' });
    const { page, errors } = await arrive(browser, venue, owner);
    const orders = page.getByRole('region', { name: 'Orders', exact: true });
    const rows = orders.locator('[data-order]');
    for (const viewport of [
      { width: 1280, height: 800 },
      { width: 1440, height: 900 },
    ]) {
      await page.setViewportSize(viewport);
      await page.goto('/trade?id=1');
      await expect(rows).toHaveCount(2);
      const row = await boxOf(rows.first());
      expect(row.y + row.height).toBeLessThanOrEqual(viewport.height);
      expect((await boxOf(page.getByTestId('price-chart'))).height).toBeGreaterThan(180);
    }

    // Both sides are in one list, which is filtered by side and sorted by any column.
    await expect(rows.first()).toContainText('9,000');
    await orders.getByRole('button', { name: 'Price' }).click();
    await orders.getByRole('button', { name: 'Price' }).click();
    await expect(rows.first()).toContainText('1,000');
    await expect(orders.getByRole('columnheader', { name: 'Price' })).toHaveAttribute('aria-sort', 'ascending');
    await orders.getByRole('tab', { name: 'Sell', exact: true }).click();
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText('2,250');
    await orders.getByRole('tab', { name: 'All', exact: true }).click();
    await expect(rows).toHaveCount(2);

    // The splitters work by keyboard and by pointer; a double click restores the default.
    const book = page.getByRole('region', { name: 'Order book', exact: true });
    const [chartHeight, bookWidth] = [(await boxOf(chartPanel(page))).height, (await boxOf(book)).width];
    const height = page.getByRole('separator', { name: 'Height of the chart' });
    await expect(height).toHaveAttribute('aria-valuenow', String(chartHeight));
    await height.focus();
    await page.keyboard.press('Shift+ArrowDown');
    expect((await boxOf(chartPanel(page))).height).toBe(chartHeight + 64);
    await expect(height).toHaveAttribute('aria-valuenow', String(chartHeight + 64));
    const width = page.getByRole('separator', { name: 'Width of the order book' });
    await drag(page, width, -60);
    expect((await boxOf(book)).width).toBe(bookWidth + 60);
    const tape = page.getByRole('region', { name: 'Trades', exact: true });
    const tapeWidth = (await boxOf(tape)).width;
    await drag(page, page.getByRole('separator', { name: 'Width of the trades' }), -30);
    expect((await boxOf(tape)).width).toBe(tapeWidth + 30);
    expect((await boxOf(book)).width).toBe(bookWidth + 30);
    await measureShift(page);
    await page.reload();
    await expect(rows).toHaveCount(2);
    expect((await boxOf(book)).width).toBe(bookWidth + 30);
    expect((await boxOf(chartPanel(page))).height).toBe(chartHeight + 64);
    expect(await takeShift(page)).toBeLessThanOrEqual(1);
    await height.dblclick();
    expect((await boxOf(chartPanel(page))).height).toBe(chartHeight);

    // An arrangement is kept, with its own sizes.
    await page.getByRole('button', { name: 'Layout' }).click();
    await page.getByRole('menuitemradio', { name: 'Large chart' }).click();
    await expect(page.getByRole('searchbox')).toHaveCount(0);
    await page.reload();
    await expect(rows).toHaveCount(2);
    expect((await boxOf(book)).width).toBe(bookWidth);
    await expect(page.getByRole('tab', { name: 'Trades', exact: true })).toBeVisible();
    expect((await boxOf(chartPanel(page))).width).toBeGreaterThan(1_100);

    // The screen works without the scripts of the splitters and the menu.
    const cut = await arrive(browser, venue, null);
    await cut.page.route(/\/(panel-splitters|layout-menu)-[^/]+\.js$/, (route) => route.abort());
    const refused = ['panel-splitters', 'layout-menu'].map((name) =>
      cut.page.waitForEvent('requestfailed', (request) => request.url().includes(`/${name}-`)),
    );
    await cut.page.goto('/trade?id=1');
    await Promise.all(refused);
    await expect(cut.page.getByRole('form', { name: 'Buy ETH' })).toBeVisible();
    await expect(cut.page.getByRole('separator')).toHaveCount(0);

    // On a wall screen the fields keep a readable width, and the trades end at the assets.
    await page.evaluate(() => localStorage.setItem('trade_layout', '{"preset":"wide","chart":"high","book":1e9}'));
    await page.setViewportSize({ width: 2560, height: 1440 });
    await page.reload();
    await expect(rows).toHaveCount(2);
    const form = page.getByRole('form', { name: 'Buy ETH' });
    expect((await boxOf(form.getByRole('textbox', { name: 'Amount' }).locator('xpath=..'))).width).toBeLessThan(400);
    expect((await boxOf(form.locator('[type="submit"]'))).width).toBeLessThan(720);
    const assets = await boxOf(page.getByRole('region', { name: 'Assets', exact: true }));
    expect(assets.height).toBeLessThan(110);
    expect(assets.y + assets.height).toBeGreaterThan((await boxOf(orders)).y - 3);
    expect(errors).toEqual([]);
  });

  test('shows orders and the book where a phone has room for them', async ({ browser }) => {
    const owner = await newcomer('pocket');
    await owner.call(buyAdd, { currency_match_id: ether, price: '1000', number: '0.5' });
    await owner.call(sellAdd, { currency_match_id: ether, price: '9000', number: '0.25' });
    const { page, errors } = await arrive(browser, venue, owner);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/trade?id=1');
    await page.getByRole('tab', { name: 'Orders (2)' }).click();
    const rows = page.getByRole('region', { name: 'Orders', exact: true }).locator('[data-order]');
    await expect(rows).toHaveCount(2);
    const second = await boxOf(rows.last());
    expect(second.height).toBeLessThanOrEqual(110);
    expect(second.y + second.height).toBeLessThan((await boxOf(page.locator('[data-foot-bar]'))).y);
    const cancel = await boxOf(rows.last().getByRole('button', { name: /^Cancel order/ }));
    expect(Math.min(cancel.width, cancel.height)).toBeGreaterThanOrEqual(44);
    // The form below the last row is not covered by the buttons at the foot.
    await rows
      .last()
      .getByRole('button', { name: /^Edit order/ })
      .click();
    const save = page.getByRole('form', { name: /^Edit order/ }).getByRole('button', { name: 'Save changes' });
    const bottomOfSave = async (): Promise<number> => {
      const { height, y } = await boxOf(save);
      return y + height;
    };
    await expect.poll(bottomOfSave).toBeLessThan((await boxOf(page.locator('[data-foot-bar]'))).y);
    await rows
      .last()
      .getByRole('button', { name: /^Edit order/ })
      .click();

    await page.getByRole('main').getByRole('button', { name: 'Buy', exact: true }).click();
    const sheet = page.getByRole('dialog', { name: 'ETH/USDT' });
    await sheet.getByRole('group', { name: 'Order book' }).getByRole('button', { name: 'Use price 9,000.00' }).click();
    await expect(sheet.getByRole('textbox', { name: 'Price' })).toHaveValue('9000');
    for (const name of ['Best', /^Available/]) {
      const target = await boxOf(sheet.getByRole('button', { name }));
      expect(Math.min(target.width, target.height)).toBeGreaterThanOrEqual(44);
    }

    const visitor = await arrive(browser, venue, null);
    await visitor.page.setViewportSize({ width: 390, height: 844 });
    await visitor.page.goto('/trade?id=1');
    const bar = visitor.page.locator('[data-foot-bar]');
    await expect(bar.getByRole('link', { name: 'Log in' })).toBeInViewport();
    await expect(bar.getByRole('link', { name: 'Register' })).toHaveAttribute('href', /^\/register\?redirect=/);
    await visitor.page.goto('/trade?id=999');
    const missing = visitor.page.getByRole('heading', { name: 'This market does not exist.' });
    expect((await boxOf(missing)).y).toBeLessThan(300);
    await expect(visitor.page.getByRole('main').getByRole('link', { name: 'All markets' })).toHaveAttribute(
      'href',
      '/markets',
    );
    expect([...errors, ...visitor.errors]).toEqual([]);
  });

  test('recovers by itself after the server was killed, and shows which market was halted meanwhile', async ({
    browser,
  }) => {
    const [selling, buying] = await Promise.all(['before', 'after'].map(newcomer));
    const seller = await arrive(browser, venue, selling);
    const buyer = await arrive(browser, venue, buying);
    const watcher = await arrive(browser, venue, null);
    for (const { page } of [seller, buyer]) await page.goto('/trade?id=0');
    await watcher.page.goto('/trade?id=1');
    await seller.order('Sell', '50000', '0.5');
    await expect(seller.page.getByTestId('held-BTC')).toHaveText('0.5');
    for (const { page } of [buyer, watcher]) await expect(page.getByTestId('latency')).toBeVisible();
    await expect(watcher.page.getByRole('form', { name: 'Buy ETH' })).toBeVisible();

    await venue.end('SIGKILL');
    await expect(buyer.page.getByText('Connection lost, reconnecting').first()).toBeAttached();
    await expect(buyer.page.getByTestId('latency')).toHaveCount(0);
    await startWith(venue, [
      {
        type: 'change_market_state',
        market: marketId(ether),
        state: 'halted',
        operator: venueItself,
        cause: 'setup',
      },
    ]);
    await expect(buyer.page.getByText('Connection lost, reconnecting')).toHaveCount(0, { timeout: 40_000 });

    await buyer.order('Buy', '50000', '0.1');
    await expect(buyer.page.getByTestId('balance-BTC')).toHaveText('1.0999');
    await expect(seller.page.getByTestId('held-BTC')).toHaveText('0.4');
    await expect(watcher.page.getByText('This market is halted').first()).toBeVisible();
  });

  test('sends a visitor to the login, and returns a user who was logged out elsewhere to the same page', async ({
    browser,
  }) => {
    const owner = await newcomer('twice');
    const visitor = await arrive(browser, venue, null);
    await visitor.page.goto('/trade?id=0');
    const form = visitor.page.getByRole('form', { name: 'Buy BTC' });
    await expect(form.getByRole('link', { name: 'Log in' })).toBeVisible();
    await expect(form.getByRole('link', { name: 'Register' })).toBeVisible();
    await expect(form.getByRole('button', { name: 'Buy BTC' })).toHaveCount(0);
    await expect(visitor.page.getByText('Log in to see your orders.')).toBeVisible();

    const { page } = await arrive(browser, venue, owner);
    await page.goto('/trade?id=2');
    await expect(page.getByTestId('held-USDT')).toHaveText('0');
    await owner.call(logout, {});
    // The socket reports the end of the session immediately, without a failed request.
    await page.waitForURL('**/login*');
    await expect(page.getByTestId('announcer')).toHaveText('Login timed out, please log in again');
    await page.getByRole('textbox', { name: 'E-mail address' }).fill('twice@example.org');
    await page.getByLabel('Password', { exact: true }).fill('Journey2026');
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL('**/trade?id=2');
    await expect(page.getByTestId('held-USDT')).toHaveText('0');
    expect(visitor.errors).toEqual([]);
  });
});

/** A browser with the session of `client`, or a visitor. */
async function arrive(browser: Browser, venue: Venue, client: Client | undefined | null): Promise<Person> {
  const person = await Person.arrive(browser, venue.url);
  const [token, device] = [client?.token ?? '', client?.deviceId ?? ''];
  if (token !== '') {
    // The session is stored once and not at each load, so that a logout in this page lasts.
    await person.page.goto('/favicon.svg');
    await person.page.evaluate(
      ([session, id]) => {
        localStorage.setItem('token', session ?? '');
        localStorage.setItem('browserId', id ?? '');
      },
      [token, device],
    );
  }
  return person;
}

/** The place of an element in the window. */
async function boxOf(element: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  await expect(element).toBeVisible();
  const box = await element.boundingBox();
  if (box === null) throw new Error('The element has no place in the window.');
  return box;
}

function chartPanel(page: Page): Locator {
  return page.getByRole('region', { name: 'Chart', exact: true });
}

/** Drags a vertical splitter by some pixels. */
async function drag(page: Page, splitter: Locator, pixels: number): Promise<void> {
  const { x, y, width } = await boxOf(splitter);
  await page.mouse.move(x + width / 2, y + 100);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 + pixels / 2, y + 100);
  await page.mouse.move(x + width / 2 + pixels, y + 100);
  await page.mouse.up();
}

async function showsEther(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('ETH/USDT');
  await expect(page.getByTestId('asks')).toContainText('3,000.00');
  await expect(page.getByTestId('asks')).not.toContainText('51,000');
  await expect(page.getByRole('figure', { name: 'Chart ETH/USDT' })).not.toHaveAttribute('data-state', 'loading');
  await expect(page.getByRole('textbox', { name: 'Amount' }).first()).toBeVisible();
  await expect(page.getByRole('form', { name: 'Buy ETH' })).toBeVisible();
  await expect(page.getByRole('form', { name: 'Buy BTC' })).toHaveCount(0);
}

async function tabTo(page: Page, goal: ReturnType<Page['locator']>): Promise<void> {
  for (let stop = 0; stop < 12; stop += 1) {
    await page.keyboard.press('Tab');
    if (await goal.evaluate((element) => element === document.activeElement)) return;
  }
  await expect(goal).toBeFocused();
}
