import { AxeBuilder } from '@axe-core/playwright';
import { siteConfig } from '@bourse/contract/identity';
import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { builtPages } from '../web/app/pages.ts';
import { Client } from './client.ts';
import { Venue } from './venue.ts';

test.describe('axe finds no violation on any page, and the browser reports no error', () => {
  let venue: Venue;
  let token: string;
  test.beforeAll(async () => {
    venue = await Venue.open({ simulator: true });
    const client = new Client(venue.url);
    const { default_invite_code: invitation } = await client.call(siteConfig, {});
    await client.join('axe@example.org', invitation);
    // A second session, so that the page offers to end it.
    await client.logIn('axe@example.org');
    token = client.token;
  });
  test.afterAll(async () => {
    await venue.close();
  });

  // Each test has a part of the pages, so that none takes long on a busy machine.
  const others = otherPages(views(''));
  const third = Math.ceil(others.length / 3);
  const parts = [
    { name: 'in the views of a visitor and a user', all: () => views(token) },
    ...[0, 1, 2].map((n) => ({
      name: `on other pages, part ${n + 1}`,
      all: () => [signedIn(token), ...others.slice(n * third, (n + 1) * third)],
    })),
  ];
  for (const { all, name } of parts)
    test(`${name}, in either theme`, async ({ browser }) => {
      test.slow();
      const context = await browser.newContext({
        baseURL: venue.url,
        locale: 'en',
        // Without motion, so that colours are not checked in mid-transition.
        reducedMotion: 'reduce',
        storageState: {
          cookies: [],
          origins: [{ origin: venue.url, localStorage: [{ name: 'theme', value: 'dark' }] }],
        },
      });
      const complaints = await listen(context);
      const page = await context.newPage();
      const found: string[] = [];
      const scan = async (at: string, axe: AxeBuilder): Promise<void> => {
        const { violations } = await axe.setLegacyMode().analyze();
        found.push(...violations.map(({ id, nodes }) => `${at}, ${id}: ${nodes.map(({ html }) => html).join(' | ')}`));
      };
      for (const { at, show } of all()) {
        await test.step(at, async () => {
          await show(page);
          await scan(at, new AxeBuilder({ page }).options({ resultTypes: ['violations'] }));
          // Rules that do not concern colours give the same result in both themes and run only once.
          await paint(page, 'light');
          await scan(`${at} in the light theme`, new AxeBuilder({ page }).withRules(rulesOfColour));
          await paint(page, 'dark');
          found.push(...complaints.splice(0).map((complaint) => `${at}, ${complaint}`));
        });
      }
      await context.close();
      expect(found).toEqual([]);
    });
});

/** Switches the colours of the page on screen, which keeps open menus and dialogs. */
async function paint(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await page.evaluate((scheme) => {
    document.documentElement.dataset['mantineColorScheme'] = scheme;
  }, theme);
}

const rulesOfColour = ['color-contrast', 'link-in-text-block'];

interface View {
  readonly at: string;
  /** Opens the page, or changes the page that the previous view has opened. */
  readonly show: (page: Page) => Promise<unknown>;
}

