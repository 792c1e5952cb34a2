import { agreementId, type NewsCategory, newsCategory, type NewsItem, type NewsRow } from '@bourse/contract/content';
import type { Language } from '@bourse/contract/texts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAppDatabase, openAppPool } from '../../ground/database/index.ts';
import { createTestDatabase } from '../../ground/database/test-database.ts';
import { RunningVenue } from '../../testing/running-venue.ts';
import { seedArticles } from './seed-articles.ts';
import { readStartingArticles } from './starting-articles.ts';
import type { ArticleText } from './starting-articles.ts';

interface NewsPage {
  readonly total: number;
  readonly per_page: number;
  readonly last_page: number;
  readonly current_page: number;
  readonly data: readonly NewsRow[];
}

const openedMs = 1_780_000_000_000;

let venue: RunningVenue;

beforeAll(async () => {
  venue = await RunningVenue.open({ now: () => openedMs });
});

afterAll(async () => {
  await venue.close();
});

async function list(query: string, lang = 'en'): Promise<NewsPage> {
  const { body } = await venue.get<NewsPage>(`news/list?${query}`, { lang });
  expect(body).toMatchObject({ code: 1 });
  return body.data;
}

async function article(id: number, lang = 'en'): Promise<NewsItem> {
  return (await venue.get<NewsItem>(`news/info?id=${id}`, { lang })).body.data;
}

/** Publishes an article as an operator would. */
async function publish(id: number, category: number, createdMs: number, texts: Readonly<Record<string, string>>) {
  await venue.database.query(
    'insert into app.news (id, category_id, created_at, published_at) values ($1, $2, $3, $3)',
    [id, category, createdMs],
  );
  for (const [language, title] of Object.entries(texts)) {
    await venue.database.query('insert into app.news_texts values ($1, $2, $3, $4, $5)', [
      id,
      language,
      title,
      'In short',
      '<p>At length</p>',
    ]);
  }
}

describe('the news categories', () => {
  test('are complete and named in the language of the reader', async () => {
    const english = await venue.get<NewsCategory[]>('news/categories');
    expect(english.body.data).toEqual([
      { id: 22, name: 'Notices' },
      { id: 23, name: 'Highlights' },
      { id: 24, name: 'News' },
      { id: 25, name: 'About us' },
      { id: 26, name: 'Support' },
    ]);
    const german = await venue.get<NewsCategory[]>('news/categories', { lang: 'de' });
    expect(german.body.data[3]).toEqual({ id: 25, name: 'Über uns' });
  });
});

describe('a new venue', () => {
  test.each(Object.entries(newsCategory))('has published %s since it opened', async (_name, category) => {
    const { data, total } = await list(`category_id=${category}`);
    expect(total).toBeGreaterThanOrEqual(4);
    for (const row of data) expect(row).toMatchObject({ category_id: category, created_at: openedMs, lang: 'en' });
    for (const { banner } of data) expect(banner !== '').toBe(category === newsCategory.banners);
    expect(data.every(({ title, summary }) => title !== '' && summary !== '')).toBe(true);
  });

  test('has the user agreement that the registration links to, in the category support', async () => {
    expect(await article(agreementId)).toMatchObject({
      category_id: newsCategory.support,
      title: 'User agreement',
      content: expect.stringContaining('<h2>1. The service</h2>') as string,
    });
  });
});

