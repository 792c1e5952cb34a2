import { mkdtempSync, rmSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { indexTicks } from '@bourse/contract/index-price';
import { leverDeal, type LeverPosition, ownLever } from '@bourse/contract/leverage';
import { buyAdd, sellAdd } from '@bourse/contract/spot';
import { accountTransfer } from '@bourse/contract/wallet';
import { Client } from './client.ts';
import { Person } from './person.ts';
import { hold } from './pointer.ts';
import { sharedVenue } from './shared-venue.ts';
import type { Venue } from './venue.ts';

const [btc, usdt, btcUsdt] = [1, 3, 1];

test.describe('leveraged trading', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bourse-index-'));
  const file = join(folder, 'prices.json');
  let venue: Venue;
  sharedVenue({ simulator: false, environment: { INDEX_FILE: file } }, async (opened) => {
    venue = opened;
    await tradeAt(venue, ['64000', '66000', '65000']);
  });
  test.beforeEach(() => price('65000'));
  test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Sets the price of the index source. */
  async function price(bitcoin: string): Promise<void> {
    await writeFile(`${file}.new`, JSON.stringify({ BTC: bitcoin }));
    await rename(`${file}.new`, file);
  }

  test('a user opens at 200×, drags a stop on the chart, is closed by it, and is liquidated in a crash', async ({
    browser,
  }) => {
    const person = await Person.arrive(browser, venue.url);
    await person.join('lever@example.org');
    const { page } = person;
    await page.goto('/assets/transfer?currency=USDT&from=change_account');
    await page.getByLabel('To', { exact: true }).selectOption('Leverage account');
    await page.getByRole('textbox', { name: 'Amount' }).fill('100');
    await page.getByRole('button', { name: 'Transfer', exact: true }).click();
    await expect(page.getByTestId('announcer')).toHaveText('Transfer completed.');

    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Leverage' }).click();
    await expect(account(page)).toContainText('100.00');
    await expect(mark(page)).toHaveText('65,000.0');
    const form = page.getByRole('region', { name: 'Place an order' });
    await expect(form.getByRole('button', { name: '200×' })).toHaveAttribute('aria-pressed', 'true');
    await form.getByRole('button', { name: '100', exact: true }).click();
    await expect(form.getByTestId('lever-summary')).toContainText('32.503250');
    await open(page, 'long');
    const row = positions(page).getByRole('row', { name: /BTC\/USDT/ });
    await expect(row).toContainText('Long 200×');
    await expect(row).toContainText('65,006.5');
    // The form starts over.
    await expect(form.getByRole('textbox', { name: 'Lots' })).toHaveValue('1');

    // 0.1 BTC gain 10 USDT with 100 USDT of the mark: (65 106.5 − 65 006.5) × 0.1.
    await price('65106.5');
    await expect(row).toContainText('+10.00');
    await expect(account(page)).toContainText('+10.00');
    await price('65000');
    await expect(row).toContainText('−0.65');

    await setStop(page, row, 'Stop loss', '64500');
    await expect(row).toContainText('64,500.0');
    const label = page.getByTestId('order-labels').getByText('SL Long 100');
    await hold(page, label, -12);
    await page.mouse.up();
    const dialog = page.getByRole('dialog', { name: 'Set TP / SL' });
    const moved = await dialog.getByRole('textbox', { name: 'Stop loss' }).inputValue();
    expect(Number(moved)).toBeGreaterThan(64_500);
    await expect(dialog).toContainText('Expected loss');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(row).not.toContainText('64,500.0');

    await price(String(Math.floor(Number(moved)) - 10));
    await expect(row).toHaveCount(0);
    await expect(page.getByTestId('announcer')).toHaveText('BTC/USDT Long was closed: Stop loss');

    await price('65000');
    await expect(mark(page)).toHaveText('65,000.0');
    await form.getByRole('button', { name: '100%' }).click();
    await open(page, 'long');
    await expect(row).toContainText('Long 200×');
    await price('40000');
    await expect(row).toHaveCount(0);
    await expect(page.getByTestId('announcer')).toHaveText('BTC/USDT Long was closed: Liquidation');
    await page.getByRole('tab', { name: 'Closed positions' }).click();
    await expect(closed(page).getByRole('row')).toHaveCount(3);
    expect(person.errors).toEqual([]);

    const client = new Client(venue.url);
    client.resume(await tokenOf(page));
    await expectRecomputable(client);
  });

  test('all positions of one side are closed together, and orders wait, are cancelled, and are refused in words', async ({
    browser,
  }) => {
    const person = await Person.arrive(browser, venue.url);
    await person.join('batch@example.org');
    const { page } = person;
    const client = new Client(venue.url);
    client.resume(await tokenOf(page));
    await fund(client, '1000');
    await page.goto('/lever?id=0');
    await expect(mark(page)).toHaveText('65,000.0');
    await open(page, 'long');
    await open(page, 'short');
    const rows = positions(page).getByRole('row', { name: /BTC\/USDT/ });
    await expect(rows).toHaveCount(2);
    await page.getByRole('button', { name: 'Close several' }).click();
    await page.getByRole('menuitem', { name: 'Close longs only' }).click();
    const question = page.getByRole('dialog', { name: 'Close several' });
    await expect(question).toContainText('Close longs only');
    await question.getByRole('button', { name: 'Close', exact: true }).last().click();
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText('Short 200×');

    // No price above zero gives a short more than its whole value.
    await setStop(page, rows, 'Take profit', '50,000.5');
    await expect(rows).toContainText('50,000.5');
    await rows.getByRole('button', { name: /^Set TP/ }).click();
    const stops = page.getByRole('dialog', { name: 'Set TP / SL' });
    await stops.getByRole('tab', { name: '%' }).click();
    const result = stops.getByRole('textbox', { name: 'Take profit' });
    await result.fill('20001');
    await stops.getByRole('button', { name: 'Save' }).click();
    await expect(result).toHaveAccessibleDescription('No price gives this result.');
    await expect(result).toBeFocused();
    await stops.getByRole('button', { name: 'Back' }).click();
    await expect(rows).toContainText('50,000.5');

    // The reversed position is of the other side, at the same tick.
    await rows.getByRole('button', { name: /^Reverse/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reverse', exact: true }).click();
    await expect(rows).toContainText('Long 200×');

    const form = page.getByRole('region', { name: 'Place an order' });
    await form.getByRole('tab', { name: 'Limit' }).click();
    await form.getByRole('button', { name: 'Open long' }).click();
    const limit = form.getByRole('textbox', { name: 'Price' });
    await expect(limit).toHaveAccessibleDescription('Please enter the limit price.');
    await limit.fill('60,000');
    await limit.blur();
    await expect(limit).toHaveAccessibleDescription('This can be read in two ways. Enter 60000 or 60.0.');
    await limit.fill('60,000.0');
    await limit.blur();
    await expect(limit).toHaveValue('60000.0');
    await form.getByRole('textbox', { name: 'Lots' }).fill('0');
    await form.getByRole('button', { name: 'Open long' }).click();
    await expect(form.getByRole('textbox', { name: 'Lots' })).toHaveAccessibleDescription(
      'Please enter the number of lots.',
    );
    await form.getByRole('textbox', { name: 'Lots' }).fill('100000');
    await form.getByRole('button', { name: 'Open long' }).click();
    await expect(form.getByRole('alert')).toHaveText('The position would be larger than this pair allows.');
    await form.getByRole('textbox', { name: 'Lots' }).fill('10');
    await open(page, 'long');
    await page.getByRole('tab', { name: 'Open orders (1)' }).click();
    const order = page.getByRole('table', { name: 'Open orders' }).getByRole('row', { name: /BTC\/USDT/ });
    await expect(order).toContainText('60,000.0');
    await order.getByRole('button', { name: /^Cancel/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel', exact: true }).click();
    await expect(order).toHaveCount(0);
    expect(person.errors).toEqual([]);
  });

  test('anyone finds the figures of the venue from the footer', async ({ browser }) => {
    const visitor = await Person.arrive(browser, venue.url);
    const { page } = visitor;
    await page.goto('/white');
    await page.getByRole('link', { name: 'Figures of the exchange' }).click();
    await expect(page).toHaveTitle('Figures of the exchange · Bourse');
    const money = page.getByRole('table', { name: 'Money behind the positions' });
    await expect(money.getByRole('row', { name: /^BTC/ })).toContainText('200 BTC');
    const exposure = page.getByRole('table', { name: 'Exposure' });
    await expect(exposure.getByRole('row', { name: /^BTC\/USDT/ })).toContainText('40,000,000 USDT');
    await expect(exposure.getByRole('row', { name: /^BTC\/USDT/ })).toContainText('65,000');
    expect(visitor.errors).toEqual([]);
  });

  test('a visitor logs in first, and a silent index stops new positions only', async ({ browser }) => {
    const person = await Person.arrive(browser, venue.url);
    const { page } = person;
    await page.goto('/lever?id=0');
    await page.waitForURL('**/login?redirect=*lever*');
    await person.join('silent@example.org');
    const client = new Client(venue.url);
    client.resume(await tokenOf(page));
    await fund(client, '100');
    await page.goto('/lever?id=0');
    await open(page, 'long');
    await expect(positions(page).getByRole('row', { name: /BTC\/USDT/ })).toHaveCount(1);
    await writeFile(file, '{}');
    await expect(mark(page)).toHaveText('Suspended');
    const form = page.getByRole('region', { name: 'Place an order' });
    await form.getByRole('button', { name: 'Open long' }).click();
    await expect(form.getByRole('alert')).toContainText('The index of BTC/USDT is not available at the moment');
    await price('65000');
    await expect(mark(page)).toHaveText('65,000.0');
    expect(person.errors).toEqual([]);
  });
});

function account(page: Page): Locator {
  return page.getByRole('region', { name: 'Leverage account' });
}

function mark(page: Page): Locator {
  return page.getByRole('region', { name: 'BTC/USDT' }).getByRole('definition').first();
}

function positions(page: Page): Locator {
  return page.getByRole('table', { name: 'Positions' });
}

function closed(page: Page): Locator {
  return page.getByRole('table', { name: 'Closed positions' });
}

/** Confirms the order in the form. */
async function open(page: Page, side: 'long' | 'short'): Promise<void> {
  await page.getByRole('button', { name: `Open ${side}` }).click();
  const dialog = page.getByRole('dialog', { name: `Open ${side} BTC/USDT` });
  await expect(dialog).toContainText('Liq. price');
  await dialog.getByRole('button', { name: 'Confirm order' }).click();
  await expect(dialog).toHaveCount(0);
}

async function setStop(page: Page, row: Locator, field: string, at: string): Promise<void> {
  await row.getByRole('button', { name: /^Set TP/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Set TP / SL' });
  await dialog.getByRole('textbox', { name: field }).fill(at);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
}

async function tokenOf(page: Page): Promise<string> {
  return page.evaluate(() => localStorage.getItem('token') ?? '');
}

async function fund(client: Client, balance: string): Promise<void> {
  const move = { currency_id: usdt, balance, from: 'change_account', to: 'lever_account' };
  await client.call(accountTransfer, move, `fund-${balance}`);
}

/** Trades at these prices, which are the visible part of the chart's axis. */
async function tradeAt(venue: Venue, prices: readonly string[]): Promise<void> {
  const [maker, taker] = [new Client(venue.url), new Client(venue.url)];
  await maker.join('lever-maker@example.org', 'BOURSE');
  await taker.join('lever-taker@example.org', 'BOURSE');
  for (const price of prices) {
    await maker.call(buyAdd, { currency_match_id: btcUsdt, number: '0.01', price });
    await taker.call(sellAdd, { currency_match_id: btcUsdt, number: '0.01', price });
  }
}

/** Every closed position follows from public ticks: its prices, its margin, its fee and its result. */
async function expectRecomputable(client: Client): Promise<void> {
  const { data } = await client.call(ownLever, { status: 3 });
  expect(data.map(({ close_reason }) => close_reason)).toEqual(['liquidation', 'stop_loss']);
  const { pair } = await client.call(leverDeal, { currency_match_id: btcUsdt });
  const now = Math.ceil(Date.now() / 1000);
  const ticks = await client.call(indexTicks, { currency_id: btc, from: now - 590, to: now + 1 });
  const prices = new Set(ticks.map(({ price }) => Number(price)));
  for (const row of data) {
    expect(prices.has(Number(row.close_price))).toBe(true);
    expect(prices.has(Number(row.origin_price))).toBe(true);
    expect(Number(row.price)).toBeCloseTo(Number(row.origin_price) * (1 + Number(pair.spread_rate)), 2);
    expect(Number(row.number)).toBeCloseTo(row.share * Number(pair.lever_share_num), 8);
    const amount = Number(row.price) * Number(row.number);
    expect(Number(row.caution_money)).toBeCloseTo(amount / row.multiple, 4);
    expect(Number(row.trade_fee)).toBeCloseTo(amount * Number(pair.lever_fee_rate), 4);
    expect(Number(row.profits)).toBeCloseTo(resultOf(row), 4);
  }
}

function resultOf(row: LeverPosition): number {
  return (Number(row.close_price) - Number(row.price)) * Number(row.number);
}
