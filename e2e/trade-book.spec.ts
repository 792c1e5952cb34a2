import { expect, test, type Browser, type Locator, type Page, type WebSocketRoute } from '@playwright/test';
import { siteConfig } from '@bourse/contract/identity';
import { buyAdd, buyCancel, sellAdd } from '@bourse/contract/spot';
import { Client } from './client.ts';
import { countRenders, rendersUntilIdle, takeRenders } from './renders.ts';
import { sharedVenue } from './shared-venue.ts';
import type { Venue } from './venue.ts';

test.describe('the order book', () => {
  let venue: Venue;
  let maker: Client;
  let reader: Client;
  /** A user without orders. */
  let watcher: Client;

  sharedVenue({ simulator: false }, async (opened) => {
    venue = opened;
    const { default_invite_code: code } = await new Client(venue.url).call(siteConfig, {});
    maker = new Client(venue.url);
    reader = new Client(venue.url);
    watcher = new Client(venue.url);
    await maker.join('maker@example.org', code);
    await reader.join('reader@example.org', code);
    await watcher.join('watcher@example.org', code);
    for (const [price, number] of [
      ['50000.1', '0.1'],
      ['50000.5', '0.2'],
      ['50012', '0.3'],
    ] as const) {
      await maker.call(sellAdd, { currency_match_id: 1, price, number });
    }
    for (const [price, number] of [
      ['49999.9', '0.01'],
      ['49995', '0.02'],
    ] as const) {
      await maker.call(buyAdd, { currency_match_id: 1, price, number });
    }
    await reader.call(buyAdd, { currency_match_id: 1, price: '49990', number: '0.005' });
  });

  test('groups prices, shows one side alone, marks own orders, and fills prices and amounts into the forms', async ({
    browser,
  }) => {
    const page = await openTrade(browser, venue, reader);
    const { asks, bids } = sidesOf(page);
    await expect(textsOf(asks)).toHaveText([/^50,012/, /^50,000\.5/, /^50,000\.1/]);
    await expect(textsOf(bids)).toHaveText([/^49,999\.9/, /^49,995/, /^49,990/]);
    await expect(page.getByTestId('spread')).toContainText('0.2');
    const own = bids.getByRole('button', { name: /49,990\.0, your orders: 0\.005 BTC$/ });
    await expect(own).toHaveAttribute('title', 'your orders: 0.005 BTC');

    await page.getByRole('button', { name: /^Price grouping/ }).click();
    await page.getByRole('menuitemradio', { name: '10', exact: true }).click();
    await expect(textsOf(asks)).toHaveText([/^50,0200\.30000/, /^50,0100\.30000/]);
    await expect(textsOf(bids)).toHaveText([/^49,9900\.035/]);
    await page.getByRole('button', { name: 'Sell orders only' }).click();
    await expect(bids).toHaveCount(0);
    await expect(asks.locator('button[tabindex="0"]')).toHaveCount(1);
    await page.reload();
    // The grouping of this market and the side are kept.
    await expect(textsOf(asks)).toHaveText([/^50,020/, /^50,010/]);
    await expect(bids).toHaveCount(0);
    await page.getByRole('button', { name: 'Both sides' }).click();
    await page.getByRole('button', { name: /^Price grouping/ }).click();
    await page.getByRole('menuitemradio', { name: '0.1', exact: true }).click();

    const [buy, sell] = [page.getByRole('form', { name: 'Buy BTC' }), page.getByRole('form', { name: 'Sell BTC' })];
    const second = asks.getByRole('button', { name: 'Use price 50,000.5' });
    await second.click();
    for (const form of [buy, sell]) await expect(priceOf(form)).toHaveValue('50000.5');
    await expect(amountOf(buy)).toHaveValue('');
    await second.click({ modifiers: ['Shift'] });
    await expect(amountOf(buy)).toHaveValue('0.3');
    await expect(amountOf(sell)).toHaveValue('');
    const tip = page.getByRole('tooltip');
    await expect(tip).toContainText('50,000.3');
    await expect(tip).toContainText('15,000.11');
    await expect(tip).toContainText('0.30000');

    // One tab stop for all rows; the arrow keys move from the asks to the bids.
    await asks.getByRole('button', { name: 'Use price 50,000.1' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(bids.getByRole('button', { name: 'Use price 49,995.0' })).toBeFocused();
    await page.keyboard.press('Shift+Enter');
    await expect(priceOf(sell)).toHaveValue('49995');
    await expect(amountOf(sell)).toHaveValue('0.03');
    await expect(amountOf(buy)).toHaveValue('0.3');
  });

  test('updates only the rows that changed', async ({ browser }) => {
    const page = await openTrade(browser, venue, reader, countRenders);
    const { asks, bids } = sidesOf(page);
    await expect(textsOf(bids)).toHaveCount(3);
    await watchRows(page);
    // Wait for pending requests and what they start, which cause renders of their own.
    await page.waitForLoadState('networkidle');
    await expect.poll(() => rendersUntilIdle(page)).toBe(0);
    // The order is on the deepest level of the shorter side, so that no other sum or bar changes.
    const order = await maker.call(buyAdd, { currency_match_id: 1, price: '49990', number: '0.001' });
    await expect(textsOf(bids)).toHaveText([/^49,999\.9/, /^49,995/, /^49,990\.00\.00600/]);
    await maker.call(buyCancel, { id: order.id });
    await expect(textsOf(bids)).toHaveText([/^49,999\.9/, /^49,995/, /^49,990\.00\.00500/]);
    const { idle, rewritten } = await takeRenders(page);
    expect([idle, rewritten].flatMap(Object.keys).filter((place) => place.startsWith('Order book'))).toEqual([]);
    await expect(textsOf(asks)).toHaveCount(3);
    expect(await takeTouchedRows(page)).toEqual(['bids 49990']);

    // A level that is added and removed between others: all rows keep their positions, and the focus moves to the next
    // row.
    const between = await maker.call(buyAdd, { currency_match_id: 1, price: '49997', number: '0.001' });
    await expect(textsOf(bids)).toHaveText([/^49,999\.9/, /^49,997/, /^49,995/, /^49,990/]);
    await expect.poll(() => placesOf(bids)).toEqual([0, 1, 2, 3]);
    await bids.getByRole('button', { name: 'Use price 49,997.0' }).focus();
    await maker.call(buyCancel, { id: between.id });
    await expect(bids.getByRole('button', { name: 'Use price 49,995.0' })).toBeFocused();
    await expect(bids.locator('button[tabindex="0"]')).toHaveAccessibleName('Use price 49,995.0');
    await expect.poll(() => placesOf(bids)).toEqual([0, 1, 2]);
  });

  test('a lost message dims the book until a new snapshot arrives', async ({ browser }) => {
    const line = { loses: 0, holds: false, lost: 0, passed: 0, held: [] as (() => void)[] };
    const page = await openTrade(browser, venue, reader, async (fresh) => {
      await fresh.routeWebSocket('**/ws', (socket: WebSocketRoute) => {
        const server = socket.connectToServer();
        server.onMessage((frame) => {
          const isBook = String(frame).includes('"MARKET_DEPTH.BTC/USDT","currency');
          const isSnapshot = isBook && String(frame).includes('"snapshot":true');
          // A snapshot that is lost leaves no gap.
          if (isBook && !isSnapshot && line.lost < line.loses) line.lost += 1;
          else if (isSnapshot && line.holds) {
            line.held.push(() => socket.send(frame));
          } else {
            if (isBook) line.passed += 1;
            socket.send(frame);
          }
        });
      });
    });
    const { asks, bids } = sidesOf(page);
    const book = page.getByRole('group', { name: 'Order book' });
    await expect(textsOf(asks)).toHaveCount(3);
    // Before the first snapshot nothing can be lost.
    await expect.poll(() => line.passed).toBeGreaterThan(0);
    line.loses = 1;
    line.holds = true;
    const first = await maker.call(buyAdd, { currency_match_id: 1, price: '49980', number: '0.01' });
    await expect.poll(() => line.lost).toBe(1);
    const second = await maker.call(buyAdd, { currency_match_id: 1, price: '49981', number: '0.01' });
    await expect(book).toHaveAttribute('aria-busy', 'true');
    // The last complete rows stay on screen; the second of the two changes is not applied alone.
    await expect(textsOf(asks)).toHaveCount(3);
    await expect(textsOf(bids)).toHaveText([/^49,999\.9/, /^49,995/, /^49,990/]);
    await expect.poll(() => line.held.length).toBeGreaterThan(0);
    line.holds = false;
    for (const send of line.held) send();
    await expect(book).toHaveAttribute('aria-busy', 'false');
    await expect(textsOf(bids)).toHaveText([/^49,999\.9/, /^49,995/, /^49,990/, /^49,981/, /^49,980/]);
    for (const { id } of [first, second]) await maker.call(buyCancel, { id });
    await expect(textsOf(bids)).toHaveCount(3);
  });

  test('the depth chart shows both sides, and a trade on the tape fills its price into the forms', async ({
    browser,
  }) => {
    const page = await openTrade(browser, venue, reader);
    await page.getByRole('tab', { name: 'Depth' }).click();
    const [bought, asked] = [page.getByTestId('depth-bids'), page.getByTestId('depth-asks')];
    // Without a crosshair the chart shows the totals of both sides.
    await expect(bought).toContainText('0.03500');
    await expect(asked).toContainText('0.60000');
    const chart = page.getByTestId('depth-chart');
    const box = await chart.boundingBox();
    if (box === null) throw new Error('the depth chart is not visible');
    await page.mouse.move(box.x + box.width / 2 + 8, box.y + box.height / 2);
    await expect(asked).toContainText('0.30000');
    await expect(bought).toContainText('0.01000');
    await page.mouse.wheel(0, -120);
    await page.getByRole('button', { name: 'Show the whole book' }).click();
    await chart.focus();
    await page.keyboard.press('Shift+ArrowRight');
    await expect(chart).toHaveAttribute('aria-valuetext', /^Buy orders up to .+ BTC.+Sell orders up to .+ USDT\.$/);

    await reader.call(buyAdd, { currency_match_id: 1, price: '50000.1', number: '0.05' });
    const trade = page.getByTestId('tape').getByRole('row').nth(1);
    await expect(trade).toContainText('50,000.1');
    await expect(trade.getByRole('img', { name: 'Buy' })).toHaveText('↑');
    await trade.getByRole('button', { name: 'Use price 50,000.1' }).click();
    await expect(priceOf(page.getByRole('form', { name: 'Sell BTC' }))).toHaveValue('50000.1');
  });

  test("other users' trades cause no unnecessary rendering anywhere on the screen", async ({ browser }) => {
    const page = await openTrade(browser, venue, watcher, countRenders);
    const trades = page.getByTestId('tape').getByRole('row');
    // The first trade arrives while the page is still loading data.
    await reader.call(buyAdd, { currency_match_id: 1, price: '50000.1', number: '0.01' });
    await expect(trades.nth(1)).toContainText('0.01000');
    await expect(page.getByTestId('last-price')).toContainText('50,000.1');
    await expect(page.getByTestId('balance-BTC')).toHaveText('1');
    // Wait for pending requests and what they start, which cause renders of their own.
    await page.waitForLoadState('networkidle');
    await expect.poll(() => rendersUntilIdle(page)).toBe(0);
    await reader.call(buyAdd, { currency_match_id: 1, price: '50000.1', number: '0.02' });
    await expect(trades.nth(1)).toContainText('0.02000');
    // Takes the rest of the best ask level and part of the next one.
    await reader.call(buyAdd, { currency_match_id: 1, price: '50000.5', number: '0.1' });
    await expect(page.getByTestId('last-price')).toContainText('50,000.5');
    const { renders, idle, rewritten } = await takeRenders(page);
    expect({ idle, rewritten }).toEqual({ idle: {}, rewritten: {} });
    expect(renders).toBeGreaterThan(0);
  });
});

async function openTrade(
  browser: Browser,
  venue: Venue,
  person: Client,
  prepare: (page: Page) => Promise<void> = async () => undefined,
): Promise<Page> {
  const context = await browser.newContext({ baseURL: venue.url, locale: 'en' });
  const page = await context.newPage();
  await page.addInitScript((token) => localStorage.setItem('token', token), person.token);
  await prepare(page);
  await page.goto('/trade?id=0');
  return page;
}

function sidesOf(page: Page): { readonly asks: Locator; readonly bids: Locator } {
  return { asks: page.getByTestId('asks'), bids: page.getByTestId('bids') };
}

/** The position of each row of a side, in rows from the top of its table. */
async function placesOf(side: Locator): Promise<number[]> {
  return side.evaluate((table) => {
    const { top } = table.getBoundingClientRect();
    return [...table.querySelectorAll('tbody tr')].map((row) => {
      const box = row.getBoundingClientRect();
      return (box.top - top) / box.height;
    });
  });
}

/** Records from now on which rows of the book are modified. */
async function watchRows(page: Page): Promise<void> {
  await page.evaluate(() => {
    const touched = new Set<string>();
    const observer = new MutationObserver((records) => {
      for (const { target } of records) {
        const row = (target instanceof Element ? target : target.parentElement)?.closest('tr');
        touched.add(row?.querySelector('[data-row]')?.getAttribute('data-row') ?? 'elsewhere');
      }
    });
    for (const table of document.querySelectorAll('[data-testid="asks"], [data-testid="bids"]'))
      observer.observe(table, { subtree: true, childList: true, characterData: true, attributes: true });
    Object.assign(window, { touchedRows: touched });
  });
}

async function takeTouchedRows(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const touched: unknown = Reflect.get(window, 'touchedRows');
    return touched instanceof Set ? [...touched].map(String).toSorted() : [];
  });
}

/** The rows of a side from top to bottom. */
function textsOf(side: Locator): Locator {
  return side.locator('tbody tr');
}

function priceOf(form: Locator): Locator {
  return form.getByRole('textbox', { name: 'Price' });
}

function amountOf(form: Locator): Locator {
  return form.getByRole('textbox', { name: 'Amount' });
}
