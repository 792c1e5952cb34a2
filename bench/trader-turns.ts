import type { Page } from '@playwright/test';

/** The orders placed in a turn: far below the market price, so that they rest until cancelled. */
export interface RestingOrder {
  readonly price: string;
  readonly amount: string;
}

const markets = ['ETH/USDT', 'SOL/USDT', 'BTC/USDT'] as const;

/**
 * One turn of typical activity: visits other markets and returns, changes the chart period, opens the menus, views the
 * depth, past orders and balances, places an order and cancels it.
 */
export async function takeTurn(page: Page, { price, amount }: RestingOrder): Promise<void> {
  for (const symbol of markets) await goToMarket(page, symbol);
  const periods = page.getByRole('group', { name: 'Chart period' });
  for (const label of ['15m', '1H', '1m']) {
    await periods.getByRole('button', { name: label, exact: true }).click();
    await chartOf(page, 'BTC/USDT').waitFor();
  }
  await periods.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitemradio').first().waitFor();
  await page.keyboard.press('Escape');
  for (const name of ['Indicators', 'Keyboard shortcuts']) {
    await page.getByRole('button', { name }).click();
    await page.getByRole('dialog', { name }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  await page.getByRole('tab', { name: 'Depth', exact: true }).click();
  await page.getByRole('tab', { name: 'Chart', exact: true }).click();
  await chartOf(page, 'BTC/USDT').waitFor();
  const orders = page.getByRole('region', { name: 'Orders' });
  for (const name of ['Order history', 'Trade history', 'Balances']) await orders.getByRole('tab', { name }).click();
  await orders.getByRole('tab').first().click();
  const form = page.getByRole('form', { name: 'Buy BTC' });
  await form.getByRole('textbox', { name: 'Price' }).fill(price);
  await form.getByRole('textbox', { name: 'Amount' }).fill(amount);
  await form.getByRole('button', { name: 'Buy BTC' }).click();
  const row = orders.locator('[data-order]').filter({ hasText: amount });
  await row.getByRole('button', { name: /^Cancel order/ }).click();
  await row.waitFor({ state: 'detached' });
}

async function goToMarket(page: Page, symbol: string): Promise<void> {
  await page.getByRole('table', { name: 'Markets' }).getByRole('link', { name: symbol, exact: true }).click();
  await chartOf(page, symbol).waitFor();
  await page.getByTestId('asks').locator('tbody tr').first().waitFor();
}

/** The chart of a market, once its candles are drawn. */
function chartOf(page: Page, symbol: string) {
  return page.locator(`[data-testid="price-chart"][data-state="full"][aria-label="Chart ${symbol}"]`);
}
