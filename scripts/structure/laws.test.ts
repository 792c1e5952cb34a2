import { describe, expect, test } from 'vitest';
import { flattenTexts } from '../../contract/texts/index.ts';
import type { Locale, Locales } from '../texts/locales.ts';
import { unusedKeys } from '../texts/text-use.ts';
import { keysProgram } from '../texts/write-keys.ts';
import { glossaryViolations } from './glossary-law.ts';
import { importViolations } from './import-law.ts';
import { linkViolations } from './link-law.ts';
import { keyViolations, localeFaults, noteViolations } from './locale-law.ts';
import { ownWordsViolations } from './own-words-law.ts';
import { purityViolations } from './purity-law.ts';
import { quotedMessageViolations } from './quoted-message-law.ts';
import { parseSource } from './source.ts';
import { columnViolations, retiredTermsOf, termViolations } from './terms-law.ts';
import { lineViolations, nameViolations, sizeViolations } from './text-laws.ts';
import { userTextViolations } from './user-text-law.ts';
import { wordingsOfArticle, wordingViolations } from './wording-law.ts';

/** Each law refuses what it forbids and accepts similar code that it allows. */
describe('the import law', () => {
  test.each([
    ['engine/spot/a.ts', `import { x } from 'node:fs';`],
    ['engine/spot/a.ts', `import type { X } from '@bourse/contract';`],
    ['engine/spot/a.ts', `import { x } from 'typebox';`],
    ['engine/spot/a.ts', `import { x } from '../../contract/values.ts';`],
    ['engine/spot/a.ts', `const x = import('node:fs');`],
    ['engine/ledger/a.ts', `import { x } from '../leverage/margin.ts';`],
    ['engine/ledger/a.ts', `import type { X } from '../credits/state.ts';`],
    ['contract/spot/a.ts', `import { x } from '@bourse/engine';`],
    ['contract/spot/a.ts', `import { x } from 'fastify';`],
    ['web/app/a.ts', `import { x } from '@bourse/engine';`],
    ['web/app/a.tsx', `export { x } from '@bourse/server';`],
    ['web/app/a.ts', `import { x } from 'node:fs';`],
    ['web/app/styles.ts', `import '@mantine/core/styles/Input.css';`],
    ['web/features/spot/a.tsx', `import { Menu } from '@mantine/core';`],
    ['web/features/shell/a.tsx', `const menu = import('@mantine/core');`],
    ['web/app/a.ts', `import type { X } from '../../server/app.ts';`],
    ['server/venue/app.ts', `import { x } from '@bourse/web';`],
    ['server/ground/core/a.ts', `import { x } from '../feed/index.ts';`],
    ['server/ground/core/a.ts', `import { x } from '../../trading/spot/index.ts';`],
    ['server/ground/database/a.ts', `import { x } from '../core/index.ts';`],
    ['server/ground/projections/a.ts', `import { x } from '../core/index.ts';`],
    ['server/ground/projections/a.ts', `import { x } from '../database/index.ts';`],
    ['server/trading/spot/a.ts', `import { x } from '../savings/balances.ts';`],
    ['server/trading/spot/a.ts', `import { x } from '../../ground/core/sequencer.ts';`],
    ['server/trading/spot/a.ts', `import { x } from '../../ground/projections/index.ts';`],
    ['server/trading/spot/orders/a.ts', `import { x } from '../../../venue/app.ts';`],
    ['server/people/users/a.ts', `import { x } from '../../trading/spot/index.ts';`],
    ['server/trading/spot/a.ts', `import { x } from '../all.ts';`],
    ['server/trading/spot/a.ts', `import { x } from '../../testing/tools.ts';`],
    ['bench/a.ts', `export * from './b.ts';`],
    ['scripts/a.ts', `import { x } from '../e2e/a.ts';`],
    ['scripts/a.ts', `import { x } from '@bourse/e2e/client';`],
    ['web/live/a.ts', `import { x } from '../ui/a.ts';`],
    ['web/ui/a.tsx', `import { x } from '../features/shell/index.ts';`],
    ['web/ui/a.tsx', `import { x } from '../app/i18n/languages.ts';`],
    ['web/features/spot/a.ts', `import { x } from '../markets/market-sort.ts';`],
    ['web/features/spot/index.ts', `export { x } from './trade-page.tsx';`],
    ['web/features/spot/index.ts', `export const x = 1;`],
    ['web/features/spot/book/a.ts', `import type { X } from '../../markets/market-sort.ts';`],
    ['web/features/spot/a.ts', `const x = import('../markets/markets-page.tsx');`],
    ['web/features/spot/a.ts', `import { x } from '../../app/router.tsx';`],
    ['web/features/spot/a.ts', `import { x } from '../../console/parts/csv.ts';`],
    ['web/app/a.ts', `const x = import('../console/main.tsx');`],
    ['web/ui/a.ts', `import { x } from '../console/parts/csv.ts';`],
    ['web/console/parts/a.ts', `import { x } from '../../features/spot/index.ts';`],
    ['web/console/frame/a.ts', `import { x } from '../screens/login/login-screen.tsx';`],
    ['web/console/screens/users/a.ts', `import { x } from '../markets/market-form.tsx';`],
    ['web/console/screens/registry.ts', `import { x } from './login/login-screen.tsx';`],
    ['web/app/a.ts', `import { x } from '../features/spot/trade-page.tsx';`],
  ])('refuses, in %s: %s', (path, text) => {
    expect(importViolations(parseSource(path, text))).toHaveLength(1);
  });

  test.each([
    ['engine/spot/a.ts', `import { x } from '../money.ts';`],
    ['engine/spot/a.ts', `import { x } from '../leverage/margin.ts';`],
    ['engine/ledger/a.ts', `import { x } from '../leaving.ts';`],
    ['engine/ledger/a.ts', `import { x } from '../declaration/event.ts';`],
    ['engine/spot/a.test.ts', `import { x } from 'vitest';`],
    ['contract/spot/a.ts', `import { Type } from 'typebox'; import { Value } from 'typebox/value';`],
    ['web/app/a.tsx', `import { x } from '@bourse/contract'; import { y } from 'react';`],
    ['server/ground/core/a.ts', `import { x } from '../projections/index.ts'; import { y } from '../log.ts';`],
    ['server/ground/database/a.ts', `import type { X } from '../projections/index.ts';`],
    ['server/ground/core/group/a.ts', `import { x } from '../fence.ts'; import { y } from '../../database/index.ts';`],
    [
      'server/trading/spot/a.ts',
      `import { x } from '../savings/index.ts'; import { y } from '../../ground/core/index.ts';`,
    ],
    [
      'server/trading/spot/a.ts',
      `import { x } from '../../people/users/index.ts'; import { y } from '../../ground/log.ts';`,
    ],
    ['server/trading/spot/a.ts', `import { x } from '@bourse/engine'; import { y } from '@bourse/contract';`],
    ['server/trading/spot/a.test.ts', `import { x } from '../../ground/database/test-database.ts';`],
    ['server/venue/main.ts', `import { x } from '../trading/spot/index.ts'; import { y } from './config.ts';`],
    ['scripts/a.ts', `import { x } from '../web/app/a.ts'; import { y } from './b.ts';`],
    ['web/ui/a.ts', `import { x } from '../live/decimal.ts';`],
    ['web/features/spot/index.ts', `export { x, type Y } from './book/b.ts'; export type { Z } from './c.ts';`],
    ['web/features/shell/index.ts', `export { x } from './coming-page.tsx';`],
    ['web/features/spot/a.ts', `import { x } from '../markets/index.ts'; import { y } from './book/b.ts';`],
    ['web/features/spot/a.ts', `import { x } from '../../app/i18n/languages.ts'; import { y } from '../../ui/b.ts';`],
    ['web/features/spot/a.test.ts', `import { x } from '../markets/testing/market-of.ts';`],
    [
      'web/app/a.ts',
      `import { x } from '../features/home/index.ts'; const y = import('../features/home/home-page.tsx');`,
    ],
    ['web/features/identity/a.tsx', `import { TextInput } from '@mantine/core';`],
    ['web/ui/component-library.tsx', `import { MantineProvider } from '@mantine/core';`],
    ['web/console/frame/a.tsx', `import { x } from '../../ui/a.ts'; import { MantineProvider } from '@mantine/core';`],
    ['web/console/screens/users/a.ts', `import { x } from './b.ts'; import { y } from '../../parts/csv.ts';`],
    ['web/console/screens/registry.ts', `const x = () => import('./login/login-screen.tsx');`],
  ])('accepts, in %s: %s', (path, text) => {
    expect(importViolations(parseSource(path, text))).toEqual([]);
  });
});

