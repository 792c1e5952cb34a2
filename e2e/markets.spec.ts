import { expect, test, type Page } from '@playwright/test';
import { siteConfig } from '@bourse/contract/identity';
import { buyAdd, sellAdd } from '@bourse/contract/spot';
import { Client } from './client.ts';
import { addMarkets } from './many-markets.ts';
import { Person } from './person.ts';
import { sharedVenue } from './shared-venue.ts';
import type { Venue } from './venue.ts';

const bitcoin = 1;
const ether = 2;
const etherInBitcoin = 13;

test.describe('the markets page', () => {
  let venue: Venue;
  let seller: Client;
  let buyer: Client;

  sharedVenue({ simulator: false }, async (opened) => {
    venue = opened;
    const { default_invite_code: code } = await new Client(venue.url).call(siteConfig, {});
    [seller, buyer] = [new Client(venue.url), new Client(venue.url)];
    await seller.join('maker@example.org', code);
    await buyer.join('taker@example.org', code);
    await trade(bitcoin, '50000');
    await trade(ether, '3000');
    await trade(etherInBitcoin, '0.07');
  });

  async function trade(market: number, price: string): Promise<void> {
    await seller.call(sellAdd, { currency_match_id: market, number: '0.1', price });
    await buyer.call(buyAdd, { currency_match_id: market, number: '0.1', price });
  }

  test('updates live, sorts, and keeps tab and sort across a reload', async ({ browser }) => {
    const { page } = await Person.arrive(browser, venue.url);
    const sent: string[] = [];
    page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(String(payload))));
    await page.goto('/markets');
    await expect(row(page, 'BTC/USDT')).toContainText('50,000.0');
    await expect(row(page, 'BTC/USDT')).toContainText('≈ CN¥340,000.00');
    await expect(row(page, 'ETH/BTC')).toContainText('≈ CN¥23,800.00');

    await trade(bitcoin, '51000.5');
    await expect(row(page, 'BTC/USDT')).toContainText('51,000.5');
    await expect(row(page, 'BTC/USDT')).toContainText('≈ CN¥346,803.40');
    await expect(row(page, 'BTC/USDT')).toContainText('+2.00%');

    const price = page.getByRole('columnheader', { name: 'Last price' });
    await price.getByRole('button').click();
    await expect(price).toHaveAttribute('aria-sort', 'descending');
    await expect(page.getByRole('row').nth(1)).toContainText('BTC/USDT');
    // Prices are sorted by value, whatever their currency.
    await expect(page.getByRole('row').nth(2)).toContainText('ETH/BTC');
    await page.reload();
    await expect(price).toHaveAttribute('aria-sort', 'descending');
    await price.getByRole('button').press('Enter');
    await expect(price).toHaveAttribute('aria-sort', 'ascending');
    await price.getByRole('button').press('Enter');
    await expect(price).toHaveAttribute('aria-sort', 'none');

    await page.getByRole('tab', { name: 'BTC' }).click();
    await expect(row(page, 'ETH/BTC')).toBeVisible();
    await expect(row(page, 'BTC/USDT')).toHaveCount(0);
    await page.goto('/markets');
    await expect(page.getByRole('tab', { name: 'BTC' })).toHaveAttribute('aria-selected', 'true');

    expect(sent.some((frame) => frame.includes('"sub"') && frame.includes('DAY_MARKET'))).toBe(true);
    await page.getByRole('link', { name: 'Register' }).first().click();
    await expect(page.getByLabel('Repeat password')).toBeVisible();
    await expect.poll(() => sent.findLast((frame) => frame !== 'ping')).toBe('{"type":"unsub","params":"DAY_MARKET"}');
  });

  test("works by keyboard alone, and moves a visitor's stars to the account at login", async ({ browser }) => {
    const person = await Person.arrive(browser, venue.url);
    const { page } = person;
    await page.goto('/markets?tab=favourites');
    await expect(page.getByText('No favourites yet.')).toBeVisible();
    await page.getByRole('button', { name: 'Show all markets' }).click();
    await expect(row(page, 'BTC/USDT')).toBeVisible();

    await page.keyboard.press('/');
    await page.keyboard.type('ethereum');
    await expect(row(page, 'BTC/USDT')).toHaveCount(0);
    await page.keyboard.press('ArrowDown');
    await expect(link(page, 'ETH/USDT')).toBeFocused();
    await page.keyboard.press('s');
    await expect(page.getByTestId('announcer')).toHaveText('ETH/USDT added to favourites');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('s');
    await page.getByRole('tab', { name: 'Favourites' }).click();
    await expect(page.getByRole('row')).toHaveCount(3);

    // When the focused row is removed, the next one gets the focus.
    await link(page, 'ETH/USDT').focus();
    await page.keyboard.press('s');
    await expect(row(page, 'ETH/USDT')).toHaveCount(0);
    await expect(link(page, 'ETH/BTC')).toBeFocused();

    await person.joinByForms('stars@example.org');
    await page.goto('/markets?tab=favourites');
    await expect(row(page, 'ETH/BTC')).toBeVisible();
    const elsewhere = await Person.arrive(browser, venue.url);
    const token = await page.evaluate(() => localStorage.getItem('token'));
    await elsewhere.page.addInitScript((session) => localStorage.setItem('token', session ?? ''), token);
    await elsewhere.page.goto('/markets?tab=favourites');
    await expect(row(elsewhere.page, 'ETH/BTC')).toBeVisible();

    await link(page, 'ETH/BTC').press('Enter');
    await page.waitForURL('**/trade?id=13');
    expect([...person.errors, ...elsewhere.errors]).toEqual([]);
  });

  test('renders a thousand markets with a few rows and scrolls to the last', async ({ browser }) => {
    await addMarkets(venue, 1_000);
    const person = await Person.arrive(browser, venue.url);
    const { page } = person;
    await page.goto('/markets');
    await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', '1017');
    const rows = page.locator('tbody tr[data-market]');
    expect(await rows.count()).toBeLessThan(50);
    await link(page, 'BTC/USDT').focus();
    await page.keyboard.press('End');
    const last = page.locator('tbody tr[aria-rowindex="1017"]');
    await expect(last.getByRole('link')).toBeFocused();
    await expect(last).toBeInViewport();
    expect(await rows.count()).toBeLessThan(50);
    await page.keyboard.press('/');
    await page.keyboard.type('C1000');
    await expect(row(page, 'C1000/USDT')).toContainText('10.99');
    await expect(rows).toHaveCount(1);
    expect(person.errors).toEqual([]);
  });
});

function row(page: Page, symbol: string) {
  return page.getByRole('row').filter({ has: page.getByTitle(symbol, { exact: true }) });
}

function link(page: Page, symbol: string) {
  return page.getByTitle(symbol, { exact: true });
}
