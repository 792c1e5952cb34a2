import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { evidenceFrom, isProven } from '@bourse/contract/rules';
import { microEvidence, type MicroOrder, microOrders, microType, submitMicro } from '@bourse/contract/seconds';
import { accountTransfer } from '@bourse/contract/wallet';
import { serverFlags } from '../scripts/server-flags.ts';
import { Client } from './client.ts';
import { Person } from './person.ts';
import { sharedVenue } from './shared-venue.ts';
import type { Venue } from './venue.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));
const [usdt, btcUsdt, ethUsdt] = [3, 1, 2];

test.describe('seconds contracts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bourse-index-'));
  const file = join(folder, 'prices.json');
  let venue: Venue;
  sharedVenue({ simulator: false, environment: { INDEX_FILE: file } }, (opened) => {
    venue = opened;
  });
  test.beforeEach(() => price({ BTC: '65000', ETH: '3000' }));
  test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Sets the prices of the index source. */
  async function price(prices: Readonly<Record<string, string>>): Promise<void> {
    await writeFile(`${file}.new`, JSON.stringify(prices));
    await rename(`${file}.new`, file);
  }

  test('a user wins a contract of 30 s, and page, terminal program and exchange agree on its evidence', async ({
    browser,
  }) => {
    const person = await Person.arrive(browser, venue.url);
    await person.join('seconds@example.org');
    const { page } = person;
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Options' }).click();
    await expect(indexNow(page)).toHaveText(/^65,000/);
    await expect(form(page).getByRole('alert')).toHaveText('Not enough USDT in this account. Transfer some first.');
    await form(page).getByRole('link', { name: 'Transfer' }).click();
    await page.getByLabel('To', { exact: true }).selectOption('Options account');
    await page.getByRole('textbox', { name: 'Amount' }).fill('100');
    await page.getByRole('button', { name: 'Transfer', exact: true }).click();
    await expect(page.getByTestId('announcer')).toHaveText('Transfer completed.');
    await page.goto('/second?id=0');
    await expect(form(page).getByTestId('stake-balance')).toHaveText(/^100\sUSDT$/);

    await form(page).getByRole('button', { name: '50', exact: true }).click();
    await form(page).getByRole('button', { name: /^30s/ }).click();
    await expect(form(page).getByTestId('second-summary')).toContainText('55.56%');
    await form(page).getByRole('button', { name: 'Buy up' }).click();
    const dialog = page.getByRole('dialog', { name: 'Buy up BTC/USDT' });
    await expect(dialog).toContainText('If the contract is lost, the whole stake is lost.');
    await expect(dialog).toContainText('Mean of the index over the last 5 s, without its lowest and highest fifth');
    // The safe button has the focus.
    await expect(dialog.getByRole('button', { name: 'Back' })).toBeFocused();
    await dialog.getByRole('button', { name: 'Stake 50 USDT' }).click();
    await expect(dialog).toHaveCount(0);
    // A second contract, on an index that will be interrupted.
    const client = new Client(venue.url);
    client.resume(await page.evaluate(() => localStorage.getItem('token') ?? ''));
    const interrupted = await untilStruck(client, ethUsdt, async () => {
      const contract = { match_id: ethUsdt, currency_id: usdt, type: microType.down, seconds: 30, number: '10' };
      await client.call(submitMicro, contract, randomUUID());
    });
    await untilStruck(client, btcUsdt, async () => {
      await form(page).getByRole('button', { name: 'Buy up' }).click();
      await dialog.getByRole('button', { name: 'Stake 50 USDT' }).click();
    });

    const row = open(page).getByRole('row', { name: /BTC\/USDT/ });
    await expect(row).toContainText('Up 30s');
    await expect(row.getByTestId('countdown')).toHaveText(/^0:[0-2]\d$/);
    await expect(row).toContainText('running');
    await expect(row.getByRole('cell').nth(2)).toHaveText(/65,000\.0/);
    await expect(open(page).getByRole('row', { name: /ETH\/USDT/ })).toContainText('running');
    await expect(form(page).getByTestId('stake-balance')).toHaveText(/^40\sUSDT$/);
    await price({ BTC: '64990' });
    await expect(row.getByTestId('lead')).toHaveText('− behind');
    await price({ BTC: '65010' });
    await expect(row.getByTestId('lead')).toHaveText('+ ahead');

    // The result is shown for half a second, which is shorter than the pauses between the looks of an expectation.
    await page.waitForFunction(
      () => [...document.querySelectorAll('[data-testid="result"]')].some((shown) => shown.textContent.includes('+40')),
      null,
      { polling: 'raf', timeout: 120_000 },
    );
    await expect(open(page).getByRole('row', { name: /USDT/ })).toHaveCount(0);
    await expect(page.getByText('No contracts in progress.')).toBeVisible();
    await expect(form(page).getByTestId('stake-balance')).toHaveText(/^140\sUSDT$/);
    await page.getByRole('tab', { name: 'Closed' }).click();
    const won = closed(page)
      .getByRole('row', { name: /BTC\/USDT/ })
      .filter({ hasText: 'Won' });
    await expect(won).toHaveCount(1);
    await expect(
      closed(page)
        .getByRole('row', { name: /ETH\/USDT/ })
        .first(),
    ).toContainText('Void, index interrupted');

    await won.getByRole('button', { name: /^Evidence/ }).click();
    const evidence = page.getByRole('dialog', { name: /^Evidence of contract/ });
    await expect(evidence.getByRole('status')).toContainText('Computed here: equal');
    const { data } = await client.call(microOrders, { status: 3 });
    expect(data.find(({ id }) => id === interrupted)).toMatchObject({ result: 'void' });
    const order = data.find(({ result }) => result === 'win');
    expect(Number(order?.fact_profits)).toBe(40);
    expect(order).toMatchObject({ open_price: '65000', end_price: '65010' });
    for (const id of [order?.id ?? 0, interrupted]) {
      const { canonical, windows } = await client.call(microEvidence, { id });
      expect(isProven(evidenceFrom(canonical))).toBe(true);
      const { stdout } = await run(
        process.execPath,
        [...serverFlags, join(root, 'scripts/verify-contract.ts'), venue.url, String(id)],
        { cwd: root },
      );
      expect(stdout).toContain('Strike window and public ticks: equal');
      expect(stdout).toContain('Settlement window and public ticks: equal');
      expect(stdout).toContain('Result: equal');
      if (id !== order?.id) continue;
      const ticks = evidence.getByRole('table', { name: 'Settlement window' }).getByRole('row');
      await expect(ticks).toHaveCount(windows.settlement.readings.length + 1);
      const dropped = windows.settlement.readings.filter((reading) => reading.dropped).length;
      await expect(evidence.locator('s')).toHaveCount(dropped);
      expect(dropped).toBe(2 * Math.floor(windows.settlement.readings.length / 5));
    }
    await page.keyboard.press('Escape');
    await expect(won.getByRole('button', { name: /^Evidence/ })).toBeFocused();
    expect(person.errors).toEqual([]);

    // Everyone sees the result in the figures of the exchange.
    await page.goto('/figures');
    const results = page.getByRole('table', { name: 'Results of seconds contracts' });
    await expect(results.getByRole('row', { name: /BTC\/USDT/ })).toContainText('100.00%');
    // A win of 50 at 80 % costs the house 40, and the void contract is counted by its reason.
    const stakes = page.getByRole('table', { name: 'Stakes and payments of seconds contracts' });
    await expect(stakes.getByRole('row', { name: /BTC\/USDT/ })).toContainText('−40\u00a0USDT');
    const voids = page.getByRole('table', { name: 'Void contracts by day' }).getByRole('row').nth(1);
    await expect(voids.getByRole('cell').nth(2)).toHaveText(/[1-9]\d*$/);
    await expect(page.getByRole('table', { name: 'Money behind seconds contracts' })).toContainText('4,999,960 USDT');
    await page.getByRole('link', { name: 'How contracts are decided' }).click();
    await expect(page).toHaveTitle('How contracts are decided · Bourse');
    await expect(page.getByText('Won: +8 USDT.')).toBeVisible();
  });

  test('a visitor logs in first, and nothing can be bought while the index is interrupted or beyond a cap', async ({
    browser,
  }) => {
    const person = await Person.arrive(browser, venue.url);
    const { page } = person;
    const line = { isSilent: false };
    await page.routeWebSocket(/\/ws$/, (socket) => {
      const server = socket.connectToServer();
      server.onMessage((message) => {
        if (!line.isSilent) socket.send(message);
      });
    });
    await page.goto('/second?id=0');
    await page.waitForURL('**/login?redirect=*second*');
    await person.join('capped@example.org');
    const client = new Client(venue.url);
    client.resume(await page.evaluate(() => localStorage.getItem('token') ?? ''));
    const move = { currency_id: usdt, balance: '6000', from: 'change_account', to: 'micro_account' };
    await client.call(accountTransfer, move, 'fund-capped');
    // Those of the other pair fill the first page of the list.
    await untilAllStruck(client, [
      { market: btcUsdt, count: 3, number: '1000' },
      { market: ethUsdt, count: 10, number: '200' },
    ]);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/second?id=0');
    await expect(page.getByRole('tab', { name: 'In progress (13)' })).toBeVisible();
    await page.getByRole('button', { name: 'Buy down' }).click();
    const sheet = page.getByRole('dialog', { name: 'BTC/USDT' });
    await expect(sheet.getByRole('alert')).toHaveText('You can stake only 0 USDT more at the moment.');
    await price({ ETH: '3000' });
    await expect(sheet.getByRole('alert')).toHaveText(/^The index of BTC\/USDT is not available at the moment/);
    await page.keyboard.press('Escape');
    await expect(indexNow(page)).toHaveText('Interrupted');
    await price({ BTC: '65000', ETH: '3000' });
    await expect(indexNow(page)).toHaveText(/^65,000/);
    // The chart lists the strike prices of its pair for screen readers.
    await expect(page.getByTestId('index-chart').getByRole('listitem')).toHaveCount(3);

    line.isSilent = true;
    for (const panel of ['Chart', 'Contracts']) {
      const region = page.getByRole('region', { name: panel, exact: true });
      await expect(region.getByText('Data is delayed')).toBeVisible({ timeout: 30_000 });
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(form(page).getByText('Data is delayed')).toBeVisible();
    line.isSilent = false;
    await expect(page.getByText('Data is delayed')).toHaveCount(0, { timeout: 30_000 });
    expect(person.errors).toEqual([]);
  });
});