describe('the purity law', () => {
  test.each([
    'const now = Date.now();',
    'const now = new Date(0);',
    'const n = Math.random();',
    `const n = Math['random']();`,
    'const { random } = Math;',
    'const m = Math;',
    'const n = Math[name];',
    'const p = process;',
    'const t = performance.now();',
    'setTimeout(() => undefined, 1);',
    'console.log(1);',
    `void fetch('x');`,
    'const g = globalThis;',
    'const e = { process };',
    'const u = import.meta.url;',
    'export const f = async () => 1;',
    'export async function* g() { yield 1; }',
    'class A { async b() {} }',
    `const s = ['a'].sort((a, b) => a.localeCompare(b));`,
    'const id = crypto.randomUUID();',
  ])('refuses %s', (text) => {
    expect(purityViolations(parseSource('engine/spot/a.ts', text)).length).toBeGreaterThan(0);
  });

  test.each([
    'const x = order.process;',
    'const x = { process: 1, Date: 2 };',
    'interface A { readonly performance: number }',
    '// Date.now() in a comment',
    `const x = 'Date.now()';`,
    'const x = Math.floor(1.5);',
  ])('accepts %s', (text) => {
    expect(purityViolations(parseSource('engine/spot/a.ts', text))).toEqual([]);
  });

  test('applies to the engine only', () => {
    expect(purityViolations(parseSource('server/core/clock.ts', 'Date.now();'))).toEqual([]);
  });
});

