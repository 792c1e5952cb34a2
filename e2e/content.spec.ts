import { agreementId, newsCategory, newsInfo, newsList, type NewsRow } from '@bourse/contract/content';
import { expect, test, type Page } from '@playwright/test';
import { Client } from './client.ts';
import { Person } from './person.ts';
import { sharedVenue } from './shared-venue.ts';
import type { Venue } from './venue.ts';

test.describe('published content', () => {
  let venue: Venue;
  sharedVenue({ simulator: false }, (opened) => {
    venue = opened;
  });

  test('is listed by category and article, each with its own address, and links between articles do not reload the page', async ({
    browser,
  }) => {
    const reader = await Person.arrive(browser, venue.url);
    const { page } = reader;
    await page.goto('/notice');
    const list = page.getByRole('navigation', { name: 'All articles' });
    await expect(list.getByRole('link').first()).toHaveAttribute('aria-current', 'page');
    await expect(title(page)).toHaveText('Welcome to the demo');

    await list.getByRole('link', { name: /^Trading fees/ }).click();
    await expect(page).toHaveURL(/\/notice\?id=103&category_id=22$/);
    await expect(title(page)).toHaveText('Trading fees');
    // The time of an article is shown in the site's time zone.
    await expect(page.getByRole('article').getByRole('time')).toHaveText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);

    await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
    await page.getByRole('article').getByRole('link', { name: 'fee schedule' }).click();
    await expect(page).toHaveURL(/\/notice\?id=603&category_id=26$/);
    await expect(page.getByRole('row', { name: /Spot, maker/ })).toContainText('0.10%');
    await expect(list.getByRole('link')).toHaveCount(15);
    expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(true);
    await page.goBack();
    await expect(title(page)).toHaveText('Trading fees');

    await page.goto(`/notice?id=${agreementId}`);
    await expect(title(page)).toHaveText('User agreement');
    await expect(page.getByRole('link', { name: 'Support', exact: true })).toHaveAttribute('aria-current', 'true');
    await page.goto('/notice?id=9999&category_id=24');
    await expect(page.getByText('This article does not exist or has been removed.')).toBeVisible();
    await page.goto('/notice?id=nonsense&category_id=nonsense');
    await expect(title(page)).toHaveText('Welcome to the demo');
    expect(reader.errors).toEqual([]);
  });

  test('is listed in a drawer on a phone', async ({ browser }) => {
    const reader = await Person.arrive(browser, venue.url);
    const { page } = reader;
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/notice?category_id=26');
    await page.getByRole('button', { name: 'All articles' }).click();
    const drawer = page.getByRole('dialog', { name: 'Support' });
    await drawer.getByRole('link', { name: /^Security of your account/ }).click();
    await expect(drawer).toBeHidden();
    await expect(title(page)).toHaveText('Security of your account');
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBe(0);
    expect(reader.errors).toEqual([]);
  });

  for (const lang of ['en', 'zh']) {
    test(`passes the sanitiser unchanged, for every article in ${lang}`, async ({ browser }) => {
      const reader = await Person.arrive(browser, venue.url);
      const { page } = reader;
      await page.addInitScript((code) => localStorage.setItem('lang', code), lang);
      await page.goto('/notice');
      await expect(title(page)).toBeVisible();
      const client = new Client(venue.url, lang);
      const rows: NewsRow[] = [];
      for (const category_id of Object.values(newsCategory))
        rows.push(...(await client.call(newsList, { category_id, limit: 100 })).data);
      expect(rows.length).toBeGreaterThanOrEqual(30);
      for (const { id, category_id } of rows) {
        const { content, title: name, lang: written } = await client.call(newsInfo, { id });
        expect(written).toBe(lang);
        // Navigates without a reload, as the router does.
        await page.evaluate((to) => {
          history.pushState(null, '', to);
          dispatchEvent(new PopStateEvent('popstate'));
        }, `/notice?id=${id}&category_id=${category_id}`);
        await expect(title(page)).toHaveText(name);
        const [shown, stored] = await page.evaluate((html) => {
          const article = document.querySelector('article > div');
          return [article?.innerHTML, new DOMParser().parseFromString(html, 'text/html').body.innerHTML];
        }, content);
        expect(shown).toBe(stored);
      }
      expect(reader.errors).toEqual([]);
    });
  }

  test('cannot run scripts, whatever an article contains', async ({ browser }) => {
    const reader = await Person.arrive(browser, venue.url);
    const { page } = reader;
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.route('**/api/news/info?id=103', async (route) => {
      const answer = (await (await route.fetch()).json()) as { data: { content: string } };
      await route.fulfill({ json: { ...answer, data: { ...answer.data, content: hostile } } });
    });
    await page.goto('/notice?id=103&category_id=22');
    await expect(page.getByRole('article').getByText('The end.')).toBeVisible();
    const left = await page.locator('article > div').evaluate((body) => ({
      tags: [...new Set([...body.querySelectorAll('*')].map(({ localName }) => localName))].toSorted(),
      attributes: [...body.querySelectorAll('*')].flatMap((element) => element.getAttributeNames()).toSorted(),
      links: [...body.querySelectorAll('a')].map((link) => [link.getAttribute('href'), link.target, link.rel]),
    }));
    expect(left).toEqual({
      tags: ['a', 'img', 'p'],
      attributes: ['href', 'href', 'loading', 'rel', 'src', 'target'],
      links: [
        [null, '', ''],
        [null, '', ''],
        ['https://elsewhere.example/', '_blank', 'noopener noreferrer nofollow'],
        ['/trade?id=0', '', ''],
      ],
    });
    expect(await page.evaluate(() => 'broken' in globalThis)).toBe(false);
    expect(asked.filter((url) => !url.startsWith(venue.url) && !url.startsWith('data:'))).toEqual([]);
    // Parsed markup is also checked, and reported, by the content security policy as a second line of defence. No other
    // error is allowed.
    expect(reader.errors.filter((error) => !error.includes('Content Security Policy'))).toEqual([]);
  });

  test('includes a white paper that the page embeds, other sites cannot embed, and every browser can download', async ({
    browser,
  }) => {
    const reader = await Person.arrive(browser, venue.url);
    const { page } = reader;
    await page.goto('/white');
    await expect(page.getByRole('link', { name: 'Download' })).toHaveAttribute('href', '/WhitePaper.pdf');
    const file = await page.request.get('/WhitePaper.pdf');
    expect(file.headers()).toMatchObject({
      'content-type': 'application/pdf',
      'content-security-policy': "frame-ancestors 'self'",
      'x-frame-options': 'SAMEORIGIN',
    });
    const body = await file.body();
    expect(body.subarray(0, 5).toString()).toBe('%PDF-');
    expect(body.toString('latin1').match(/\/Type \/Page\b/g)?.length).toBeGreaterThanOrEqual(8);
    expect((await page.request.get('/home')).headers()).toMatchObject({ 'x-frame-options': 'DENY' });

    await page.addInitScript(() => Object.defineProperty(navigator, 'pdfViewerEnabled', { get: () => true }));
    await page.reload();
    const frame = page.getByTitle('White paper');
    await expect(frame).toHaveAttribute('src', '/WhitePaper.pdf');
    expect((await frame.boundingBox())?.height).toBe(800);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(frame).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Open the PDF' })).toBeVisible();
    expect(reader.errors).toEqual([]);
  });

  test('can be installed as an app', async ({ browser }) => {
    const reader = await Person.arrive(browser, venue.url);
    const { page } = reader;
    await page.goto('/app');
    await expect(page.getByRole('img', { name: `QR code that opens ${venue.url}` })).toHaveCount(1);
    const devtools = await page.context().newCDPSession(page);
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
    expect(installabilityErrors).toEqual([]);
    const { errors, data } = await devtools.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    const manifest = JSON.parse(data ?? '{}') as { icons: { src: string; sizes: string }[] };
    for (const { src } of manifest.icons) expect((await page.request.get(src)).status()).toBe(200);

    // Headless browsers do not send this event themselves.
    await page.evaluate(() => {
      const offer = new Event('beforeinstallprompt', { cancelable: true });
      dispatchEvent(Object.assign(offer, { prompt: () => Promise.resolve(dispatchEvent(new Event('appinstalled'))) }));
    });
    await page.getByRole('button', { name: 'Install now' }).click();
    await expect(page.getByText('The app is installed on this device.')).toBeVisible();
    expect(reader.errors).toEqual([]);
  });
});

function title(page: Page) {
  return page.getByRole('article').getByRole('heading', { level: 1 });
}

const hostile = `
<script>globalThis.broken = 1</script><img src="x" onerror="globalThis.broken = 1"><img src="https://elsewhere.example/pixel.png">
<style>body { display: none }</style><p style="position: fixed" class="button" id="root" onclick="globalThis.broken = 1">Hello</p>
<iframe src="/login"></iframe><form action="https://elsewhere.example"><input name="password"><button>Log in</button></form>
<svg><a xlink:href="javascript:globalThis.broken = 1"><text>x</text></a></svg><math><mtext></mtext></math><base href="https://elsewhere.example">
<p><a href="javascript:globalThis.broken = 1">one</a><a href="//[nonsense">two</a><a href="https://elsewhere.example/" target="_top">three</a><a href="/trade?id=0">four</a></p>
<object data="/WhitePaper.pdf"></object><embed src="/WhitePaper.pdf"><template><p>x</p></template><p data-x="1" aria-label="x">The end.</p>`;