/**
 * Waits until a contract on a market has its strike price, and returns its id. A contract whose second of strike had no
 * tick is void, as on a machine that was busy for so long; then another one is bought.
 */
async function untilStruck(client: Client, market: number, buy: () => Promise<void>): Promise<number> {
  let struck: MicroOrder | undefined;
  await expect(async () => {
    const { data } = await client.call(microOrders, { status: 1 });
    const contract = data.find(({ match_id: id }) => id === market);
    if (contract === undefined) await buy();
    expect(contract?.open_price).toEqual(expect.any(String));
    struck = contract;
  }).toPass();
  return struck?.id ?? 0;
}

interface Wanted {
  readonly market: number;
  readonly count: number;
  readonly number: string;
}

/** Buys contracts until so many of each market have their strike price; void ones are bought again, as above. */
async function untilAllStruck(client: Client, wanted: readonly Wanted[]): Promise<void> {
  let bought = 0;
  await expect(async () => {
    const pages = [];
    for (const page of [1, 2]) pages.push((await client.call(microOrders, { status: 1, page })).data);
    const all = pages.flat();
    for (const { count, market, number } of wanted) {
      const own = all.filter(({ match_id: id }) => id === market);
      for (let n = own.length; n < count; n += 1) {
        const contract = { match_id: market, currency_id: usdt, type: microType.up, seconds: 300, number };
        await client.call(submitMicro, contract, `bought-${bought}`);
        bought += 1;
      }
      expect(own.filter(({ open_price: strike }) => strike !== null)).toHaveLength(count);
    }
  }).toPass();
}

function form(page: Page): Locator {
  return page.getByRole('region', { name: 'Buy a contract' });
}

function indexNow(page: Page): Locator {
  return page.getByTestId('index-now');
}

function open(page: Page): Locator {
  return page.getByRole('table', { name: 'In progress' });
}

function closed(page: Page): Locator {
  return page.getByRole('table', { name: 'Closed' });
}