describe('the law on texts of the page', () => {
  test.each([
    'const a = <b>Buy</b>;',
    `const a = <b>{'Buy'}</b>;`,
    `const a = <b>{sell ? 'Sell' : t('buy')}</b>;`,
    'const a = <b>{open && `Buy ${coin}`}</b>;',
    `const a = <b>{'Buy ' + coin}</b>;`,
    'const a = <b>买</b>;',
    'const a = <i title="price" />;',
    `const a = <i aria-label={sell ? t('sell') : 'buy'} />;`,
    'const a = <img alt="A chart" />;',
    'const a = <Input placeholder="0.00 USDT" />;',
    'const a = <Input confirmLabel="ok" />;',
    `notifications.show({ message: 'Order placed' });`,
    `const column = { title: 'Price' };`,
    `document.title = 'Bourse exchange';`,
    `document.title = 'exchange';`,
    `const a = <b>{['buy', 'sell'][side]}</b>;`,
    `const a = <b>{'buy'.toUpperCase()}</b>;`,
    `const a = <b {...{ 'aria-label': 'Buy now' }} />;`,
    `const words = ['Buy', 'Sell'];`,
    `const words = { buy: 'Buy' };`,
    `const buy = 'Buy now';`,
    'const say = (coin: string) => `Buy ${coin}`;',
    `function say() { return 'A trade'; }`,
    `function Field({ label = 'Price now' }) { return null; }`,
    `const buy = sell ? t('sell') : '买入';`,
    `toast('copied');`,
    `announce(done ? 'done' : t('failed'));`,
    `element.setAttribute('aria-label', 'price');`,
    `element.append(document.createTextNode('price'));`,
  ])('refuses %s', (text) => {
    expect(userTextViolations(parseSource('web/features/a.tsx', text)).length).toBeGreaterThan(0);
  });

  test.each([
    `const a = <b>{t('trade.buy')}</b>;`,
    'const a = <b>{price} / {amount} %</b>;',
    `const a = <b className="wide">{side === 'buy' ? bids : asks}</b>;`,
    `const a = <Input type="number" label={t('price')} name="price" />;`,
    `const a = <i aria-hidden="true" aria-labelledby="heading" />;`,
    `notifications.show({ message: t('placed'), color: 'red' });`,
    `const key = { message: 'errors.network' };`,
    `if (event.key === 'Enter') throw new Error('The field has no form');`,
    `switch (key) { case 'Escape': console.info('Nothing to close'); }`,
    `const page = lazyRouteComponent(load, 'HomePage');`,
    `const sides = ['buy', 'sell'] as const;`,
    `toast(t('copied'), 'success');`,
    `element.setAttribute('tabindex', '0');`,
    `type Place = 'Home' | 'End';`,
    `const platform = { name: 'Android', code: 'USDT' };`,
  ])('accepts %s', (text) => {
    expect(userTextViolations(parseSource('web/features/a.tsx', text))).toEqual([]);
  });
});

