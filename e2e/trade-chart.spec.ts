import { siteConfig } from '@bourse/contract/identity';
import { deal } from '@bourse/contract/markets';
import { buyAdd, buyCancel, buyReplace } from '@bourse/contract/spot';
import { expect, test, type Browser, type Page } from '@playwright/test';
import { Client } from './client.ts';
import { tradeInDemo } from './own-trade.ts';
import { sharedVenue } from './shared-venue.ts';
import type { Venue } from './venue.ts';

test.describe('the price chart', () => {
  let venue: Venue;
  let trader: Client;
  // The demo's own market has a history of candles.
  sharedVenue({ simulator: true }, async (opened) => {
    venue = opened;
    const { default_invite_code } = await new Client(venue.url).call(siteConfig, {});
    trader = new Client(venue.url);
    await trader.join('chart@example.org', default_invite_code);
  });

  test('shows every period, scrolls back in time, and keeps settings and drawings', async ({ browser }) => {
    const page = await openChart(browser, venue.url);
    const periods = page.getByRole('group', { name: 'Chart period' });
    await expect(periods.getByRole('button', { name: '1m', exact: true })).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByRole('figure')).toContainText(/1m, last candle: \d{4}-\d\d-\d\d .*Open .*Close /);

    const older = page.waitForRequest((request) => pageBefore(request.url(), 500 * 60));
    await pull(page, 400, 11);
    await older;

    for (const [label, period] of [
      ['15m', '15min'],
      ['1M', '1mon'],
    ] as const) {
      const asked = page.waitForRequest((request) => request.url().includes(`period=${period}&`));
      await periods.getByRole('button', { name: label, exact: true }).click();
      await asked;
      await expect(page.getByRole('figure')).toContainText(`${label}, last candle`);
    }
    await periods.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitemradio', { name: '4H' }).click();
    await expect(page.getByRole('figure')).toContainText('4H, last candle');

    // One tab stop; the arrow keys move within.
    await periods.getByRole('button', { name: 'Line' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(periods.getByRole('button', { name: '1m', exact: true })).toBeFocused();

    await page.getByRole('button', { name: 'Chart settings' }).click();
    await page.getByRole('menuitemradio', { name: 'Logarithmic' }).click();

    await page.getByRole('button', { name: 'Indicators' }).click();
    const dialog = page.getByRole('dialog', { name: 'Indicators' });
    await dialog.getByRole('button', { name: 'MACD', exact: true }).click();
    await dialog.getByLabel('Fast').fill('9');
    await dialog.getByLabel('Slow').fill('0');
    await expect(dialog.getByText('Enter a value from 1 to 500')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);

    await page.getByRole('button', { name: 'Drawing tools' }).click();
    const tools = page.getByRole('toolbar', { name: 'Drawing tools' });
    const removeAll = tools.getByRole('button', { name: /^Delete all drawings/ });
    await expect(removeAll).toBeDisabled();
    await tools.getByRole('button', { name: 'Horizontal line' }).click();
    // The price pane takes the upper third of a chart with two panes below it.
    await press(page, 0.5, 0.2);
    await expect(removeAll).toBeEnabled();
    await tools.getByRole('button', { name: 'Rectangle' }).click();
    await press(page, 0.3, 0.15);
    await press(page, 0.6, 0.3);
    await expect(tools.getByRole('button', { name: 'Select and move' })).toHaveAttribute('aria-pressed', 'true');
    expect(await drawings(page)).toEqual(['horizontal', 'rectangle']);

    await page.reload();
    await expect(page.getByTestId('price-chart')).toHaveAttribute('data-state', 'full');
    await expect(page.getByRole('button', { name: '4H' })).toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('button', { name: 'Chart settings' }).click();
    await expect(page.getByRole('menuitemradio', { name: 'Logarithmic' })).toHaveAttribute('aria-checked', 'true');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Indicators' }).click();
    await expect(dialog.getByLabel('Fast')).toHaveValue('9');
    await expect(dialog.getByLabel('Slow')).toHaveValue('26');
    await page.keyboard.press('Escape');

    // Drawings belong to one market.
    await expect(removeAll).toBeEnabled();
    await page.goto('/trade?id=1');
    await expect(page.getByTestId('price-chart')).toHaveAttribute('data-state', 'full');
    await expect(removeAll).toBeDisabled();
    await page.goto('/trade?id=0');
    await expect(removeAll).toBeEnabled();
    await page.keyboard.press('Shift+Delete');
    await expect(removeAll).toBeDisabled();
    expect(await drawings(page)).toEqual([]);

    await page.getByRole('button', { name: 'Full screen' }).click();
    const bar = page.getByRole('toolbar', { name: 'Chart tools' });
    await expect.poll(async () => (await bar.boundingBox())?.width).toBe(page.viewportSize()?.width);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Full screen' })).toBeVisible();
  });

  test('sets each point of a drawing, however late the timers of a busy page are', async ({ browser }) => {
    const page = await openChart(browser, venue.url);
    await page.getByRole('button', { name: 'Drawing tools' }).click();
    const tools = page.getByRole('toolbar', { name: 'Drawing tools' });
    const ready = tools.getByRole('button', { name: 'Select and move' });
    const draw = async (tool: string, points: readonly (readonly [number, number])[]): Promise<void> => {
      await tools.getByRole('button', { name: tool, exact: true }).click();
      for (const [across, down] of points) await press(page, across, down);
      await expect(ready).toHaveAttribute('aria-pressed', 'true');
    };
    // The library takes a press for the second of a double click until its timer ends the first, here never.
    await page.evaluate(() => Object.assign(window, { setTimeout: () => 0 }));
    await draw('Horizontal line', [[0.5, 0.2]]);
    await draw('Rectangle', [
      [0.3, 0.15],
      [0.6, 0.3],
    ]);
    await draw('Parallel channel', [
      [0.3, 0.15],
      [0.6, 0.2],
      [0.5, 0.25],
    ]);
    expect(await drawings(page)).toEqual(['horizontal', 'rectangle', 'channel']);
  });

  test('has further periods, a line mode, indicators in panes, a live candle, and information on the coin', async ({
    browser,
  }) => {
    const page = await openChart(browser, venue.url);
    const periods = page.getByRole('group', { name: 'Chart period' });
    const chart = page.getByRole('figure', { name: 'Chart BTC/USDT' });
    for (const label of ['3m', '2H', '6H', '12H', '3D']) {
      // The button shows the last selection of its menu.
      await periods.getByRole('button').last().click();
      await page.getByRole('menuitemradio', { name: label, exact: true }).click();
      await expect(chart).toContainText(`${label}, last candle`);
      await expect(chart).toHaveAttribute('data-state', 'full');
    }
    // Daily candles show the UTC date and no time.
    await expect(chart).toContainText(/3D, last candle: \d{4}-\d\d-\d\d, Open/);

    const line = periods.getByRole('button', { name: 'Line' });
    await line.click();
    await expect(line).toHaveAttribute('aria-pressed', 'true');
    await expect(chart).toContainText('1m, last candle');
    const candle = await chart.textContent();
    await tradeInDemo(trader);
    await expect(chart).not.toHaveText(candle ?? '');

    const panes = async (): Promise<number> => chart.locator('canvas').count();
    const before = await panes();
    await page.getByRole('button', { name: 'Indicators' }).click();
    await page.getByRole('dialog', { name: 'Indicators' }).getByRole('button', { name: 'RSI', exact: true }).click();
    await page.keyboard.press('Escape');
    await expect.poll(panes).toBeGreaterThan(before);

    await page.getByRole('tab', { name: 'Info' }).click();
    await expect(page.getByRole('region', { name: 'Info' })).toContainText('BTC');
    expect(await chart.count()).toBe(0);
  });

  test('is shown next to the markets by quote currency and favourites, and to a book that can show one side', async ({
    browser,
  }) => {
    const page = await openChart(browser, venue.url);
    const list = page.getByRole('region', { name: 'Markets' });
    const rows = list.getByRole('table', { name: 'Markets' }).locator('[data-market]');
    await list.getByRole('tab', { name: 'BTC', exact: true }).click();
    await expect(rows.filter({ hasText: '/USDT' })).toHaveCount(0);
    await list.getByRole('button', { name: 'Add ETH/BTC to favourites' }).click();
    await list.getByRole('tab', { name: 'Favourites' }).click();
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText(/ETH\/BTC.*\d%/);
    await page.reload();
    await list.getByRole('tab', { name: 'Favourites' }).click();
    await expect(rows).toHaveCount(1);

    await page.getByRole('button', { name: 'Buy orders only' }).click();
    await expect(page.getByTestId('asks')).toHaveCount(0);
    await expect(page.getByTestId('bids').getByRole('row').nth(1)).toBeInViewport();
    await expect(page.getByTestId('tape').locator('[data-way="buy"]').first()).toBeAttached();
    await expect(page.getByTestId('tape').locator('[data-way="sell"]').first()).toBeAttached();
  });

  test('shows nothing of another market while candles load', async ({ browser }) => {
    const page = await openChart(browser, venue.url);
    expect(await candlePixels(page)).toBeGreaterThan(0);
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/market\/kline\?.*currency_match_id=2/, async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole('link', { name: /ETH/ }).first().click();
    const chart = page.getByRole('figure', { name: 'Chart ETH/USDT' });
    await expect(chart).toHaveAttribute('data-state', 'loading');
    await expect.poll(() => candlePixels(page)).toBe(0);
    await expect(chart).not.toContainText('last candle');
    release();
    await expect(chart).toHaveAttribute('data-state', 'full');
    await expect.poll(() => candlePixels(page)).toBeGreaterThan(0);
  });

  test('draws own orders as they are placed, changed and ended, and catches up after a server restart', async ({
    browser,
  }) => {
    const page = await openChart(browser, venue.url, trader.token);
    const lines = page.getByTestId('chart-orders').getByRole('listitem');
    const { quotation } = await trader.call(deal, { currency_match_id: 1 });
    const [low, lower] = [0.9, 0.8].map((share) => String(Math.floor(Number(quotation.close) * share)));
    const line = (price: string | undefined) => `Buy 0.1, ${Number(price).toLocaleString('en')}.0`;
    const placed = await trader.call(buyAdd, { currency_match_id: 1, price: lower ?? '', number: '0.1' });
    await expect(lines).toHaveText([line(lower)]);
    const { placed: moved } = await trader.call(buyReplace, { id: placed.id, price: low ?? '', number: '0.1' });
    await expect(lines).toHaveText([line(low)]);
    await trader.call(buyCancel, { id: moved.id });
    await expect(lines).toHaveCount(0);

    await page.evaluate(() => {
      const chart = document.querySelector('[data-testid="price-chart"]');
      const states: string[] = [];
      Object.assign(window, { states });
      new MutationObserver(() => states.push(chart?.getAttribute('data-state') ?? '')).observe(chart ?? document.body, {
        attributes: true,
      });
    });
    await venue.end('SIGKILL');
    await expect(page.getByText('Connection lost, reconnecting').first()).toBeAttached();
    const repair = page.waitForRequest(
      (request) => {
        const { searchParams, pathname } = new URL(request.url());
        // The request starts one candle before the last known one: minutes ago, not a day.
        return pathname.endsWith('market/kline') && Number(searchParams.get('from')) > Date.now() / 1_000 - 1_800;
      },
      { timeout: 60_000 },
    );
    await venue.start();
    await repair;
    await expect(page.getByTestId('price-chart')).toHaveAttribute('data-state', 'full');
    expect(await page.evaluate(() => 'states' in window && window.states)).toEqual([]);
  });
});

async function openChart(browser: Browser, url: string, token: string | null = null): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, locale: 'en', viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  if (token !== null) await page.addInitScript((text) => localStorage.setItem('token', text), token);
  await page.goto('/trade?id=0');
  await expect(page.getByTestId('price-chart')).toHaveAttribute('data-state', 'full');
  return page;
}

