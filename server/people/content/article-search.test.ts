import type { NewsRow } from '@bourse/contract/content';
import { expect, test } from 'vitest';
import { hitsOf, termsOf, type IndexedArticle } from './article-search.ts';
import { foldText, plainOf } from './fold-text.ts';

function article(id: number, title: string, summary: string, body: string): IndexedArticle {
  const row: NewsRow = { id, title, summary, topic: '', category_id: 26, banner: '', created_at: 0, lang: 'en' };
  return { row, title: foldText(title), summary: foldText(summary), body: foldText(body) };
}

const articles = [
  article(1, 'Contact', 'How to reach us', 'Write about your password or a fee.'),
  article(2, 'Security', 'Keep your password safe', 'A password manager helps.'),
  article(3, 'Your password', 'How to change it', 'Open the settings.'),
];
const found = (query: string): number[] => hitsOf(articles, termsOf(query, 'en')).map(({ id }) => id);

test('a term counts more in the title than in the summary, and there more than in the body', () => {
  expect(found('password')).toEqual([2, 3, 1]);
  expect(found('settings')).toEqual([3]);
});

test('equal articles stay in the order of the list', () => {
  expect(found('how')).toEqual([1, 3]);
});

test('every term must occur somewhere in the article', () => {
  expect(found('password manager')).toEqual([2]);
  expect(found('password nothing')).toEqual([]);
  expect(found(' … ')).toEqual([]);
});

test('case, accents and width of letters do not matter', () => {
  expect(foldText('Über ＦＥＥＳ ÉTÉ İstanbul ığdır Straße')).toBe('uber fees ete istanbul igdir strasse');
  expect(found('ＰＡＳＳＷＯＲＤ')).toEqual([2, 3, 1]);
  expect(found('pâsswörd')).toEqual([2, 3, 1]);
});

test('marks of scripts in which they are letters stay', () => {
  expect(foldText('が हिन्दी')).toBe('が हिन्दी'.normalize('NFC'));
  expect(foldText('か')).not.toBe(foldText('が'));
});

test('a query without spaces is divided into words', () => {
  expect(termsOf('修改密码', 'zh')).toEqual(['修改', '密码']);
  expect(termsOf('Password password 2FA', 'en')).toEqual(['password', '2fa']);
});

test('at most eight terms and twenty articles count', () => {
  expect(termsOf('a b c d e f g h i j', 'en')).toHaveLength(8);
  const many = Array.from({ length: 30 }, (_value, id) => article(id, 'Fees', '', ''));
  expect(hitsOf(many, ['fees'])).toHaveLength(20);
});

test('the body is searched as readers see it', () => {
  expect(plainOf('<p>Fees &amp; <strong>limits</strong></p><p>&lt;b&gt;</p>').trim()).toBe('Fees & limits <b>');
});