describe('the law on wording', () => {
  const said = (tag: string, text: string): string[] => wordingViolations({ tag, place: 'here', text });

  test.each([
    ['en', 'Welcome!'],
    ['en', 'Loading...'],
    ['en', 'the “name” of "it"'],
    ['de', 'Ihre Aufträge'],
    ['fr', 'Pas de compte ?'],
    ['fr', 'le champ « nom »'],
    ['nl', 'Je account'],
    ['es', 'Tu cuenta'],
    ['pt', 'Palavra-passe'],
    ['pt', 'Solicitação ou pedido'],
    ['pt', 'Conta poupança'],
    ['tr', 'Piyasa yapıcı komisyonu'],
    ['tr', 'Vadeli mevduat'],
    ['tr', 'Simüle fiyatlar'],
    ['hi', 'Order book'],
    ['hi', 'ई-मेल'],
    ['zh-CN', '註冊'],
    ['zh-CN', '主动方手续费'],
    ['zh-CN', '价格({{currency}})'],
    ['zh-TW', '账户'],
    ['zh-TW', '提現密碼'],
    ['zh-TW', '撤銷委託'],
    ['zh-TW', '暫無公告。'],
  ])('refuses, in %s: %s', (tag, text) => {
    expect(said(tag, text).length).toBeGreaterThan(0);
  });

  test.each([
    ['en', 'You’re {{name}}'],
    ['fr', 'Pas de compte\u202f?'],
    ['hi', '{{name}} ऐप'],
    ['hi', '{{page}} / {{pages}}'],
    ['pt', 'um número de pedestres'],
    ['tr', 'Piyasa yapıcılar'],
    ['tr', 'Neler simüle edilir'],
    ['zh-CN', '止损限价（GTC）'],
    ['zh-TW', '帳戶與餘額'],
  ])('accepts, in %s: %s', (tag, text) => {
    expect(said(tag, text)).toEqual([]);
  });

  test('sees the no-break spaces of an article', () => {
    const said = (text: string) =>
      wordingsOfArticle({ path: 'server/people/content/articles/news/a.fr.html', text }).flatMap(wordingViolations);
    expect(said('<p>Pas de\n  compte\u202f?</p>')).toEqual([]);
    expect(said('<p>Pas de compte ?</p>')).toHaveLength(1);
  });

  test('extracts the paragraphs of an article without code', () => {
    const article = '<h1>Hallo!</h1><p>Mit <code>"lang"</code> und <a href="/x">Link</a></p>';
    const parts = wordingsOfArticle({ path: 'server/people/content/articles/news/a.de.html', text: article });
    expect(parts.map(({ tag, text }) => [tag, text])).toEqual([
      ['de', 'Hallo!'],
      ['de', 'Mit … und Link'],
    ]);
    expect(parts.flatMap(wordingViolations)).toHaveLength(1);
    expect(wordingsOfArticle({ path: 'web/index.html', text: article })).toEqual([]);
  });
});