/** Whether a request for candles ends about `seconds` ago or earlier. */
function pageBefore(url: string, seconds: number): boolean {
  const { searchParams, pathname } = new URL(url);
  return pathname.endsWith('market/kline') && Number(searchParams.get('to')) < Date.now() / 1_000 - seconds / 2;
}

/** Drags the chart to the right, so that older candles scroll in. */
async function pull(page: Page, distance: number, times: number): Promise<void> {
  const box = await chartBox(page);
  const y = box.y + 100;
  for (let i = 0; i < times; i += 1) {
    await page.mouse.move(box.x + 60, y);
    await page.mouse.down();
    await page.mouse.move(box.x + 60 + distance, y, { steps: 2 });
    await page.mouse.up();
  }
}

async function press(page: Page, across: number, down: number): Promise<void> {
  const box = await chartBox(page);
  await page.mouse.click(box.x + box.width * across, box.y + box.height * down);
}

async function chartBox(page: Page): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await page.getByTestId('price-chart').boundingBox();
  if (box === null) throw new Error('the chart is missing');
  return box;
}

async function drawings(page: Page): Promise<unknown> {
  return page.evaluate(() => {
    const kept: unknown = JSON.parse(localStorage.getItem('chart_drawings') ?? '{}');
    return Object.values(kept ?? {})
      .flat()
      .map((one: { tool: string }) => one.tool);
  });
}

/** The number of chart pixels in the colour of a candle. */
async function candlePixels(page: Page): Promise<number> {
  return page.getByTestId('price-chart').evaluate((chart) => {
    const style = getComputedStyle(chart);
    const hues = ['--up', '--down'].map((name) => {
      const colour = style.getPropertyValue(name);
      return [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16));
    });
    let count = 0;
    for (const canvas of chart.querySelectorAll('canvas')) {
      if (canvas.width === 0 || canvas.height === 0) continue;
      const points = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      for (let i = 0; i < points.length; i += 4) {
        if (points[i + 3] === 255 && hues.some((hue) => hue.every((value, at) => value === points[i + at]))) count += 1;
      }
    }
    return count;
  });
}