function views(token: string): readonly View[] {
  const place = (path: string, ready: (page: Page) => ReturnType<Page['locator']>): View => ({
    at: path,
    show: async (page) => {
      await page.goto(path);
      await expect(ready(page).first()).toBeVisible();
    },
  });
  return [
    place('/home', (page) => page.getByRole('dialog', { name: 'This is a demo' })),
    {
      at: '/home after the alert is dismissed',
      show: async (page) => {
        await page.getByRole('button', { name: 'I have read this' }).click();
        await expect(page.getByRole('dialog')).toHaveCount(0);
        await expect(page.getByRole('table', { name: 'Markets' }).getByText('BTC').first()).toBeVisible();
      },
    },
    { at: 'the language menu', show: async (page) => openMenu(page, 'Language') },
    { at: 'the appearance menu', show: async (page) => openMenu(page, 'Appearance') },
    place('/markets', (page) => page.getByTitle('ETH/BTC', { exact: true })),
    place('/notice?id=102&category_id=22', (page) => page.getByRole('row', { name: /^Simulated/ })),
    place('/figures', (page) => page.getByRole('table', { name: 'Exposure' })),
    place('/white', (page) => page.getByRole('link', { name: 'Download' })),
    place('/app', (page) => page.getByRole('img', { name: /^QR code/ })),
    place('/login', (page) => page.getByRole('textbox', { name: 'E-mail address' })),
    place('/register', (page) => page.getByLabel('Repeat password')),
    {
      at: 'the registration form with all errors',
      show: async (page) => page.getByRole('main').getByRole('button', { name: 'Register' }).click(),
    },
    place('/forgetPassword', (page) => page.getByLabel('Repeat new password')),
    place('/demo/outbox', (page) => page.getByRole('heading', { level: 1 })),
    place('/nowhere', (page) => page.getByText('This page does not exist')),
    {
      at: '/trade',
      show: async (page) => {
        await page.evaluate((held) => localStorage.setItem('token', held), token);
        await page.goto('/trade?id=0');
        await expect(page.getByTestId('tape').getByRole('row').nth(1)).toBeVisible();
      },
    },
    {
      at: 'the keyboard shortcuts of the trade screen',
      show: async (page) => {
        await page.keyboard.press('?');
        await expect(page.getByRole('dialog').getByRole('checkbox')).toBeVisible();
      },
    },
    {
      at: 'the trade screen on a tablet, with the market list',
      show: async (page) => {
        await page.setViewportSize({ width: 768, height: 1024 });
        await page.keyboard.press('Escape');
        await page.getByRole('heading', { level: 1 }).getByRole('button').click();
        await expect(page.getByRole('dialog').getByRole('row').nth(2)).toBeVisible();
      },
    },
    {
      at: 'the trades and the depth chart on a tablet',
      show: async (page) => {
        await page.keyboard.press('Escape');
        await page.getByRole('tab', { name: 'Trades' }).click();
        await page.getByRole('tab', { name: 'Depth' }).click();
        await expect(page.getByTestId('tape').getByRole('row').nth(1)).toBeVisible();
        await expect(page.getByTestId('depth-chart')).toBeVisible();
        await page.setViewportSize({ width: 1280, height: 720 });
      },
    },
    { at: 'the account menu', show: async (page) => openMenu(page, /^Account axe/) },
    place('/lever', (page) => page.getByRole('button', { name: 'Open long' })),
    {
      at: 'the form of leverage on a phone',
      show: async (page) => {
        await page.setViewportSize({ width: 390, height: 844 });
        await page.getByRole('button', { name: 'Long', exact: true }).click();
        await expect(page.getByRole('dialog').getByTestId('lever-summary')).toBeVisible();
      },
    },
    {
      at: '/second',
      show: async (page) => {
        await page.setViewportSize({ width: 1280, height: 720 });
        await page.goto('/second?id=0');
        await expect(page.getByTestId('index-chart')).toBeVisible();
        await expect(page.getByTestId('second-summary')).toContainText('USDT');
      },
    },
    {
      at: 'the form of seconds contracts on a phone',
      show: async (page) => {
        await page.setViewportSize({ width: 390, height: 844 });
        await page.getByRole('button', { name: 'Buy up' }).click();
        await expect(page.getByRole('dialog').getByTestId('second-summary')).toBeVisible();
      },
    },
    place('/second/rule', (page) => page.getByRole('heading', { name: 'Example' })),
    place('/personal/accountSettings', (page) => page.getByRole('region', { name: 'Sessions' }).getByRole('listitem')),
    {
      at: 'the confirmation before sessions are ended',
      show: async (page) => {
        await page.getByRole('button', { name: 'End all other sessions' }).click();
        await expect(page.getByRole('dialog', { name: 'End all other sessions?' })).toBeVisible();
      },
    },
    {
      at: 'the drawer on a phone',
      show: async (page) => {
        await page.setViewportSize({ width: 390, height: 844 });
        await page.goto('/home');
        await page.getByRole('button', { name: 'Menu' }).click();
        await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
      },
    },
    {
      at: 'the articles on a phone',
      show: async (page) => {
        await page.goto('/notice?category_id=26');
        await page.getByRole('button', { name: 'All articles' }).click();
        await expect(page.getByRole('dialog').getByRole('link').first()).toBeVisible();
      },
    },
    {
      at: 'the order form on a phone',
      show: async (page) => {
        await page.goto('/trade?id=0');
        await page.getByRole('main').getByRole('button', { name: 'Buy', exact: true }).click();
        await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Amount' })).toBeVisible();
      },
    },
  ];
}

/** The start page of a user who has dismissed the alert. */
function signedIn(token: string): View {
  return {
    at: '/home of a user',
    show: async (page) => {
      await page.goto('/home');
      await page.getByRole('button', { name: 'I have read this' }).click();
      await page.evaluate((held) => localStorage.setItem('token', held), token);
      await page.reload();
      await expect(page.getByRole('button', { name: /^Account axe/ })).toBeVisible();
    },
  };
}

/** The pages without a view of their own, checked once their heading is shown. */
function otherPages(known: readonly View[]): readonly View[] {
  return builtPages
    .filter(({ path }) => known.every(({ at }) => !at.startsWith(path)))
    .map(({ path }) => ({
      at: path,
      show: async (page) => {
        await page.setViewportSize({ width: 1280, height: 720 });
        await page.goto(path);
        await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
      },
    }));
}

async function openMenu(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name }).click();
  await expect(page.getByRole('menu')).toBeVisible();
}

/**
 * Collects console errors, violations of the content security policy, failed requests and error responses of a
 * context's pages.
 */
async function listen(context: BrowserContext): Promise<string[]> {
  const complaints: string[] = [];
  await context.exposeFunction('forbidden', (what: string) =>
    complaints.push(`the content security policy blocks ${what}`),
  );
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ blockedURI, effectiveDirective }) => {
      const tell: unknown = Reflect.get(globalThis, 'forbidden');
      if (typeof tell === 'function') Reflect.apply(tell, undefined, [`${effectiveDirective} of ${blockedURI}`]);
    });
  });
  context.on('weberror', (error) => complaints.push(String(error.error())));
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  context.on('requestfailed', (request) => {
    // Requests that are pending when a page is left are aborted.
    const reason = request.failure()?.errorText ?? '';
    if (reason !== 'net::ERR_ABORTED') complaints.push(`${request.url()}: ${reason}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.url()}: ${response.status()}`);
  });
  return complaints;
}
