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
import { shareWithin, watchFrames, type FrameFigures } from './frame-figures.ts';
import {
  growthOf,
  minSamples,
  throughMinutes,
  watchMemory,
  type Holdings,
  type MemoryFigures,
} from './memory-figures.ts';
import { medianOfLoads, withPage, type PageFigures } from './page-figures.ts';
import { figure, numberArgument, report, textArgument, type Row } from './table.ts';
import { takeTurn } from './trader-turns.ts';

/**
 * The trade page in real Chromium while its market is busy: how its frames come, what each costs, what is rendered in
 * vain, what it holds after a while, and how it loads. It is the built page of a real venue, for somebody who is logged
 * in and has open orders; the socket alone is answered by `BusyFeed`.
 *
 * Options: `--only` some of `loading`, `work`, `frames`, `renders`, `memory` and `turns`, with commas, `--seconds` of
 * each look at the frames, `--minutes` of the look at the memory (the long form takes 30), `--turns` of what a trader
 * does while the memory is looked at, `--slow` how many times the processor is slowed down, `--book`, `--trades` and
 * `--tickers` messages a second, `--rounds` of loading the page, `--json FILE`.
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

/** With the demo's own there are fifty, which the server speaks of four times a second each. */
const addedMarkets = 35;

/** What the trade page may take: bytes of its scripts as sent, milliseconds to its largest paint, its layout shift. */
const budgets = { scriptsKiB: 300, largestPaintMs: 1_500, layoutShift: 0.05, framesPerSecond: 60 } as const;

/** From a frame of the screen to the next. */
const frameMs = 1_000 / 60;

/** Until everything that the page fetches by itself has come, and its scripts have run warm. */
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
    const told = `${url.replace('http', 'ws')}/frames`;
    if (isWanted('work')) {
      rows.push(...workRows(await onTradePage({ ...page, slow: 1 }, (opened) => watchFrames(opened, seconds, told))));
    }
    if (isWanted('frames')) {
      rows.push(
        ...frameRows('frames', await onTradePage({ ...page, slow }, (opened) => watchFrames(opened, seconds))),
        ...frameRows('nothing happens', await onTradePage(idle, (opened) => watchFrames(opened, seconds))),
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
      figure(module, 'scripts, gzip', bytes / 1_024, 'KiB', { name: 'budget', value: budgets.scriptsKiB }),
    );
}

function loadRows({ largestPaintMs, layoutShift, blockedMs, longestTaskMs }: PageFigures): Row[] {
  const name = `loading, ${slow} × slower`;
  return [
    figure(name, 'largest paint', largestPaintMs, 'ms', { name: 'budget', value: budgets.largestPaintMs }),
    figure(name, 'layout shift', layoutShift, '', { name: 'budget', value: budgets.layoutShift }),
    figure(name, 'blocked', blockedMs, 'ms'),
    figure(name, 'longest task', longestTaskMs, 'ms'),
  ];
}

/**
 * Frames that come one by one hold the news of a sixtieth of a second each, so that their work does not depend on how
 * quick this machine is today.
 */
function workRows({ workMs, spentMs, framesPerSecond }: FrameFigures): Row[] {
  const name = 'work of a frame';
  const most = { name: `what ${slow} × slower leaves`, value: frameMs / slow };
  return [
    figure(name, 'processor, mean', workMs.mean, 'ms', most),
    figure(name, 'processor, p50', workMs.p50, 'ms', most),
    figure(name, 'processor, p95', workMs.p95, 'ms', most),
    figure(name, 'frames within that', 100 * shareWithin(workMs.each, frameMs / slow), '%'),
    ...Object.entries(spentMs).map(([kind, ms]) => figure(name, `of the mean: ${kind}`, ms / framesPerSecond, 'ms')),
  ];
}

/** Also of the page when nothing happens, which is all that the machine can draw. */
function frameRows(what: string, figures: FrameFigures): Row[] {
  const name = `${what}, ${slow} × slower`;
  const target = { name: 'target', value: budgets.framesPerSecond };
  return [
    figure(name, 'frames', figures.framesPerSecond, '/s', target),
    figure(name, 'in time', 100 * figures.frameMs.inTime, '%'),
    figure(name, 'from one to the next, p50', figures.frameMs.p50, 'ms'),
    figure(name, 'from one to the next, p95', figures.frameMs.p95, 'ms'),
    figure(name, 'from one to the next, longest', figures.frameMs.longest, 'ms'),
    figure(name, 'drawn without the page', figures.droppedPerSecond, '/s'),
    figure(name, 'tasks over 50 ms of processor', figures.longTasks, 'tasks'),
    figure(name, 'longest task, processor', figures.longestTaskMs, 'ms'),
    ...Object.entries(figures.spentMs).map(([kind, ms]) => figure(name, `processor: ${kind}`, ms, 'ms/s')),
  ];
}

