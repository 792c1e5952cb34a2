import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { siteConfig } from '@bourse/contract/identity';
import { deal, tapeLength } from '@bourse/contract/markets';
import { buyAdd } from '@bourse/contract/spot';
import { chromiumFlags, chromiumPath } from './chromium.ts';
import { Client } from './client.ts';
import { Venue } from './venue.ts';

/** `npm run screenshot`: the trade page of a fresh demo with a running market, for the README. */
const file = fileURLToPath(new URL('../docs/trade.png', import.meta.url));
const venue = await Venue.open({ simulator: true });
const browser = await chromium.launch({ executablePath: await chromiumPath(), args: chromiumFlags });
try {
  const config = await new Client(venue.url).call(siteConfig, {});
  const person = new Client(venue.url);
  await person.join('trader@example.org', config.default_invite_code);
  const { quotation } = await person.call(deal, { currency_match_id: 1 });
  for (const [number, below] of [
    ['0.05', 0.99],
    ['0.1', 0.98],
    ['0.2', 0.95],
  ] as const) {
    await person.call(buyAdd, { currency_match_id: 1, number, price: (Number(quotation.close) * below).toFixed(0) });
  }
  const page = await browser.newPage({ viewport: { width: 1440, height: 1100 }, locale: 'en', colorScheme: 'dark' });
  await page.addInitScript((token) => localStorage.setItem('token', token), person.token);
  await page.goto(`${venue.url}/trade?id=0`);
  // A fresh market has traded for a minute or two when its tape is full.
  await page.getByTestId('tape').getByRole('row').nth(tapeLength).waitFor({ timeout: 300_000 });
  await page.locator('canvas').first().waitFor();
  await mkdir(dirname(file), { recursive: true });
  await page.screenshot({ path: file });
  process.stdout.write(`${file}\n`);
} finally {
  await browser.close();
  await venue.close();
}
