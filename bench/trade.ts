import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import { siteConfig } from '@bourse/contract/identity';
import { currencyMatches, tapeLength, type Match } from '@bourse/contract/markets';
import { buyAdd } from '@bourse/contract/spot';
import { chromiumFlags, chromiumPath } from '@bourse/e2e/chromium';
import { Client } from '@bourse/e2e/client';
import { addMarkets } from '@bourse/e2e/many-markets';
import { countRenders, takeRenders, type Renders } from '@bourse/e2e/renders';
import { Venue } from '@bourse/e2e/venue';
import { ensurePageBuilt } from '../scripts/build-page.ts';
import { bytesSent, pageWeights, readManifest } from '../scripts/page-weight.ts';
import { BusyFeed, type Rates } from './busy-feed.ts';
import { shareWithin, watchFrames, type FrameMetrics } from './frame-metrics.ts';
import {
  growthOf,
  minSamples,
  throughMinutes,
  watchMemory,
  type Holdings,
  type MemoryMetrics,
} from './memory-metrics.ts';
import { medianOfLoads, withPage, type PageMetrics } from './page-metrics.ts';
import { measurement, numberArgument, report, textArgument, type Row } from './table.ts';
import { takeTurn } from './trader-turns.ts';

/**
 * The trade page in real Chromium while its market is busy: its frames and their cost, superfluous renders, memory over
 * time, and loading. The page is a real venue's build with a logged-in user who has open orders; only the socket is
 * answered by `BusyFeed`.
 *
 * Options: `--only` some of `loading`, `work`, `frames`, `renders`, `memory` and `turns`, separated by commas;
 * `--seconds` per measurement of frames; `--minutes` of the memory measurement (the long version takes 30); `--turns`
 * of user activity in the second memory measurement; `--slow` factor by which the processor is slowed down; `--book`,
 * `--trades` and `--tickers` messages per second; `--rounds` of loading the page; `--json FILE`.
 */
const args = process.argv.slice(2);
const seconds = numberArgument(args, 'seconds', 10);
const minutes = numberArgument(args, 'minutes', 2);
const slow = numberArgument(args, 'slow', 4);
const rounds = numberArgument(args, 'rounds', 3);
const turns = numberArgument(args, 'turns', 12);
const only = textArgument(args, 'only')?.split(',') ?? null;
const isWanted = (part: string): boolean => only === null || only.includes(part);
const rates: Rates = {
  book: numberArgument(args, 'book', 50),
  trades: numberArgument(args, 'trades', 20),
  tickers: numberArgument(args, 'tickers', 200),
};

/**
 * Together with the demo's own markets there are fifty, for each of which the server sends a ticker four times a
 * second.
 */
const addedMarkets = 35;

/** Budgets of the trade page: transferred script bytes, largest paint in milliseconds, and layout shift. */
const budgets = { scriptsKiB: 300, largestPaintMs: 1_500, layoutShift: 0.05, framesPerSecond: 60 } as const;

/** The interval between two frames of the screen. */
const frameMs = 1_000 / 60;

/** Time for the page to fetch its data and to warm up its scripts. */
const settledMs = 8_000;

const tradePage = 'features/spot/trade-page.tsx';
const root = fileURLToPath(new URL('..', import.meta.url));

await ensurePageBuilt(root);
const rows: Row[] = weightRows();
const browser = await chromium.launch({ executablePath: await chromiumPath(), args: chromiumFlags });
const venue = await Venue.open({ simulator: true });
try {
  await venue.whenReady();
  await addMarkets(venue, addedMarkets);
  await venue.whenReady();
  if (isWanted('loading')) {
    rows.push(...loadRows(await medianOfLoads(browser, `${venue.url}/trade?id=0`, slow, rounds)));
  }
  const person = await trader(venue.url);
  const feed = new BusyFeed(venue.url, await openMarkets(person), rates, 1);
  const silence = new BusyFeed(venue.url, await openMarkets(person), { book: 0, trades: 0, tickers: 0 }, 1);
  const url = await feed.start();
  try {
    const page = { url, token: person.token };
    const idle = { url: await silence.start(), token: person.token, slow };
    const framesUrl = `${url.replace('http', 'ws')}/frames`;
    if (isWanted('work')) {
      rows.push(
        ...workRows(await onTradePage({ ...page, slow: 1 }, (opened) => watchFrames(opened, seconds, framesUrl))),
      );
    }
    if (isWanted('frames')) {
      rows.push(
        ...frameRows('frames', await onTradePage({ ...page, slow }, (opened) => watchFrames(opened, seconds))),
        ...frameRows('idle', await onTradePage(idle, (opened) => watchFrames(opened, seconds))),
      );
    }
    if (isWanted('renders')) {
      rows.push(...renderRows(await onTradePage({ ...page, slow: 1, counting: true }, rendersOf)));
    }
    if (isWanted('memory')) rows.push(...memoryRows(await onTradePage({ ...page, slow: 1 }, memoryOverMinutes)));
    if (isWanted('turns')) {
      const itself = { url: venue.url, token: person.token, slow: 1 };
      const price = await priceFarBelow(person);
      rows.push(...turnRows(await onTradePage(itself, (opened) => memoryOverTurns(opened, price))));
    }
  } finally {
    await silence.close();
    await feed.close();
  }
} finally {
  await browser.close();
  await venue.close();
}
report(rows, args);