describe('the laws on translations', () => {
  const locale = (tag: string, groups: Readonly<Record<string, object>>): Locale => ({
    tag,
    groups: new Map(Object.entries(groups).map(([group, tree]) => [group, flattenTexts(tree)])),
  });
  const spot = {
    trade: { buy: 'Buy {{coin}}', sell: 'Sell' },
    count_one: '{{count}} order',
    count_other: '{{count}} orders',
  };
  const english = locale('en', { spot });
  const all = (other: Locale, notes = {}): Locales => ({ english, others: [other], notes: flattenTexts(notes) });

  test('report texts that are missing, unknown, blank or have other parameters', () => {
    const german = locale('de', {
      spot: { trade: { buy: 'Kaufen', hold: ' ' }, count_one: 'eine Order', count_other: '{{count}} Orders' },
    });
    expect(localeFaults(all(german))[1]).toEqual({
      tag: 'de',
      missing: ['spot.json trade.sell'],
      unknown: ['spot.json trade.hold'],
      differing: ['spot.json trade.buy'],
      blank: ['spot.json trade.hold'],
    });
  });

  test('require the plural forms of the language', () => {
    const forms = { count_one: '{{count}} zlecenie', count_few: '{{count}} zlecenia' };
    const polish = locale('pl', { spot: { trade: { buy: 'Kup {{coin}}', sell: 'Sprzedaj' }, ...forms } });
    expect(localeFaults(all(polish))[1]?.missing).toEqual(['spot.json count_many', 'spot.json count_other']);
    const japanese = locale('ja', {
      spot: { trade: { buy: '{{coin}} を買う', sell: '売る' }, count_other: '{{count}} 件' },
    });
    expect(localeFaults(all(japanese))[1]).toMatchObject({ missing: [], unknown: [], differing: [] });
  });

  test('report all texts of a missing folder, and files that English lacks', () => {
    expect(localeFaults(all(locale('de', {})))[1]?.missing).toHaveLength(4);
    expect(localeFaults(all(locale('de', { spot, extra: {} })))[1]?.unknown).toEqual(['extra.json']);
  });

  test('refuse keys in two files and notes on missing texts', () => {
    const twice = locale('en', { a: { way: { buy: 'Buy' } }, b: { way: { buy: 'Buy' } } });
    expect(keyViolations({ english: twice, others: [], notes: new Map() })).toEqual([
      'way.buy is in a.json and in b.json',
    ]);
    expect(noteViolations(all(english, { trade: 'Buttons', count: 'How many', 'trade.hold': 'Gone' }))).toHaveLength(1);
  });

  test('refuse texts that have another term, or one that two things share', () => {
    const glossary = (ja: string) =>
      `## Languages\n\n| English (\`en\`) | Japanese (\`ja\`) |\n| --- | --- |\n| margin ratio | ${ja} |\n| margin level | 証拠金維持率 |\n`;
    const lever = (marginRatio: string, riskRate: string) => ({ leverage: { lever: { marginRatio, riskRate } } });
    const said = (ratio: string, term: string) =>
      glossaryViolations(glossary(term), {
        english: locale('en', lever('Margin ratio', 'Margin level')),
        others: [locale('ja', lever(ratio, '証拠金維持率'))],
        notes: new Map(),
      });
    expect(said('証拠金使用率', '証拠金使用率')).toEqual([]);
    expect(said('証拠金維持率', '証拠金使用率')).toHaveLength(1);
    expect(said('証拠金維持率', '証拠金維持率')).toEqual(['ja lever.riskRate has the term of lever.marginRatio']);
  });

  test('refuse English texts in other languages', () => {
    const dutch = locale('nl', { spot: { trade: { buy: 'Koop {{coin}}', sell: 'Sell' } } });
    expect(ownWordsViolations(all(dutch))).toContain('nl trade.sell is in English');
  });

  test('report texts that no program uses', () => {
    const program = (path: string, text: string) => parseSource(path, text);
    const texts = flattenTexts({ ...spot, side: { buy: 'Buy' }, old: 'Old' });
    const used = [
      program('web/a.ts', 'say(`trade.${key}`); say("count", { count });'),
      program('web/a.test.ts', 'say("old");'),
      program('web/b.ts', 'say(`side.${side}`);'),
    ];
    expect(unusedKeys(texts, used)).toEqual(['old']);
  });

  test('generate types that name the parameters', () => {
    const program = keysProgram(english);
    expect(program).toContain("readonly 'trade.buy': `${string}{{coin}}${string}`;");
    expect(program).toContain("readonly 'trade.sell': string;");
    expect(program).toContain("readonly 'count': `${string}{{count}}${string}`;");
    expect(program).not.toContain('count_one');
  });
});

