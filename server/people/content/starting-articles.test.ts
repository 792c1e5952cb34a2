import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { agreementId, articleHtml, newsCategory } from '@bourse/contract/content';
import { type Language, languageCodes, languages } from '@bourse/contract/texts';
import { describe, expect, test } from 'vitest';
import { readStartingArticles } from './starting-articles.ts';

const articles = readStartingArticles({ demo: true });
const texts = articles.flatMap(({ id, texts: all }) => [...all].map(([language, text]) => ({ id, language, ...text })));
const pages = join(import.meta.dirname, '..', '..', '..', 'web', 'public');

describe('the bundled articles', () => {
  test('have distinct ids below those of operators', () => {
    const ids = articles.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(Math.max(...ids)).toBeLessThanOrEqual(1_000);
    expect(articles.find(({ id }) => id === agreementId)?.category).toBe('support');
  });

  test('cover every file, each article in English and any other languages', () => {
    for (const { id, texts: all } of articles) expect([id, all.has('en')]).toEqual([id, true]);
    expect(texts.some(({ language }) => language === 'zh')).toBe(true);
    const files = Object.keys(newsCategory).flatMap((category) =>
      readdirSync(join(import.meta.dirname, 'articles', category)),
    );
    expect(files).toHaveLength(texts.length);
    const tags = new Set(languageCodes.map((code) => languages[code].tag));
    for (const file of files) expect(tags, file).toContain(file.split('.').at(-2));
  });

  test('that describe the demo are published only there', () => {
    const live = readStartingArticles({ demo: false });
    expect(live.map(({ id }) => id)).not.toContain(101);
    expect(live.filter(({ category }) => category === 'notices').map(({ position }) => position)).toEqual([1, 2, 3]);
    expect(live.map(({ id }) => id)).toContain(agreementId);
  });

  test('have summaries in plain text', () => {
    for (const { id, summary } of texts) {
      expect(summary, String(id)).not.toMatch(/[<>]|&\w+;|^\s|\s\s/);
      expect(summary.length, String(id)).toBeLessThanOrEqual(200);
    }
  });

  test.each(texts)('$id in $language contains only allowed elements', ({ content }) => {
    const open: string[] = [];
    for (const [, end, tag = '', attributes = ''] of content.matchAll(/<(\/?)([a-z0-9]+)([^>]*)>/g)) {
      expect(articleHtml.tags).toContain(tag);
      for (const [, name] of attributes.matchAll(/\s([\w-]+)="/g)) expect(articleHtml.attributes).toContain(name);
      if (end === '/') expect(open.pop()).toBe(tag);
      else if (!['br', 'hr', 'img'].includes(tag)) open.push(tag);
    }
    expect(open).toEqual([]);
    expect(content).not.toMatch(/!/);
    // All remaining text must escape ampersands and angle brackets.
    expect(content.replaceAll(/<\/?[a-z0-9]+[^>]*>|&(?:amp|lt|gt);/g, '')).not.toMatch(/[<>&]/);
  });

  test.each(texts)('$id in $language links to existing pages', ({ content }) => {
    const personal = ['accountSettings', 'authentication', 'collectionSettings', 'feedback'];
    const places = [
      '/trade?id=0',
      '/register',
      '/white',
      '/app',
      '/api/docs',
      ...personal.map((page) => `/personal/${page}`),
    ];
    for (const [, href = ''] of content.matchAll(/href="([^"]*)"/g)) {
      const [, id, category] = /^\/notice\?id=(\d+)&amp;category_id=(\d+)$/.exec(href) ?? [];
      const target = articles.find((one) => String(one.id) === id);
      if (target === undefined) expect(places).toContain(href);
      else expect(category).toBe(String(newsCategory[target.category]));
    }
  });

  test.each(articles)('$id has the same structure in every language', ({ texts: all }) => {
    const shape = (language: Language) =>
      [...(all.get(language)?.content.matchAll(/<[a-z0-9]+/g) ?? [])].flat().filter((tag) => tag !== '<a');
    for (const language of all.keys()) expect([language, ...shape(language)]).toEqual([language, ...shape('en')]);
  });

  test.each(articles.filter(({ banner }) => banner !== ''))('the picture of $id exists and is small', ({ banner }) => {
    expect(existsSync(join(pages, banner))).toBe(true);
    expect(readFileSync(join(pages, banner)).byteLength).toBeLessThanOrEqual(60_000);
  });
});