describe('an article', () => {
  test.each([
    ['zh', 'zh', '仅供测试'],
    ['zh_TW', 'zh', '仅供测试'],
    ['hk', 'zh', '仅供测试'],
    ['de', 'en', 'For a test'],
    ['in', 'en', 'For a test'],
    ['nonsense', 'en', 'For a test'],
  ])('requested in %s is served in %s and reports its language', async (asked, lang, title) => {
    await publish(2_000, 24, openedMs - 1, { en: 'For a test', zh: '仅供测试' });
    expect(await article(2_000, asked)).toMatchObject({ lang, title });
    await venue.database.query('delete from app.news where id = 2000');
  });

  test('that exists in neither the reader’s language nor English is served in the language it has', async () => {
    await publish(2_001, 24, openedMs - 1, { fr: 'Seulement en français' });
    expect(await article(2_001, 'de')).toMatchObject({ lang: 'fr', title: 'Seulement en français' });
  });

  test('without any text is not published', async () => {
    await publish(2_002, 24, openedMs + 1, {});
    const { body } = await venue.get('news/info?id=2002');
    expect(body.error).toBe('news_unknown');
    const { data, total } = await list('category_id=24&limit=100');
    expect(data.some(({ id }) => id === 2_002)).toBe(false);
    expect(data).toHaveLength(total);
  });

  test.each([
    ['news/info?id=999999', 'news_unknown', {}],
    ['news/info?id=0', 'news_unknown', {}],
    ['news/info?id=999999999999999', 'news_unknown', {}],
    ['news/info', 'invalid_request', { field: 'id', problem: 'required' }],
    ['news/info?id=-1', 'invalid_request', { field: 'id', problem: 'type' }],
    ['news/list?category_id=21', 'news_category_unknown', {}],
    ['news/list', 'invalid_request', { field: 'category_id', problem: 'required' }],
    ['news/list?category_id=24&limit=0', 'invalid_request', { field: 'limit', problem: 'range' }],
    ['news/list?category_id=24&limit=101', 'invalid_request', { field: 'limit', problem: 'range' }],
    ['news/list?category_id=24&page=0', 'invalid_request', { field: 'page', problem: 'range' }],
    ['news/list?category_id=24&page=999999999999999', 'invalid_request', { field: 'page', problem: 'range' }],
  ])('%s is refused as %s', async (path, error, details) => {
    const { status, body } = await venue.get(path);
    expect({ status, code: body.code, error: body.error, details: body.details, data: body.data }).toEqual({
      status: 200,
      code: 0,
      error,
      details,
      data: null,
    });
  });
});

describe('a list', () => {
  test('is paged, newest first, and has each article on exactly one page', async () => {
    const before = await list('category_id=22&limit=100');
    await publish(3_001, 22, openedMs + 1_000, { en: 'The day after' });
    await publish(3_002, 22, openedMs + 1_000, { en: 'And one more' });
    await publish(3_003, 22, openedMs - 1_000, { en: 'The day before' });
    const ids: number[] = [];
    for (let page = 1; ; page += 1) {
      const { data, ...rest } = await list(`category_id=22&limit=2&page=${page}`);
      expect(rest).toEqual({ total: before.total + 3, per_page: 2, last_page: 4, current_page: page });
      ids.push(...data.map(({ id }) => id));
      if (page === rest.last_page) break;
    }
    expect(ids).toEqual([3_002, 3_001, ...before.data.map(({ id }) => id), 3_003]);
    expect((await list('category_id=22&page=9')).data).toEqual([]);
  });

  test('has ten entries by default, without bodies', async () => {
    const { per_page, data } = await list('category_id=26');
    expect(per_page).toBe(10);
    expect(Object.keys(data[0] ?? {}).toSorted()).toEqual([
      'banner',
      'category_id',
      'created_at',
      'id',
      'lang',
      'summary',
      'title',
      'topic',
    ]);
  });
});

describe('a setting', () => {
  const setting = (query: string) => venue.get<unknown>(`default/setting?${query}`);

  test.each([
    ['contact_mobile', '+1 202 555 0143'],
    ['contact_email', 'help@bourse.example'],
    ['login_use_sms&device_id=d1&account=ann@example.com', 1],
    ['login_use_sms', 1],
  ])('%s is returned as a plain value', async (key, value) => {
    const { body } = await setting(`key=${key}`);
    expect([body.code, body.data]).toEqual([1, value]);
  });

  test.each([['key=smtp_url'], ['key='], ['']])('that is not public (%s) is refused', async (query) => {
    expect((await setting(query)).body.error).toBe('invalid_request');
  });

  test('has the value that the operator set, and is not part of the configuration that every page loads', async () => {
    const database = await createTestDatabase();
    const first = await RunningVenue.openOn(database);
    await first.stop();
    await database.query(
      `insert into app.site_settings values ('contact_email', '"help@example.org"'), ('contact_mobile', '"+49 30 1234567"')`,
    );
    const next = await RunningVenue.openOn(database);
    expect((await next.get('default/setting?key=contact_email')).body.data).toBe('help@example.org');
    expect((await next.get('default/setting?key=contact_mobile')).body.data).toBe('+49 30 1234567');
    expect(JSON.stringify((await next.get('default/config')).body)).not.toContain('help@example.org');
    await next.close();
  });
});