describe('the laws on names, sizes and lines', () => {
  test.each(['server/utils/a.ts', 'web/helpers.ts', 'engine/common/b.ts', 'web/lib/a.ts', 'a/misc.ts', 'a/types.ts'])(
    'refuse %s',
    (path) => {
      expect(nameViolations(path)).toHaveLength(1);
    },
  );

  test.each(['server/core/index.ts', 'web/live/order-types.ts', 'contract/library.ts'])('accept %s', (path) => {
    expect(nameViolations(path)).toEqual([]);
  });

  test('refuse files over 500 lines, except generated ones', () => {
    const text = 'a;\n'.repeat(501);
    expect(sizeViolations({ path: 'server/a.ts', text })).toHaveLength(1);
    expect(sizeViolations({ path: 'server/a.ts', text: 'a;\n'.repeat(500) })).toEqual([]);
    expect(sizeViolations({ path: 'locales/keys.generated.ts', text })).toEqual([]);
  });

  test.each([
    ['/', 'home/ada/bourse'].join(''),
    ['see /', 'work/main'].join(''),
    ['// TO', 'DO: later'].join(''),
    ['// oxlint', '-disable-next-line no-eval'].join(''),
    ['// @ts', '-expect-error'].join(''),
  ])('refuse the line %s', (line) => {
    expect(lineViolations({ path: 'server/a.ts', text: `a;\n${line}\n` })).toEqual([
      expect.stringContaining('server/a.ts:2'),
    ]);
  });

  test.each(['GET /api/user/home/list', 'const work = 1 / root / 2;', `import { x } from '../work/x.ts';`])(
    'accept the line %s',
    (line) => {
      expect(lineViolations({ path: 'server/a.ts', text: line })).toEqual([]);
    },
  );
});

