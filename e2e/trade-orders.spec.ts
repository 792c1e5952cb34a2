import { readFile } from 'node:fs/promises';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { buyAdd, buyList, historyList, ownTrades, sellAdd } from '@bourse/contract/spot';
import { accountList } from '@bourse/contract/wallet';
import { Client } from './client.ts';
import { Person } from './person.ts';
import { hold } from './pointer.ts';
import { sharedVenue } from './shared-venue.ts';
import type { Venue } from './venue.ts';

test.describe("a user's orders", () => {
  let venue: Venue;
  sharedVenue({ simulator: false }, (opened) => {
    venue = opened;
  });

  test('update live, are edited in their row, and are cancelled together', async ({ browser }) => {
    const seller = new Client(venue.url);
    await seller.join('orders-seller@example.org', 'BOURSE');
    const buyer = await Person.arrive(browser, venue.url);
    const account = new Client(venue.url);
    await account.join('orders-buyer@example.org', 'BOURSE');
    await enter(buyer, account);
    const second = await buyer.page.context().newPage();
    await second.goto('/trade?id=0');
    const [rows, follows] = [openRows(buyer.page), openRows(second)];
    await expect(buyer.page.getByText('No open orders.')).toBeVisible();
    await expect(second.getByText('No open orders.')).toBeVisible();

    // A new order is listed first, here and in another tab of the same user, and not under the other side.
    await account.call(buyAdd, { currency_match_id: 1, number: '0.01', price: '20000' });
    await account.call(buyAdd, { currency_match_id: 1, number: '0.02', price: '21000' });
    for (const page of [rows, follows]) {
      await expect(page).toHaveCount(2);
      await expect(page.first()).toContainText('21,000');
    }
    await account.call(sellAdd, { currency_match_id: 1, number: '0.01', price: '90000' });
    for (const page of [rows, follows]) await expect(page).toHaveCount(3);
    for (const { page } of [buyer, { page: second }]) {
      await page.getByRole('tab', { name: 'Buy', exact: true }).click();
    }
    await expect(rows).toHaveCount(2);

    // A fill updates the row, and a filled order disappears.
    await seller.call(sellAdd, { currency_match_id: 1, number: '0.005', price: '21000' });
    for (const page of [rows, follows]) await expect(page.first()).toContainText('0.005 (25%)');
    await rows
      .first()
      .getByRole('button', { name: /^Details of order/ })
      .click();
    const fills = buyer.page.getByRole('table', { name: /^Fills of order/ });
    await expect(fills.locator('[data-trade]')).toHaveCount(1);
    await expect(fills.locator('[data-trade]')).toContainText('Maker');
    await expect(fills.locator('[data-trade]')).toContainText('0.000005 BTC');
    await seller.call(sellAdd, { currency_match_id: 1, number: '0.003', price: '21000' });
    await expect(fills.locator('[data-trade]')).toHaveCount(2);
    await rows
      .first()
      .getByRole('button', { name: /^Details of order/ })
      .click();

    // A smaller amount keeps the order and its priority; another price replaces it. The form announces either.
    const before = await rows.first().getAttribute('data-order');
    const form = await edit(buyer.page, rows.first());
    await form.getByRole('textbox', { name: 'Amount' }).fill('0.008');
    await expect(form).toContainText('must be more than the 0.008 already filled');
    await form.getByRole('textbox', { name: 'Amount' }).fill('0.015');
    await expect(form).toContainText('Keeps its place');
    await form.getByRole('button', { name: 'Save changes' }).click();
    for (const page of [rows, follows]) await expect(page.first()).toContainText('0.008 (53%)');
    expect(await rows.first().getAttribute('data-order')).toBe(before);
    const again = await edit(buyer.page, rows.first());
    await again.getByRole('textbox', { name: 'Price' }).fill('21500');
    await expect(again).toContainText('Loses its place');
    await again.getByRole('button', { name: 'Save changes' }).click();
    for (const page of [rows, follows]) {
      await expect(page.first()).toContainText('21,500');
      await expect(page).toHaveCount(2);
    }
    expect(await rows.first().getAttribute('data-order')).not.toBe(before);
    const placed = (await account.call(buyList, {})).data[0];
    expect(placed).toMatchObject({ price: '21500', number: '0.007' });
    await seller.call(sellAdd, { currency_match_id: 1, number: '0.007', price: '21500' });
    for (const page of [rows, follows]) await expect(page).toHaveCount(1);

    // A stop order shows its trigger.
    await account.call(buyAdd, {
      currency_match_id: 1,
      number: '0.001',
      order_type: 'stop_limit',
      stop_price: '50000',
      price: '50100',
    });
    await expect(rows.first()).toContainText('Stop-limit');
    await expect(rows.first()).toContainText('Last price at or above 50,000');

    // While it waits, its trigger, limit and amount can be changed, but not to a price that is already reached.
    const stop = await edit(buyer.page, rows.first());
    await stop.getByRole('textbox', { name: 'Stop price' }).fill('21000');
    await expect(stop).toContainText('The stop price must be above the last price');
    await stop.getByRole('textbox', { name: 'Stop price' }).fill('52000');
    await stop.getByRole('textbox', { name: 'Price', exact: true }).fill('52100');
    await stop.getByRole('textbox', { name: 'Amount' }).fill('0.002');
    await stop.getByRole('button', { name: 'Save changes' }).click();
    for (const page of [rows, follows]) {
      await expect(page.first()).toContainText('Last price at or above 52,000');
      await expect(page).toHaveCount(2);
    }
    const market = await edit(buyer.page, rows.first());
    await market.getByRole('radio', { name: 'Stop-market' }).check();
    await market.getByRole('button', { name: 'Save changes' }).click();
    await expect(rows.first()).toContainText('Stop-market');
    expect((await account.call(buyList, {})).data[0]).toMatchObject({
      status: 'untriggered',
      order_type: 'stop_market',
      stop_price: '52000',
      number: '0.002',
    });

    // Eleven orders fill two pages; cancelling all first says how many there are and on which markets.
    for (let n = 1; n <= 9; n += 1) {
      await account.call(buyAdd, {
        currency_match_id: n % 2 === 0 ? 2 : 1,
        number: '0.1',
        price: `${(n % 2 === 0 ? 1000 : 5000) + n}`,
      });
    }
    await buyer.page.getByRole('tab', { name: 'Open orders, all markets' }).click();
    await expect(rows).toHaveCount(10);
    await expect(buyer.page.getByText('Page 1 of 2')).toBeVisible();
    await buyer.page.getByRole('button', { name: 'Cancel all' }).click();
    const dialog = buyer.page.getByRole('dialog', { name: 'Cancel open orders' });
    await expect(dialog).toContainText('12 open orders will be cancelled');
    await dialog.getByRole('radio', { name: 'BTC/USDT' }).check();
    await dialog.getByRole('radio', { name: /^Buy orders/ }).check();
    await expect(dialog).toContainText('7 open orders will be cancelled');
    await dialog.getByRole('button', { name: 'Cancel 7 orders' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(rows).toHaveCount(4);
    await expect(follows).toHaveCount(0);
    expect((await account.call(buyList, {})).total).toBe(4);
    expect(buyer.errors).toEqual([]);
  });

  test('are moved and cancelled by their labels on the chart', async ({ browser }) => {
    const maker = new Client(venue.url);
    await maker.join('line-maker@example.org', 'BOURSE');
    const account = new Client(venue.url);
    await account.join('line-owner@example.org', 'BOURSE');
    // The prices of the candle are the visible part of the axis.
    for (const price of ['1000', '1200', '1100']) {
      await maker.call(buyAdd, { currency_match_id: 2, number: '0.1', price });
      await account.call(sellAdd, { currency_match_id: 2, number: '0.1', price });
    }
    const terms = { currency_match_id: 2, number: '0.1' };
    const stop = { ...terms, order_type: 'stop_limit', stop_price: '1150', price: '1160' };
    const waiting = await account.call(buyAdd, stop);
    const resting = await account.call(buyAdd, { ...terms, price: '1050' });
    const person = await Person.arrive(browser, venue.url);
    const { page } = person;
    await enter(person, account);
    await page.goto('/trade?id=1');
    const lines = page.getByTestId('chart-orders').getByRole('listitem');
    const label = (text: string) => page.getByTestId('order-labels').getByText(text);
    await expect(lines).toHaveText(['Stop order: Buy 0.1, 1,150.00', 'Buy 0.1, 1,050.00']);

    // Escape during the drag and a confirmation that is not given put the line back.
    await hold(page, label('Stop order: Buy 0.1'), -12);
    await expect(label('Stop order: Buy 0.1')).not.toContainText('1,150.00');
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await expect(label('Stop order: Buy 0.1')).toContainText('1,150.00');
    const dialog = page.getByRole('dialog', { name: `Edit order ${waiting.id}` });
    await hold(page, label('Stop order: Buy 0.1'), -12);
    await page.mouse.up();
    await expect(dialog).toContainText('1,150.00');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(label('Stop order: Buy 0.1')).toContainText('1,150.00');
    expect((await account.call(buyList, {})).data.map(({ id }) => id)).toEqual([resting.id, waiting.id]);

    // A stop order takes its limit along.
    await hold(page, label('Stop order: Buy 0.1'), -12);
    await page.mouse.up();
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await expect(dialog).toHaveCount(0);
    const [moved] = (await account.call(buyList, {})).data;
    expect(Number(moved?.stop_price)).toBeGreaterThan(1150);
    expect(Number(moved?.price) - Number(moved?.stop_price)).toBeCloseTo(10, 6);

    // A price that the stop would reach at once cannot be confirmed.
    await hold(page, label('Stop order: Buy 0.1'), 400);
    await page.mouse.up();
    const refused = page.getByRole('dialog', { name: `Edit order ${moved?.id}` });
    await expect(refused.getByRole('alert')).toContainText('The stop price must be above the last price 1,100');
    await expect(refused.getByRole('button', { name: 'Save changes' })).toBeDisabled();
    await page.keyboard.press('Escape');

    // A press without movement changes nothing; the button of the label cancels the order.
    await label('Buy 0.1 · 1,050.00').click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const cancel = page.getByTestId('order-labels').getByTitle(`Cancel order ${resting.id}`);
    await cancel.click();
    await expect(lines).toHaveCount(1);
    expect((await account.call(buyList, {})).data.map(({ id }) => id)).toEqual([moved?.id]);
    expect(person.errors).toEqual([]);
  });

  test('sound and notify once among several tabs when they are filled, if the user wants that', async ({ browser }) => {
    const seller = new Client(venue.url);
    await seller.join('alerts-seller@example.org', 'BOURSE');
    const account = new Client(venue.url);
    await account.join('alerts-buyer@example.org', 'BOURSE');
    const { page } = await Person.arrive(browser, venue.url);
    const context = page.context();
    await context.addInitScript(recordAlerts, account.token);
    const second = await context.newPage();
    for (const tab of [page, second]) await tab.goto('/trade?id=0');
    const bought = async (price: string): Promise<void> => {
      await account.call(buyAdd, { currency_match_id: 1, number: '0.001', price });
      await seller.call(sellAdd, { currency_match_id: 1, number: '0.001', price });
    };

    // Nothing is reported until it is turned on, and the browser's refusal is explained.
    await page.getByRole('button', { name: 'Trading settings' }).click();
    const settings = page.getByRole('dialog', { name: 'Trading settings' });
    const [sound, notify] = [
      settings.getByRole('switch', { name: 'Sound on fills' }),
      settings.getByRole('switch', { name: 'Browser notifications' }),
    ];
    await expect(sound).not.toBeChecked();
    await expect(notify).not.toBeChecked();
    await bought('20000');
    await expect(page.getByTestId('announcer')).toHaveText('Order filled: Buy 0.001 BTC');
    expect(await alertsOf(page)).toEqual({ notifications: [], tones: 0 });
    await notify.click();
    await expect(settings.getByRole('status')).toHaveText(/^Notifications are blocked for this site/);
    await expect(notify).not.toBeChecked();
    await page.evaluate(() => localStorage.setItem('e2e-permission', 'granted'));
    await notify.click();
    await expect(notify).toBeChecked();
    await expect(settings.getByRole('status')).toBeEmpty();
    // Turning the sound on plays it.
    await sound.click();
    await expect.poll(async () => (await alertsOf(page)).tones).toBe(2);
    await page.keyboard.press('Escape');

    // Both tabs follow the orders, and one reports: two fills within a second are one notification and one sound.
    await account.call(buyAdd, { currency_match_id: 1, number: '0.001', price: '20100' });
    await account.call(buyAdd, { currency_match_id: 1, number: '0.003', price: '20000' });
    await seller.call(sellAdd, { currency_match_id: 1, number: '0.003', price: '20000' });
    await expect
      .poll(async () => (await alertsOf(second)).notifications)
      .toEqual(['2 order updates: BTC/USDT: Order filled: Buy 0.001 BTC\nBTC/USDT: Partly filled: 0.002 of 0.003 BTC']);
    expect((await alertsOf(page)).tones).toBe(4);

    // A reload keeps the settings, and reports nothing that has happened before.
    await page.reload();
    await expect(page.getByTestId('balance-BTC')).toHaveText('1.003996');
    await bought('20000');
    await expect.poll(async () => (await alertsOf(page)).notifications.length).toBe(2);
    expect((await alertsOf(page)).notifications[1]).toBe('BTC/USDT: Order filled: Buy 0.003 BTC');
  });

  test('are filtered by side, market and date, and are exported as the exchange stores them', async ({ browser }) => {
    const maker = new Client(venue.url);
    await maker.join('past-maker@example.org', 'BOURSE');
    const account = new Client(venue.url);
    await account.join('past-taker@example.org', 'BOURSE');
    for (let n = 0; n < 12; n += 1) {
      await maker.call(buyAdd, { currency_match_id: 1, number: '0.01', price: '30000' });
      await account.call(sellAdd, { currency_match_id: 1, number: '0.01', price: '30000' });
    }
    await maker.call(sellAdd, { currency_match_id: 2, number: '0.1', price: '2000' });
    await account.call(buyAdd, { currency_match_id: 2, number: '0.1', price: '2000' });
    const person = await Person.arrive(browser, venue.url);
    await enter(person, account);
    const { page } = person;
    const panel = page.getByRole('region', { name: 'Orders' });
    const rows = panel.locator('[data-order]');

    await panel.getByRole('tab', { name: 'Order history' }).click();
    await expect(rows).toHaveCount(10);
    await panel.getByRole('button', { name: 'Next page' }).click();
    await expect(rows).toHaveCount(3);
    await panel.getByRole('tab', { name: 'Buy' }).click();
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText('ETH/USDT');
    await panel.getByRole('combobox', { name: 'Market' }).selectOption('BTC/USDT');
    await expect(panel.getByText('No results for these filters.')).toBeVisible();
    await panel.getByRole('button', { name: 'Clear filters' }).click();
    await panel.getByRole('combobox', { name: 'Period' }).selectOption('Custom');
    await panel.getByLabel('To', { exact: true }).fill('2020-01-01');
    await expect(panel.getByText('No results for these filters.')).toBeVisible();
    await panel.getByLabel('From', { exact: true }).fill('2020-01-02');
    await expect(panel.getByText('The end date cannot be before the start date')).toBeVisible();
    // The orders may be of yesterday: midnight can be in between.
    await panel.getByRole('combobox', { name: 'Period' }).selectOption('7 days');
    await expect(rows).toHaveCount(10);

    const orders = await saved(page, panel);
    const held = (await account.call(historyList, { limit: 100 })).data;
    expect(orders.name).toMatch(/^orders-\d{4}-\d\d-\d\d\.csv$/);
    expect(orders.rows.map((row) => [row['id'], row['price'], row['transacted_amount'], row['fee']])).toEqual(
      held.map(({ id, price, transacted_amount: filled, fee }) => [String(id), price, filled, fee]),
    );
    expect(orders.rows[0]?.['created_at']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d$/);

    await panel.getByRole('tab', { name: 'Trade history' }).click();
    const trades = panel.locator('[data-trade]');
    await expect(trades).toHaveCount(10);
    await panel.getByRole('button', { name: 'Older' }).click();
    await expect(trades).toHaveCount(3);
    await panel.getByRole('tab', { name: 'Sell' }).click();
    const file = await saved(page, panel);
    const made = (await account.call(ownTrades, { limit: 100, way: 1 })).data;
    expect(file.rows.map((row) => [row['id'], row['role'], row['price'], row['amount'], row['fee']])).toEqual(
      made.map(({ id, role, price, amount, fee }) => [String(id), role, price, amount, fee]),
    );

    // A new trade is listed first.
    await maker.call(buyAdd, { currency_match_id: 1, number: '0.002', price: '30500' });
    await account.call(sellAdd, { currency_match_id: 1, number: '0.002', price: '30500' });
    await expect(trades.first()).toContainText('30,500');

    await panel.getByRole('tab', { name: 'Balances' }).click();
    const ether = panel.locator('[data-balance="ETH"]');
    await expect(ether).toContainText('Deposit');
    await expect(panel.locator('[data-balance]').first()).toBeVisible();
    await expect(ether.getByRole('link')).toHaveAttribute('href', /assets/);
    // Trades update the balances in place.
    await maker.call(sellAdd, { currency_match_id: 2, number: '0.1', price: '2000' });
    await account.call(buyAdd, { currency_match_id: 2, number: '0.1', price: '2000' });
    const accounts = (await account.call(accountList, {})).flatMap(({ accounts: some }) => some);
    const owned = accounts.find((one) => one.currency_code === 'ETH' && one.account_type_id === 1);
    await expect(ether).toContainText(owned?.balance ?? 'nothing');
    expect(person.errors).toEqual([]);
  });
});

/** Opens the trade page as a logged-in user. */
async function enter({ page }: Person, account: Client): Promise<void> {
  await page.addInitScript((token) => localStorage.setItem('token', token), account.token);
  await page.goto('/trade?id=0');
}

function openRows(page: Page): Locator {
  return page.getByRole('region', { name: 'Orders' }).locator('[data-order]');
}

async function edit(page: Page, row: Locator): Promise<Locator> {
  await row.getByRole('button', { name: /^Edit order/ }).click();
  return page.getByRole('form', { name: /^Edit order/ });
}

/** The exported file: its name and its rows by column. */
async function saved(page: Page, panel: Locator): Promise<{ name: string; rows: Record<string, string>[] }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  const [head = '', ...lines] = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
  const columns = head.split(',');
  const rows = lines.map((line) => Object.fromEntries(line.split(',').map((cell, n) => [columns[n] ?? '', cell])));
  return { name: download.suggestedFilename(), rows };
}

/**
 * Logs in, and records notifications and tones of all tabs in the storage that they share. A headless browser has no
 * permissions for notifications, so they are simulated: denied until the test grants them.
 */
function recordAlerts(token: string): void {
  localStorage.setItem('token', token);
  const add = (name: string, value: string): void => {
    const before: unknown = JSON.parse(localStorage.getItem(name) ?? '[]');
    localStorage.setItem(name, JSON.stringify([...(Array.isArray(before) ? before.map(String) : []), value]));
  };
  const answer = (): NotificationPermission =>
    localStorage.getItem('e2e-permission') === 'granted' ? 'granted' : 'denied';
  window.Notification = new Proxy(window.Notification, {
    get: (target, name): unknown => {
      if (name === 'permission') return answer();
      return name === 'requestPermission' ? async () => Promise.resolve(answer()) : Reflect.get(target, name);
    },
    construct: (target, [title, options]: [string, NotificationOptions]) => {
      add('e2e-notifications', `${title}: ${options.body}`);
      return new target(title, options);
    },
  });
  window.AudioContext = class extends AudioContext {
    override createOscillator(): OscillatorNode {
      add('e2e-tones', 'tone');
      return super.createOscillator();
    }
  };
}

/** The alerts of all tabs since the first one was opened. */
async function alertsOf(page: Page): Promise<{ readonly notifications: readonly string[]; readonly tones: number }> {
  const [notifications = [], tones = []] = await page.evaluate(() =>
    ['e2e-notifications', 'e2e-tones'].map((name): readonly string[] => {
      const kept: unknown = JSON.parse(localStorage.getItem(name) ?? '[]');
      return Array.isArray(kept) ? kept.map(String) : [];
    }),
  );
  return { notifications, tones: tones.length };
}