describe('the bundled articles', () => {
  test('never overwrite edited or removed ones, and are inserted once', async () => {
    const database = await createTestDatabase();
    const first = await RunningVenue.openOn(database, { now: () => openedMs });
    await first.stop();
    await database.query("update app.news_texts set title = 'Ours' where news_id = 103 and language = 'en'");
    await database.query('delete from app.news where id = 104');

    const next = await RunningVenue.openOn(database, { now: () => openedMs + 86_400_000 });
    expect(await title(next, 103)).toBe('Ours');
    expect(await title(next, 104)).toBe('news_unknown');
    const { body } = await next.get<NewsPage>('news/list?category_id=22');
    expect(body.data.data.map(({ id, created_at }) => [id, created_at])).toEqual(
      [101, 102, 103, 105].map((id) => [id, openedMs]),
    );
    await next.close();
  });

  test('are updated by a later version if they were not edited', async () => {
    const database = await createTestDatabase();
    const first = await RunningVenue.openOn(database, { now: () => openedMs });
    await first.stop();
    await database.query("update app.news_texts set title = 'Ours' where news_id = 103 and language = 'en'");
    await database.query("delete from app.news_texts where news_id = 102 and language = 'zh'");
    await database.query("update app.news set banner = '/ours.svg' where id = 201");
    // The earlier version had no German texts.
    await database.query("delete from app.news_texts where language = 'de'");
    await database.query("delete from app.news_seeds where part = 'de'");
    const db = openAppDatabase(openAppPool(database.settings));
    const later = readStartingArticles({ demo: true }).map((one) => ({
      ...one,
      banner: one.banner === '' ? '' : '/later.svg',
      texts: new Map<Language, ArticleText>([
        ...[...one.texts].map(([language, text]) => [language, { ...text, title: `${text.title} (later)` }] as const),
        ['de', { title: 'Später', summary: 'Kurz', content: '<p>Lang</p>' }] as const,
      ]),
    }));
    await seedArticles(db, later, openedMs + 86_400_000);
    await db.destroy();

    const next = await RunningVenue.openOn(database, { now: () => openedMs });
    expect(await title(next, 101)).toBe('Welcome to the demo');
    await next.stop();
    const again = openAppDatabase(openAppPool(database.settings));
    await seedArticles(again, later, openedMs + 2 * 86_400_000);
    const texts = await again.selectFrom('news_texts').select(['news_id', 'language', 'title']).execute();
    const banners = await again.selectFrom('news').select('banner').where('id', 'in', ['201', '202']).execute();
    await again.destroy();
    const titleOf = (id: number, language: string) =>
      texts.find((text) => text.news_id === String(id) && text.language === language)?.title;
    expect(titleOf(101, 'en')).toBe('Welcome to the demo (later)');
    expect(titleOf(101, 'de')).toBe('Später');
    expect(titleOf(103, 'en')).toBe('Ours');
    expect(titleOf(103, 'zh')).toBe('交易手续费 (later)');
    expect(titleOf(102, 'zh')).toBeUndefined();
    expect(banners.map(({ banner }) => banner).toSorted()).toEqual(['/later.svg', '/ours.svg']);
    await database.drop();
  });
});

/** The English title of an article, or the error key. */
async function title(at: RunningVenue, id: number): Promise<string | undefined> {
  const { body } = await at.get<NewsItem | null>(`news/info?id=${id}`);
  return body.data?.title ?? body.error;
}