function weightRows(): Row[] {
  return pageWeights(readManifest(root), (file) => bytesSent(root, file))
    .filter(({ module }) => module === tradePage)
    .map(({ module, bytes }) =>
      measurement(module, 'scripts, gzip', bytes / 1_024, 'KiB', { name: 'budget', value: budgets.scriptsKiB }),
    );
}

function loadRows({ largestPaintMs, layoutShift, blockedMs, longestTaskMs }: PageMetrics): Row[] {
  const name = `loading, ${slow} × slower`;
  return [
    measurement(name, 'largest paint', largestPaintMs, 'ms', { name: 'budget', value: budgets.largestPaintMs }),
    measurement(name, 'layout shift', layoutShift, '', { name: 'budget', value: budgets.layoutShift }),
    measurement(name, 'blocked', blockedMs, 'ms'),
    measurement(name, 'longest task', longestTaskMs, 'ms'),
  ];
}

/**
 * Each frame handles the messages of a sixtieth of a second, so that its work does not depend on the speed of this
 * machine.
 */
function workRows({ workMs, spentMs, framesPerSecond }: FrameMetrics): Row[] {
  const name = 'work per frame';
  const most = { name: `available at ${slow} × slower`, value: frameMs / slow };
  return [
    measurement(name, 'CPU, mean', workMs.mean, 'ms', most),
    measurement(name, 'CPU, p50', workMs.p50, 'ms', most),
    measurement(name, 'CPU, p95', workMs.p95, 'ms', most),
    measurement(name, 'frames within the limit', 100 * shareWithin(workMs.each, frameMs / slow), '%'),
    ...Object.entries(spentMs).map(([kind, ms]) =>
      measurement(name, `part of the mean: ${kind}`, ms / framesPerSecond, 'ms'),
    ),
  ];
}

/** Also used for the idle page, which shows the maximum that the machine can draw. */
function frameRows(what: string, metrics: FrameMetrics): Row[] {
  const name = `${what}, ${slow} × slower`;
  const target = { name: 'target', value: budgets.framesPerSecond };
  return [
    measurement(name, 'frames', metrics.framesPerSecond, '/s', target),
    measurement(name, 'frames in time', 100 * metrics.frameMs.inTime, '%'),
    measurement(name, 'frame interval, p50', metrics.frameMs.p50, 'ms'),
    measurement(name, 'frame interval, p95', metrics.frameMs.p95, 'ms'),
    measurement(name, 'frame interval, longest', metrics.frameMs.longest, 'ms'),
    measurement(name, 'frames without the page’s update', metrics.droppedPerSecond, '/s'),
    measurement(name, 'tasks over 50 ms of CPU', metrics.longTasks, 'tasks'),
    measurement(name, 'longest task, CPU', metrics.longestTaskMs, 'ms'),
    ...Object.entries(metrics.spentMs).map(([kind, ms]) => measurement(name, `CPU: ${kind}`, ms, 'ms/s')),
  ];
}

function renderRows({ commits, renders, idle, rewritten }: Renders): Row[] {
  const name = 'renders';
  const superfluousRows = (counts: Readonly<Record<string, number>>): Row[] =>
    Object.entries(counts).map(([place, count]) => measurement(name, `superfluous: ${place}`, count / seconds, '/s'));
  return [
    measurement(name, 'commits', commits / seconds, '/s'),
    measurement(name, 'components', renders / seconds, '/s'),
    measurement(name, 'superfluous components', sumOf(idle) / seconds, '/s'),
    measurement(name, 'superfluous texts and attributes', sumOf(rewritten) / seconds, '/s'),
    ...superfluousRows(idle),
    ...superfluousRows(rewritten),
  ];
}

async function rendersOf(page: Page): Promise<Renders> {
  await takeRenders(page);
  await page.waitForTimeout(1_000 * seconds);
  return takeRenders(page);
}

function sumOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

