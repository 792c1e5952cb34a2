import { contentCalls, dialogCategory } from '@bourse/contract/console';
import { agreementId, type NewsItem, type NewsRow } from '@bourse/contract/content';
import type { SiteConfig } from '@bourse/contract/identity';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConsoleVenue, type StaffClient } from '../../testing/console-client.ts';
import { forbiddenHtml } from './article-html.ts';

let venue: ConsoleVenue;
let editor: StaffClient;
let admin: StaffClient;

beforeAll(async () => {
  venue = await ConsoleVenue.open();
  editor = await venue.staff(31, ['content']);
  admin = await venue.staff(32, ['admin']);
});

afterAll(async () => {
  await venue.close();
});

const notice = { category: 22, position: 0, banner: '' };
const text = (language: string, title: string, content = `<p>${title}</p>`) => ({
  language,
  title,
  summary: '',
  content,
});

async function titlesOf(lang: string): Promise<readonly string[]> {
  const { body } = await venue.venue.get<{ data: NewsRow[] }>('news/list?category_id=22&limit=100', { lang });
  return body.data.data.map(({ title }) => title);
}

describe('an article', () => {
  test('is invisible until it is published, then readers see it at once in their language', async () => {
    const texts = [text('en', 'New market'), text('de', 'Neuer Markt'), text('zh', '新市场')];
    const saved = await editor.call(contentCalls.saveArticle, { ...notice, id: null, version: 0, texts });
    expect(saved).toMatchObject({ code: 1, data: { version: 1 } });
    const { id } = saved.data;
    expect(await titlesOf('en')).not.toContain('New market');
    const hidden = await venue.venue.get<NewsItem>(`news/info?id=${id}`);
    expect(hidden.body).toMatchObject({ code: 0, error: 'news_unknown' });

    expect(await editor.call(contentCalls.publishArticle, { id, version: 1 })).toMatchObject({ code: 1 });
    expect(await titlesOf('en')).toContain('New market');
    expect(await titlesOf('de')).toContain('Neuer Markt');
    expect(await titlesOf('zh_TW')).toContain('新市场');
    expect(await titlesOf('fr')).toContain('New market');

    const draft = { ...notice, id, version: 1, texts: [text('en', 'New markets')] };
    expect(await editor.call(contentCalls.saveArticle, draft)).toMatchObject({ code: 1, data: { version: 2 } });
    expect(await titlesOf('en')).toContain('New market');
    const { data } = await editor.call(contentCalls.article, { id });
    expect(data).toMatchObject({ version: 2, draft: { texts: [{ title: 'New markets' }] } });
    expect(data.published.texts.map(({ language }) => language)).toEqual(['en', 'de', 'zh']);
    expect(data.versions.map(({ version, saved_by }) => [version, saved_by])).toEqual([
      [2, 'Staff 31'],
      [1, 'Staff 31'],
    ]);

    expect(await editor.call(contentCalls.hideArticle, { id, version: 2 })).toMatchObject({ code: 1 });
    expect(await titlesOf('en')).not.toContain('New market');
    expect(await editor.call(contentCalls.hideArticle, { id, version: 2 })).toMatchObject({ error: 'article_hidden' });
  });

  test('is changed by one editor at a time, and each action is in the audit log', async () => {
    const texts = [text('en', 'Fees')];
    const { data } = await editor.call(contentCalls.saveArticle, { ...notice, id: null, version: 0, texts });
    const next = { ...notice, id: data.id, version: 1, texts };
    const both = await Promise.all([
      editor.call(contentCalls.saveArticle, next),
      admin.call(contentCalls.saveArticle, next),
    ]);
    expect(new Set(both.map(({ error }) => error))).toEqual(new Set(['changed_meanwhile', undefined]));
    expect(await editor.call(contentCalls.publishArticle, { id: data.id, version: 1 })).toMatchObject({
      error: 'changed_meanwhile',
    });
    const rows = await venue.venue.database.query<{ kind: string; action: string }>(
      `select kind, action from app.operator_log where subject_kind = 'article' and subject_id = $1 order by id`,
      [String(data.id)],
    );
    expect(rows.map(({ action, kind }) => `${kind} ${action}`)).toEqual([
      'change articles/save',
      'change articles/save',
    ]);
  });

  test.each([
    [{ texts: [text('en', 'A', '<p>Hello</p><script>alert(1)</script>')] }, 'article_html', { element: '<script>' }],
    [{ texts: [text('en', 'A', '<p onclick="x()">Hello</p>')] }, 'article_html', { element: '<p onclick>' }],
    [{ texts: [text('en', 'A'), text('en', 'B')] }, 'article_language_twice', { language: 'en' }],
    [{ texts: [text('en', 'A')], banner: 'https://elsewhere.example/x.svg' }, 'article_banner', {}],
    [{ texts: [text('en', 'A')], category: dialogCategory, id: agreementId }, 'article_needs_admin', null],
  ])('is refused: %j', async (wrong, error, details) => {
    const input = { ...notice, id: null, version: 0, ...wrong };
    const answer = await editor.call(contentCalls.saveArticle, input);
    if (details === null) expect(answer.code).toBe(0);
    else expect(answer).toMatchObject({ code: 0, error, details });
  });

  test('that binds all users is published by an administrator with a one-time password', async () => {
    const { data } = await editor.call(contentCalls.article, { id: agreementId });
    const input = { ...data.draft, id: agreementId, version: data.version };
    expect(await editor.call(contentCalls.saveArticle, input)).toMatchObject({ code: 1, data: { version: 1 } });
    const reference = { id: agreementId, version: 1 };
    expect(await editor.call(contentCalls.publishArticle, reference)).toMatchObject({ error: 'article_needs_admin' });
    expect(await editor.call(contentCalls.hideArticle, reference)).toMatchObject({ error: 'article_needs_admin' });
    expect(await admin.call(contentCalls.publishAgreement, reference)).toMatchObject({ code: 1 });
  });

  test('of the dialog greets visitors in their language', async () => {
    const dialog = { category: dialogCategory, position: 0, banner: '', id: null, version: 0 };
    const texts = [text('en', 'Maintenance', 'Tonight at ten'), text('de', 'Wartung', 'Heute um zehn')];
    const { data } = await editor.call(contentCalls.saveArticle, { ...dialog, texts });
    expect(await admin.call(contentCalls.publishAgreement, { id: data.id, version: 1 })).toMatchObject({ code: 1 });
    const configIn = async (lang: string) => (await venue.venue.get<SiteConfig>('default/config', { lang })).body.data;
    expect(await configIn('de')).toMatchObject({ dialog_title: 'Wartung', dialog_content: 'Heute um zehn' });
    expect(await configIn('fr')).toMatchObject({ dialog_title: 'Maintenance' });
    const listed = await venue.venue.get<NewsItem>(`news/info?id=${data.id}`);
    expect(listed.body).toMatchObject({ error: 'news_unknown' });
    await editor.call(contentCalls.hideArticle, { id: data.id, version: 1 });
    expect(await configIn('de')).toMatchObject({ dialog_title: 'Wartung' });
    await admin.call(contentCalls.hideArticle, { id: data.id, version: 1 });
    expect(await configIn('de')).not.toMatchObject({ dialog_title: 'Wartung' });
  });
});

test.each([
  ['<p>a <a href="/notice?id=1">b</a> <a href="https://example.org">c</a></p>', null],
  ['<img src="/banners/depth.svg" alt="">', null],
  ['<a href="javascript:alert(1)">x</a>', '<a href="javascript:alert(1)">'],
  ['<img src="https://example.org/x.png">', '<img src="https://example.org/x.png">'],
  ['<p><!-- hidden --></p>', '<!-- -->'],
  ['<IFRAME src="/x"></IFRAME>', '<iframe>'],
  ['<p style="color:red">x</p>', '<p style>'],
])('the forbidden part of %s is %s', (html, part) => {
  expect(forbiddenHtml(html)).toBe(part);
});
