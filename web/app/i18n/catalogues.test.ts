import { describe, expect, it } from 'vitest';
import { chooseLanguage, languageCodes, languages, type LanguageCode } from './languages.ts';
import { catalogue as english } from './catalogues/en.ts';
import { builtPages, personalFrame } from '../pages.ts';
import { textGroups, type TextGroup } from './page-texts.ts';
import { modulesOf } from './testing/modules-of.ts';

/** Names and signs that no language translates. */
const sameEverywhere: readonly string[] = ['Android', 'iOS', 's'];

/** English words that are the word in that language too, as its exchanges use them. */
const sameIn: Readonly<Record<Exclude<LanguageCode, 'en'>, readonly string[]>> = {
  de: [
    'Feedback',
    'Chart',
    'Info',
    'Spread',
    'Trades',
    'Limit',
    'Orders',
    'Status',
    'Website',
    'Linear',
    'Signal',
    'Text',
    'Market',
    'Post-only',
    'Slippage',
    'Maker',
    'Taker',
  ],
  it: [
    'Account',
    'Home',
    'White paper',
    'Feedback',
    'Menu',
    'E-mail',
    'Password',
    'Info',
    'Volume',
    'Spread',
    'Block explorer',
    'Post-only',
    'Slippage',
    'Maker',
    'Taker',
    'Asset',
  ],
  es: ['Spread', 'Total', 'Post-only', 'Maker', 'Taker'],
  fr: [
    'Options',
    'Menu',
    'Contact',
    'E-mail',
    'Sessions',
    'Volume',
    'Total',
    'Action',
    'Signal',
    'Maximum',
    'Segment',
    'Rectangle',
    'Post-only',
    'Type',
    'Maker',
    'Taker',
  ],
  zh: [],
  in: [],
  pt: [
    'White paper',
    'Feedback',
    'Menu',
    'E-mail',
    'Spread',
    'Total',
    'Status',
    'Linear',
    'Post-only',
    'Slippage',
    'Maker',
    'Taker',
  ],
  ja: [],
  zh_TW: [],
  nl: [
    'Account',
    'Home',
    'Feedback',
    'Menu',
    'Contact',
    'E-mail',
    'Info',
    'Open',
    'Volume',
    'Spread',
    'In orders',
    'Orders',
    'Status',
    'Website',
    'Maximum',
    'Open  in Safari.',
    'Post-only',
    'Slippage',
    'Trigger',
    'Maker',
    'Taker',
  ],
  tr: ['Limit', 'Stop limit', 'Post-only', 'Stop-limit', 'Taker'],
};

const programs = import.meta.glob<string>(
  ['../../**/*.{ts,tsx}', '!../../**/*.test.ts', '!./catalogues/**', '!../../**/node_modules/**', '!../../dist/**'],
  {
    query: '?raw',
    import: 'default',
    eager: true,
  },
);

/** Every text of a language in one; the page fetches them in groups. */
const complete = import.meta.glob<Tree>('./catalogues/*.ts', { import: 'catalogue' });

type Tree = { readonly [key: string]: string | Tree };

describe('the catalogues', () => {
  for (const code of languageCodes) {
    it(`${languages[code].name} has every text, in its own words, with the same figures`, async () => {
      const catalogue = await completeCatalogue(code);
      const texts = flatten(catalogue);
      const originals = flatten(english);
      expect([...texts.keys()]).toEqual([...originals.keys()]);
      for (const [key, text] of texts) {
        expect(text.trim(), key).not.toBe('');
        expect(figures(text), key).toEqual(figures(originals.get(key) ?? ''));
        expect(text, key).not.toContain('!');
      }
      if (code === 'en') return;
      const same = [...texts].filter(
        ([key, text]) => text === originals.get(key) && /\p{L}/u.test(withoutFigures(text)),
      );
      const allowed: readonly string[] = [...sameEverywhere, ...sameIn[code]];
      expect(same.filter(([, text]) => !allowed.includes(withoutFigures(text)))).toEqual([]);
      const words = new Set(same.map(([, text]) => withoutFigures(text)));
      expect(
        sameIn[code].filter((word) => !words.has(word)),
        'allowed and no longer the same',
      ).toEqual([]);
    });
  }

  it('are fetched one at a time: nothing but the loader and what is checked here names one', async () => {
    const loaders = Object.entries(programs).filter(([, text]) =>
      /^(?!import type).*catalogues\//m.test(text.replaceAll(/^import type .*$/gm, '')),
    );
    expect(loaders.map(([path]) => path)).toEqual(['./i18n.ts']);
    expect(programs['./i18n.ts']).not.toContain('eager');
  });
});