describe('the law on retired words', () => {
  const retired = retiredTermsOf(
    '## Retired words\n\n| Retired | Write |\n| --- | --- |\n| `purse`, `for ever` | account |\n| `Of a` | it |',
  );

  test.each([
    ['a.ts', '/** The purse of a user. */'],
    ['a.ts', '// Kept for\n// ever.'],
    ['a.ts', '/** Open. Of a purchase the total. */'],
    ['a.sql', '-- a purse'],
    ['a.css', '/* a purse */'],
    ['a.md', 'It has a purse.'],
    ['a.test.ts', `test('a purse is empty', () => {});`],
    ['a.test.ts', `test.each([1])('a purse is empty', () => {});`],
    ['a.test.ts', 'describe(`a purse of ${user}`, () => {});'],
    ['locales/en/site.json', '{ "a": "Your purse" }'],
  ])('refuses in %s: %s', (path, text) => {
    expect(termViolations({ path, text }, retired)).toHaveLength(1);
  });

  test.each([
    ['a.ts', `const text = 'purse';`],
    ['a.ts', '/** The field `purse` of the wire; a part of a purchase. */'],
    ['a.md', '```\npurse\n```'],
    ['a.md', 'It is `purse`.'],
    ['locales/de/site.json', '{ "a": "purse" }'],
    ['locales/en/site.json', '{ "purse": "Your account" }'],
  ])('ignores code, as in %s: %s', (path, text) => {
    expect(termViolations({ path, text }, retired)).toEqual([]);
  });

  test('limits lines to 120 columns, except in tables', () => {
    const words = 'word '.repeat(30);
    expect(columnViolations({ path: 'a.ts', text: `// ${words}` })).toHaveLength(1);
    expect(columnViolations({ path: 'a.md', text: words })).toHaveLength(1);
    expect(columnViolations({ path: 'a.md', text: `| ${words} |` })).toEqual([]);
    expect(columnViolations({ path: 'a.ts', text: `const text = '${words}';` })).toEqual([]);
  });
});

describe('the law on links of Markdown', () => {
  const page = (text: string) => [
    { path: 'docs/a.md', text },
    { path: 'docs/b.md', text: '# The `b` page\n\n## Twice\n\n## Twice\n\n```sh\n# no heading\n```\n' },
  ];
  const exists = (path: string): boolean => ['docs/a.md', 'docs/b.md', 'docs', 'server/app.ts'].includes(path);

  test.each([
    '# Own\n[to a heading](#own)',
    '[a page](b.md), [its title](b.md#the-b-page), [the second of two](b.md#twice-1)',
    '[a folder](../docs), [elsewhere](https://example.com/c.md), `[code](c.md)`',
    '[by reference][1]\n\n[1]: b.md',
    '`server/app.ts`, `server/<capability>/index.ts`, `server/core/*.test.ts`',
    '```md\n[in a block](c.md) `server/none.ts`\n```',
    '| a | b |\n| - | - |\n| `c \\| d` | e |',
  ])('accepts %j', (text) => {
    expect(linkViolations(page(text), exists)).toEqual([]);
  });

  test.each([
    ['[gone](c.md)', 'docs/a.md links to c.md, which does not exist'],
    ['[wrong folder](docs/b.md)', 'docs/a.md links to docs/b.md, which does not exist'],
    ['[no heading](b.md#no-heading)', 'docs/a.md links to b.md#no-heading, which does not exist'],
    ['[by reference][1]\n\n[1]: c.md', 'docs/a.md links to c.md, which does not exist'],
    ['`server/none.ts`', 'docs/a.md names server/none.ts, which does not exist'],
    ['`trading/none.ts`', 'docs/a.md names trading/none.ts, which does not exist'],
    ['[without a definition][7]', 'docs/a.md links to [7], which is not defined'],
    ['| a | b |\n| - | - |\n| c |', 'docs/a.md has a row with a missing or an extra cell: | c |'],
  ])('refuses %j', (text, violation) => {
    expect(linkViolations(page(text), exists)).toEqual([violation]);
  });
});

describe('the law on quoted messages', () => {
  const english = ['The order was placed.', 'Too little {{currency}}: {{available}} (of 5).'];
  const quoting = (message: string, path = 'docs/a.md') =>
    quotedMessageViolations({ path, text: `{ "code": 1, "message": "${message}" }` }, english);

  test.each(['The order was placed.', 'Too little USDT: 3.5 (of 5).'])('accepts %j', (message) => {
    expect(quoting(message)).toEqual([]);
  });

  test.each(['The order was made.', 'The order was placed. Well done.', 'Too little USDT: 3.5 (of 6).'])(
    'refuses %j',
    (message) => {
      expect(quoting(message)).toEqual([`docs/a.md quotes "${message}", which no English text says`]);
      expect(quoting(message, 'server/a.ts')).toEqual([]);
    },
  );
});