function renderRows({ commits, renders, idle, rewritten }: Renders): Row[] {
  const name = 'renders';
  const inVain = (counts: Readonly<Record<string, number>>): Row[] =>
    Object.entries(counts).map(([place, count]) => figure(name, `in vain: ${place}`, count / seconds, '/s'));
  return [
    figure(name, 'commits', commits / seconds, '/s'),
    figure(name, 'components', renders / seconds, '/s'),
    figure(name, 'components in vain', sumOf(idle) / seconds, '/s'),
    figure(name, 'texts and attributes in vain', sumOf(rewritten) / seconds, '/s'),
    ...inVain(idle),
    ...inVain(rewritten),
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

async function memoryOverMinutes(page: Page): Promise<MemoryFigures> {
  const count = Math.max(minSamples, Math.round(minutes) + 1);
  return watchMemory(page, count, throughMinutes(minutes, count));
}

/** The first turns fetch what a page fetches once, so they come before the first sample. */
async function memoryOverTurns(page: Page, price: string): Promise<MemoryFigures> {
  const warm = Math.ceil(turns / 4);
  let taken = 0;
  return watchMemory(page, minSamples, async (sample) => {
    const wanted = warm + (turns * sample) / (minSamples - 1);
    for (; taken < wanted; taken += 1) await takeTurn(page, { price, amount: '0.0123' });
    return taken;
  });
}

function memoryRows(figures: MemoryFigures): Row[] {
  const name = `memory, ${minutes} min`;
  const { samples } = figures;
  return [
    ...heldRows(name, figures),
    ...growthRows(name, 'growth', samples, 'min'),
    ...growthRows(name, 'growth in the second half', samples.slice(samples.length >> 1), 'min'),
  ];
}

function turnRows(figures: MemoryFigures): Row[] {
  const name = `memory, ${turns} turns of a trader`;
  return [...heldRows(name, figures), ...growthRows(name, 'growth', figures.samples, 'turn')];
}

function heldRows(name: string, { samples, kinds }: MemoryFigures): Row[] {
  const middle = samples.length >> 1;
  return (['start', 'middle', 'end'] as const).flatMap((when, look) => {
    const sample = samples.at({ start: 0, middle, end: -1 }[when]);
    const kind = kinds[look];
    if (sample === undefined || kind === undefined) return [];
    return [
      figure(name, `heap, ${when}`, sample.heapMiB, 'MiB'),
      figure(name, `of it data, ${when}`, kind.dataMiB, 'MiB'),
      figure(name, `of it code, ${when}`, kind.codeMiB, 'MiB'),
      figure(name, `of the browser, ${when}`, sample.browserMiB, 'MiB'),
      figure(name, `nodes, ${when}`, sample.nodes, 'nodes'),
      figure(name, `listeners, ${when}`, sample.listeners, 'listeners'),
    ];
  });
}

function growthRows(name: string, what: string, samples: readonly Holdings[], unit: string): Row[] {
  const rowsOf = (of: string, valueOf: (sample: Holdings) => number): Row[] => {
    const { slope, error } = growthOf(samples.map((sample) => ({ at: sample.at, value: 1_024 * valueOf(sample) })));
    return [
      figure(name, `${of}, ${what}`, slope, `KiB/${unit}`),
      figure(name, `${of}, ${what}, give or take`, error, `KiB/${unit}`),
    ];
  };
  return [...rowsOf('heap', ({ heapMiB }) => heapMiB), ...rowsOf('of the browser', ({ browserMiB }) => browserMiB)];
}

async function priceFarBelow(person: Client): Promise<string> {
  const [market] = await openMarkets(person);
  return (Number(market?.currency_quotation.close ?? '0') / 2).toFixed(0);
}

/** Somebody with money and a few orders far from the price, which stay open. */
async function trader(venueUrl: string): Promise<Client> {
  const person = new Client(venueUrl);
  const { default_invite_code: code } = await person.call(siteConfig, {});
  await person.join('trader@example.org', code);
  const [market] = await openMarkets(person);
  if (market === undefined) throw new Error('The venue lists no market.');
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

/**
 * Opens the trade page in a fresh profile, lets it settle, and looks at it on a processor that is slowed down from then
 * on.
 */
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