describe('the groups in which texts are fetched', () => {
  for (const code of languageCodes) {
    it(`have every text of ${languages[code].name} in one place`, async () => {
      const catalogue = await completeCatalogue(code);
      const groups = await Promise.all(textGroups.map((group) => partsOf(code, group)));
      expect(groups.flatMap((parts) => Object.keys(parts)).toSorted()).toEqual(Object.keys(catalogue).toSorted());
      for (const parts of groups) for (const [name, part] of Object.entries(parts)) expect(part).toBe(catalogue[name]);
    });
  }

  const opened: readonly { readonly module: string; readonly texts?: readonly TextGroup[] }[] = [
    { module: 'app/main.tsx' },
    personalFrame,
    ...builtPages,
  ];

  for (const { module: page, texts: groups = [] } of opened) {
    it(`hold what ${page} says, with everything that it is made of`, async () => {
      const known = await Promise.all(['site' as const, ...groups].map((group) => partsOf('en', group)));
      const names = new Set(known.flatMap((parts) => Object.keys(parts)));
      const all = new RegExp(`['"\`](${Object.keys(english).join('|')})\\.[a-zA-Z$]`, 'g');
      const modules = modulesOf(programs, `/web/${page}`, isPage);
      expect(modules.size).toBeGreaterThan(1);
      const missing = [...modules].flatMap((module) =>
        [...(programs[module] ?? '').matchAll(all)]
          .filter(([, part = '']) => !names.has(part))
          .map(([text]) => `${module}: ${text}`),
      );
      expect(missing).toEqual([]);
    });
  }
});

describe('the first language', () => {
  it('is the one chosen before, if it is still offered', () => {
    expect(chooseLanguage('de', ['fr'], 10)).toBe('de');
    expect(chooseLanguage('de', ['fr'], 9)).toBe('en');
    expect(chooseLanguage('jp', [], 12)).toBe('ja');
    expect(chooseLanguage('hk', [], 12)).toBe('zh_TW');
  });

  it('is the browser’s, if that is offered, else English', () => {
    expect(chooseLanguage(null, ['pt-BR', 'en'], 10)).toBe('pt');
    expect(chooseLanguage(null, ['hi-IN'], 10)).toBe('in');
    expect(chooseLanguage(null, ['zh-Hant-HK', 'zh'], 12)).toBe('zh_TW');
    expect(chooseLanguage(null, ['zh-TW'], 10)).toBe('en');
    expect(chooseLanguage(null, ['zh-SG'], 10)).toBe('zh');
    expect(chooseLanguage(null, ['ko'], 12)).toBe('en');
    expect(chooseLanguage('xx', [], 10)).toBe('en');
  });
});

async function completeCatalogue(code: LanguageCode): Promise<Tree> {
  const load = complete[`./catalogues/${code}.ts`];
  if (load === undefined) throw new Error(`no catalogue for ${code}`);
  return load();
}

/** Whether an address opens a module: its texts are fetched apart. */
const pageModules = new Set([personalFrame, ...builtPages].map(({ module }) => `/web/${module}`));
const isPage = (path: string): boolean => pageModules.has(path);

async function partsOf(code: LanguageCode, group: TextGroup): Promise<Tree> {
  return (await import(`./catalogues/${code}/${group}.ts`)) as Tree;
}

function flatten(tree: Tree, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'string' ? [[`${prefix}${key}`, value] as const] : [...flatten(value, `${prefix}${key}.`)],
    ),
  );
}

/** Figures and marked-up words: what a translation must hold as well. */
function figures(text: string): string[] {
  return [...text.matchAll(/\{\{(\w+)\}\}|<\/?\w+>/g)].map(([whole]) => whole).toSorted();
}

function withoutFigures(text: string): string {
  return text.replaceAll(/\{\{\w+\}\}/g, '').trim();
}
