import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { siteConfig } from '@bourse/contract/identity';
import { expect, test, type Browser, type Page } from '@playwright/test';
import { builtPages } from '../web/app/pages.ts';
import { Client } from './client.ts';
import { furnish } from './furnished-account.ts';
import { holdAnswers } from './held-answers.ts';
import { watchMoves } from './layout-shift.ts';
import { Resources } from './resources.ts';
import { sharedVenue } from './shared-venue.ts';
import type { Venue } from './venue.ts';

/** The order in which the held answers are released: each part of a page arrives before and after the others. */
type Order = 'oldest' | 'newest';

const desktop = { name: 'a desktop', viewport: { width: 1440, height: 900 }, order: 'oldest' } as const;
const phone = { name: 'a phone', viewport: { width: 390, height: 844 }, order: 'newest' } as const;

const open = builtPages.filter(({ requiresLogin }) => requiresLogin !== true).map(({ path }) => path);
/** The pages that show something of the user. */
const own = [
  '/home',
  '/trade',
  '/deposit',
  ...builtPages.filter(({ requiresLogin }) => requiresLogin === true).map(({ path }) => path),
];

/** A user of the demo, by the name before the @ of the account. */
interface User {
  readonly name: string;
  readonly client: Client;
}

/**
 * The rule: what a page shows besides placeholders stays where it is until the user acts. A placeholder is as high as
 * what takes its place; where that is not known, as in a list, nothing but the footer is visible below it. Each answer
 * arrives alone, however fast the machine is.
 */
test.describe('no visible content moves when the answers of the server arrive', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bourse-index-'));
  const file = join(folder, 'prices.json');
  let venue: Venue;
  let newcomer: User;
  let trader: User;
  // With an index price that does not change, which leverage and seconds contracts need.
  sharedVenue({ simulator: false, environment: { INDEX_FILE: file } }, async (opened) => {
    venue = opened;
    writeFileSync(file, JSON.stringify({ BTC: '65000' }));
    newcomer = await register('newcomer');
    trader = await register('trader');
    await furnish(trader.client, (await register('other')).client, accountOf(trader));
  });
  test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function register(name: string): Promise<User> {
    const client = new Client(venue.url);
    const { default_invite_code: invitation } = await client.call(siteConfig, {});
    await client.join(`${name}@example.org`, invitation);
    return { name, client };
  }

  const visits = [
    { ...desktop, who: 'a visitor', user: () => null, paths: open },
    { ...desktop, who: 'a user with orders and records', user: () => trader, paths: own },
    { ...phone, who: 'a visitor', user: () => null, paths: open },
    { ...phone, who: 'a user with orders and records', user: () => trader, paths: own },
    { ...phone, who: 'a user with nothing but balances', user: () => newcomer, paths: own },
  ];
  for (const { name, viewport, order, who, user, paths } of visits) {
    test(`on ${name}, for ${who}`, async ({ browser }) => {
      const page = await arrive(browser, venue, user(), viewport);
      const found: string[] = [];
      for (const path of paths) {
        await test.step(path, async () => {
          const moves = await movesOf(page, path, order);
          found.push(...moves.map((move) => `${path}: ${move}`));
        });
      }
      expect(found).toEqual([]);
    });
  }

  test('and none moves when the font arrives after the first render', async ({ browser }) => {
    const page = await arrive(browser, venue, null, desktop.viewport);
    const font = Promise.withResolvers<void>();
    await page.route('**/*.woff2', async (route) => {
      await font.promise;
      await route.continue();
    });
    await page.goto('/home', { waitUntil: 'commit' });
    await expect(page.getByRole('main').locator('*').first()).toBeAttached();
    await expect(page.getByTestId('pending-page')).toHaveCount(0);
    const arrived = page.waitForResponse('**/*.woff2');
    font.resolve();
    await (await arrived).finished();
    expect(await page.evaluate(async () => window.takeMoves?.())).toEqual([]);
  });
});

function accountOf({ name }: User): string {
  return `${name}@example.org`;
}

/** A browser of this user, or of a visitor for null, which holds back answers and watches what moves. */
async function arrive(
  browser: Browser,
  venue: Venue,
  user: User | null,
  viewport: { readonly width: number; readonly height: number },
): Promise<Page> {
  const login = user === null ? {} : { token: user.client.token, account: accountOf(user) };
  const localStorage = Object.entries(login).map(([name, value]) => ({ name, value }));
  const context = await browser.newContext({
    baseURL: venue.url,
    locale: 'en',
    viewport,
    // Banners do not change by themselves.
    reducedMotion: 'reduce',
    storageState: { cookies: [], origins: [{ origin: venue.url, localStorage }] },
  });
  const page = await context.newPage();
  await holdAnswers(page);
  await watchMoves(page);
  return page;
}

/** Names each move on a page between its placeholders and its last answer. */
async function movesOf(page: Page, path: string, order: Order): Promise<string[]> {
  const resources = new Resources(page);
  await page.goto(path, { waitUntil: 'commit' });
  await expect(page.getByRole('main').locator('*').first()).toBeAttached();
  await expect(page.getByTestId('pending-page')).toHaveCount(0);
  const found: string[] = [];
  // An answer may make the page load scripts, which may request further answers.
  for (let released = true; released;) {
    await resources.arrived();
    const moves = await releaseAll(page, order);
    released = moves.length > 1;
    found.push(...moves.flat());
  }
  resources.forget();
  return found;
}

/** Releases the held answers one after the other. Returns what moved before the first, and what with each. */
async function releaseAll(page: Page, order: Order): Promise<string[][]> {
  return page.evaluate(async (which) => {
    const { heldAnswers, takeMoves } = window;
    if (heldAnswers === undefined || takeMoves === undefined) throw new Error('The page is not watched.');
    const found = [(await takeMoves()).map((move) => `${move} before any answer`)];
    for (;;) {
      const released = await heldAnswers.release(which);
      if (released === null) return found;
      found.push((await takeMoves()).map((move) => `${move} when ${released} arrives`));
    }
  }, order);
}