async function memoryOverMinutes(page: Page): Promise<MemoryMetrics> {
  const count = Math.max(minSamples, Math.round(minutes) + 1);
  return watchMemory(page, count, throughMinutes(minutes, count));
}

/** The first turns load data that a page loads only once, so they precede the first sample. */
async function memoryOverTurns(page: Page, price: string): Promise<MemoryMetrics> {
  const warm = Math.ceil(turns / 4);
  let taken = 0;
  return watchMemory(page, minSamples, async (sample) => {
    const wanted = warm + (turns * sample) / (minSamples - 1);
    for (; taken < wanted; taken += 1) await takeTurn(page, { price, amount: '0.0123' });
    return taken;
  });
}

function memoryRows(metrics: MemoryMetrics): Row[] {
  const name = `memory, ${minutes} min`;
  const { samples } = metrics;
  return [
    ...heldRows(name, metrics),
    ...growthRows(name, 'growth', samples, 'min'),
    ...growthRows(name, 'growth in the second half', samples.slice(samples.length >> 1), 'min'),
  ];
}

function turnRows(metrics: MemoryMetrics): Row[] {
  const name = `memory, ${turns} user turns`;
  return [...heldRows(name, metrics), ...growthRows(name, 'growth', metrics.samples, 'turn')];
}

function heldRows(name: string, { samples, kinds }: MemoryMetrics): Row[] {
  const middle = samples.length >> 1;
  return (['start', 'middle', 'end'] as const).flatMap((when, look) => {
    const sample = samples.at({ start: 0, middle, end: -1 }[when]);
    const kind = kinds[look];
    if (sample === undefined || kind === undefined) return [];
    return [
      measurement(name, `heap, ${when}`, sample.heapMiB, 'MiB'),
      measurement(name, `heap data, ${when}`, kind.dataMiB, 'MiB'),
      measurement(name, `heap code, ${when}`, kind.codeMiB, 'MiB'),
      measurement(name, `browser objects, ${when}`, sample.browserMiB, 'MiB'),
      measurement(name, `nodes, ${when}`, sample.nodes, 'nodes'),
      measurement(name, `listeners, ${when}`, sample.listeners, 'listeners'),
    ];
  });
}

function growthRows(name: string, what: string, samples: readonly Holdings[], unit: string): Row[] {
  const rowsOf = (of: string, valueOf: (sample: Holdings) => number): Row[] => {
    const { slope, error } = growthOf(samples.map((sample) => ({ at: sample.at, value: 1_024 * valueOf(sample) })));
    return [
      measurement(name, `${of}, ${what}`, slope, `KiB/${unit}`),
      measurement(name, `${of}, ${what}, standard error`, error, `KiB/${unit}`),
    ];
  };
  return [...rowsOf('heap', ({ heapMiB }) => heapMiB), ...rowsOf('browser objects', ({ browserMiB }) => browserMiB)];
}

async function priceFarBelow(person: Client): Promise<string> {
  const [market] = await openMarkets(person);
  return (Number(market?.currency_quotation.close ?? '0') / 2).toFixed(0);
}

/** A user with funds and a few open orders far from the market price. */
async function trader(venueUrl: string): Promise<Client> {
  const person = new Client(venueUrl);
  const { default_invite_code: code } = await person.call(siteConfig, {});
  await person.join('trader@example.org', code);
  const [market] = await openMarkets(person);
  if (market === undefined) throw new Error('The venue has no markets.');
  for (const share of [0.6, 0.7, 0.8]) {
    const price = (Number(market.currency_quotation.close) * share).toFixed(0);
    await person.call(buyAdd, { currency_match_id: market.id, number: '0.01', price });
  }
  return person;
}

async function openMarkets(person: Client): Promise<Match[]> {
  const groups = await person.call(currencyMatches, {});
  return groups.flatMap(({ matches }) => matches).filter((match) => match.open_change === 1);
}

/** Opens the trade page in a fresh profile, lets it settle, slows the processor down and then runs `look`. */
async function onTradePage<Found>(
  opened: { readonly url: string; readonly token: string; readonly slow: number; readonly counting?: boolean },
  look: (page: Page) => Promise<Found>,
): Promise<Found> {
  return withPage(browser, opened.slow, async (page) => {
    await page.addInitScript((token) => localStorage.setItem('token', token), opened.token);
    if (opened.counting === true) await countRenders(page);
    await page.goto(`${opened.url}/trade?id=0`);
    await page.getByTestId('tape').getByRole('row').nth(tapeLength).waitFor({ timeout: 120_000 });
    await page.waitForTimeout(settledMs);
    return look(page);
  });
}
