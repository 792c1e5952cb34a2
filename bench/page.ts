import { fileURLToPath } from 'node:url';
import { chromium, type Browser } from '@playwright/test';
import { siteConfig } from '@bourse/contract/identity';
import { buyAdd, sellAdd } from '@bourse/contract/spot';
import { chromiumFlags, chromiumPath } from '@bourse/e2e/chromium';
import { Client } from '@bourse/e2e/client';
import { addMarkets, firstAddedMarket } from '@bourse/e2e/many-markets';
import { Venue } from '@bourse/e2e/venue';
import { ensurePageBuilt } from '../scripts/build-page.ts';
import { bytesSent, pageWeights, readManifest } from '../scripts/page-weight.ts';
import { medianOfLoads, type PageMetrics, type ScrollMetrics, scrollThrough, withPage } from './page-metrics.ts';
import { measurement, numberArgument, report, type Row } from './table.ts';

/**
 * Loading metrics in real Chromium with an empty cache: largest paint, layout shift, blocking time and script bytes of
 * each page, compared with its budget; then the markets page with many markets, scrolled from top to bottom while they
 * trade.
 *
 * Options: `--rounds` per page (the median counts), `--slow` factor by which the processor is slowed down, `--markets`
 * in the long list, `--json FILE`.
 */
const args = process.argv.slice(2);
const rounds = numberArgument(args, 'rounds', 3);
const slow = numberArgument(args, 'slow', 1);
const manyMarkets = numberArgument(args, 'markets', 1_000);

const root = fileURLToPath(new URL('..', import.meta.url));
const pages = ['/home', '/markets', '/trade?id=0', '/login', '/notice'] as const;

/** Budgets of a page: largest paint and blocking time in milliseconds, and layout shift. */
const budgets = { largestPaintMs: 2_500, layoutShift: 0.05, blockedMs: 200 } as const;

await ensurePageBuilt(root);
const rows: Row[] = weightRows();
const browser = await chromium.launch({ executablePath: await chromiumPath(), args: chromiumFlags });
try {
  await withVenue({ simulator: true }, async (venue) => {
    for (const path of pages) rows.push(...pageRows(named(path), await load(`${venue.url}${path}`)));
  });
  await withVenue({ simulator: false }, async (venue) => {
    await addMarkets(venue, manyMarkets);
    const name = named(`/markets with ${manyMarkets} additional markets`);
    rows.push(...pageRows(name, await load(`${venue.url}/markets`)));
    rows.push(...scrollRows(name, await scroll(browser, venue.url)));
  });
} finally {
  await browser.close();
}
report(rows, args);

function load(url: string): Promise<PageMetrics> {
  return medianOfLoads(browser, url, slow, rounds);
}

function named(path: string): string {
  return slow === 1 ? path : `${path}, ${slow} × slower`;
}

function weightRows(): Row[] {
  return pageWeights(readManifest(root), (file) => bytesSent(root, file)).map(({ module, bytes, budget }) =>
    measurement(module, 'scripts, gzip', bytes / 1_024, 'KiB', { name: 'budget', value: budget / 1_024 }),
  );
}

function pageRows(name: string, metrics: PageMetrics): Row[] {
  return [
    measurement(name, 'largest paint', metrics.largestPaintMs, 'ms', { name: 'budget', value: budgets.largestPaintMs }),
    measurement(name, 'layout shift', metrics.layoutShift, '', { name: 'budget', value: budgets.layoutShift }),
    measurement(name, 'blocked', metrics.blockedMs, 'ms', { name: 'budget', value: budgets.blockedMs }),
    measurement(name, 'longest task', metrics.longestTaskMs, 'ms'),
    measurement(name, 'scripts, as sent', metrics.scriptBytes / 1_024, 'KiB'),
  ];
}

function scrollRows(name: string, metrics: ScrollMetrics): Row[] {
  return [
    measurement(name, 'maximum rows in the document', metrics.maxRows, 'rows'),
    measurement(name, 'scrolled', metrics.scrolledPx, 'px'),
    measurement(name, 'frames', metrics.frames, 'frames'),
    measurement(name, 'frame p50', metrics.frameMs.p50, 'ms'),
    measurement(name, 'frame p95', metrics.frameMs.p95, 'ms'),
    measurement(name, 'frame, longest', metrics.frameMs.longest, 'ms'),
    measurement(name, 'tasks over 50 ms of CPU', metrics.longTasks, 'tasks'),
    measurement(name, 'longest task, CPU', metrics.longestTaskMs, 'ms'),
    measurement(name, 'ticker messages during the scroll', metrics.quotations, 'messages'),
  ];
}

/** Scrolls through the long list while two users trade in its markets. */
async function scroll(chrome: Browser, url: string): Promise<ScrollMetrics> {
  const { default_invite_code: code } = await new Client(url).call(siteConfig, {});
  const [seller, buyer] = [new Client(url), new Client(url)];
  await seller.join('seller@example.org', code);
  await buyer.join('buyer@example.org', code);
  const ended = new AbortController();
  const trading = trade(seller, buyer, ended.signal);
  try {
    return await withPage(chrome, slow, async (page) => scrollThrough(page, `${url}/markets`, manyMarkets));
  } finally {
    ended.abort();
    await trading;
  }
}

async function trade(seller: Client, buyer: Client, signal: AbortSignal): Promise<void> {
  for (let n = 0; !signal.aborted; n += 1) {
    // Consecutive trades are far apart in the list, so that some are always in view.
    const at = (n * 37) % manyMarkets;
    const order = {
      currency_match_id: firstAddedMarket + at,
      number: '5',
      price: (1 + at / 100 + 0.01 * (n % 3)).toFixed(2),
    };
    await seller.call(sellAdd, order);
    await buyer.call(buyAdd, order);
  }
}

async function withVenue(options: { simulator: boolean }, work: (venue: Venue) => Promise<void>): Promise<void> {
  const venue = await Venue.open(options);
  try {
    await venue.whenReady();
    await work(venue);
  } finally {
    await venue.close();
  }
}
