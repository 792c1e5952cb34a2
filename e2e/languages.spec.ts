import { siteConfig } from '@bourse/contract/identity';
import { languageCodes, languages } from '@bourse/contract/texts';
import { expect, test, type Browser, type Page } from '@playwright/test';
import german from '../locales/de/site.json' with { type: 'json' };
import hindi from '../locales/hi/site.json' with { type: 'json' };
import { builtPages } from '../web/app/pages.ts';
import { Client } from './client.ts';
import { faultsOfLayout } from './layout.ts';
import { sharedVenue } from './shared-venue.ts';
import type { Venue } from './venue.ts';

/** Every group of texts that any page loads. */
const textGroups = [...new Set(['site', ...builtPages.flatMap(({ texts = [] }) => texts)])];

test.describe('the languages with the longest texts', () => {
  let venue: Venue;
  // The simulator runs, so that prices are shown everywhere.
  sharedVenue({ simulator: true }, (opened) => {
    venue = opened;
  });

  test('fit on every page of a phone in Hindi and German, and switching between them keeps the page and its position', async ({
    browser,
  }) => {
    const { page, fetched } = await hindiReader(browser, venue);
    // Texts of other pages are not loaded yet. Those of the notices, also of coins, come with the first page.
    expect(
      fetched()
        .filter((name) => !['hi-alerts', 'hi-wallet'].includes(name))
        .toSorted(),
    ).toEqual(['hi-home', 'hi-site']);
    const cut: string[] = [];
    const readAll = async (language: string, texts: typeof hindi): Promise<void> => {
      for (const { path, name, shows } of everyPage(texts)) {
        await follow(page, path);
        await expect(page).toHaveTitle(name);
        await expect(page.getByRole('main').locator(shows).first()).toBeVisible();
        await expect(page.locator('[class*="bone"]')).toHaveCount(0);
        await expect(page.locator('html')).toHaveAttribute('lang', language);
        cut.push(...(await faultsOfLayout(page)).map((fault) => `${language} ${path}: ${fault}`));
      }
    };
    await readAll('hi', hindi);
    // Each page has loaded its own texts, in one language and once.
    expect(fetched().toSorted()).toEqual(textGroups.map((group) => `hi-${group}`).toSorted());

    await follow(page, '/markets?tab=USDT');
    await expect(page).toHaveTitle(`${hindi.shell.markets} · Bourse`);
    await expect(page.getByTitle('ETH/USDT', { exact: true })).toBeVisible();
    await scrollTo(page, 140);
    await page.getByRole('button', { name: hindi.shell.language }).click();
    await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
    await expect(page).toHaveTitle(`${german.shell.markets} · Bourse`);
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/markets?tab=USDT');
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(140);
    await readAll('de', german);
    const all = ['hi', 'de'].flatMap((language) => textGroups.map((group) => `${language}-${group}`));
    expect(fetched().toSorted()).toEqual(all.toSorted());
    expect(cut).toEqual([]);
  });
});

async function scrollTo(page: Page, top: number): Promise<void> {
  await page.evaluate((to) => window.scrollTo(0, to), top);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(top);
}

/** A logged-in user on a phone set to Hindi, without stored settings. */
async function hindiReader(
  browser: Browser,
  venue: Venue,
): Promise<{ readonly page: Page; readonly fetched: () => string[] }> {
  const client = new Client(venue.url);
  const { default_invite_code: invitation } = await client.call(siteConfig, {});
  await client.join('reader@example.org', invitation);
  const storage = [{ origin: venue.url, localStorage: [{ name: 'token', value: client.token }] }];
  const context = await browser.newContext({
    baseURL: venue.url,
    locale: 'hi-IN',
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
    storageState: { cookies: [], origins: storage },
  });
  const page = await context.newPage();
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
  await page.goto('/home');
  // The site's alert about the simulated market is the only dialog that opens by itself.
  await page.getByRole('dialog').getByRole('button').last().click();
  const tags = languageCodes.map((code) => languages[code].tag).join('|');
  const texts = new RegExp(`^/assets/((?:${tags})-[a-z0-9]+)-[\\w-]{8}\\.js$`);
  return { page, fetched: () => scripts.flatMap((path) => texts.exec(path)?.[1] ?? []) };
}

interface Place {
  readonly path: string;
  /** The title of the browser tab. */
  readonly name: string | RegExp;
  /** A selector that matches the loaded page, but not its skeleton. */
  readonly shows: string;
}

/** How to open and recognise pages that need parameters or have no distinct heading. */
const ownPlaces: Readonly<Record<string, Partial<Place>>> = {
  '/home': { name: 'Bourse', shows: 'table tbody a' },
  '/trade': { path: '/trade?id=0', name: /BTC.*Bourse$/, shows: '[data-testid="last-price"]' },
  '/lever': { path: '/lever?id=0', name: /BTC.*Bourse$/, shows: '[data-testid="last-price"]' },
  '/second': { path: '/second?id=0', name: /BTC.*Bourse$/, shows: '[data-testid="last-price"]' },
  '/markets': { shows: 'tr[data-market]' },
  '/notice': { shows: 'article h1' },
  '/login': { shows: 'form' },
  '/register': { shows: 'form' },
  '/forgetPassword': { shows: 'form' },
  '/demo/outbox': { path: '/demo/outbox?to=reader@example.org' },
  '/personal/accountSettings': { shows: 'h2' },
};

/** Every built page, and an unknown address. */
function everyPage({ accounts, shell }: typeof hindi): readonly Place[] {
  const titles = new Map<string, string>([
    ...Object.entries(shell).map(([key, text]) => [`shell.${key}`, text] as const),
    ...Object.entries(accounts).map(([key, text]) => [`accounts.${key}`, text] as const),
  ]);
  const place = (path: string, title = ''): Place => ({
    path,
    name: `${titles.get(title) ?? title} · Bourse`,
    shows: 'h1',
    ...ownPlaces[path],
  });
  return [...builtPages.map(({ path, title }) => place(path, title)), place('/nowhere', 'shell.notFoundTitle')];
}

/** Navigates without a reload, as a link does. */
async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}
