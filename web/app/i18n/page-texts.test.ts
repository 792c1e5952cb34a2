import { flattenTexts, type Language, languageCodes, type PageGroup, pluralForm } from '@bourse/contract/texts';
import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import { builtPages, frames } from '../pages.ts';
import { chooseLanguage, offeredLanguages } from './languages.ts';
import { modulesOf, requestedParts } from './testing/modules-of.ts';

const programs = import.meta.glob<string>(
  ['../../**/*.{ts,tsx}', '!../../**/*.test.ts', '!../../**/node_modules/**', '!../../dist/**', '!../../*.config.ts'],
  {
    query: '?raw',
    import: 'default',
    eager: true,
  },
);

const files = import.meta.glob<unknown>('../../../locales/en/*.json', { import: 'default', eager: true });

/** The English keys of each group, plurals by their base. */
const keys = new Map(
  Object.entries(files).map(([path, tree]) => [
    path.replace(/^.*\/(\w+)\.json$/, '$1'),
    new Set([...flattenTexts(tree).keys()].map((key) => pluralForm(key).base)),
  ]),
);
const allKeys = new Set([...keys.values()].flatMap((some) => [...some]));

/** Whether a module is a page, whose texts are fetched separately. */
const pageModules = new Set([...frames, ...builtPages].map(({ module }) => `/web/${module}`));
const isPage = (path: string): boolean => pageModules.has(path);

/** The keys of modules that are in none of the groups, nor in those of the whole site. */
function missingIn(modules: ReadonlySet<string>, groups: readonly string[]): string[] {
  const loaded = new Set(['site', ...groups].flatMap((group) => [...(keys.get(group) ?? [])]));
  return [...modules].flatMap((module) =>
    keysIn(programs[module] ?? '')
      .filter((key) => !loaded.has(key))
      .map((key) => `${module}: ${key}`),
  );
}

describe('the texts of a page', () => {
  it('are fetched by group: only the loader imports text files', () => {
    const loaders = Object.entries(programs).filter(([, text]) => /['"`][./]*\/locales\//.test(text));
    expect(loaders.map(([path]) => path)).toEqual(['./text-files.ts', '../../console/texts/texts.ts']);
    expect(programs['./text-files.ts']).not.toContain('eager');
  });

  const opened: readonly { readonly module: string; readonly texts?: readonly PageGroup[] }[] = [
    { module: 'app/main.tsx' },
    ...frames,
    ...builtPages,
  ];

  for (const { module: page, texts: groups = [] } of opened) {
    it(`include all keys used by ${page} and its modules`, () => {
      const modules = modulesOf(programs, `/web/${page}`, isPage);
      expect(modules.size).toBeGreaterThan(1);
      expect(missingIn(modules, groups)).toEqual([]);
    });
  }
});

/** The path of a program from the repository root. */
const pathOf = (key: string): string => new URL(key, 'file:///web/app/i18n/').pathname;

const requested = Object.entries(programs).flatMap(([key, text]) => requestedParts(text, pathOf(key)));

describe('the texts of a part that a page requests', () => {
  it('are found', () => {
    expect(requested.map(({ name }) => name)).toContain('NoticeBell');
  });

  it.each(requested)('include all keys used by $name, requested by $by', ({ module, name, texts: groups }) => {
    expect(missingIn(modulesOf(programs, module, isPage, name), groups)).toEqual([]);
  });
});

describe('plural texts', () => {
  it('use the form for the number in a language with several forms', async () => {
    const forms = {
      orders_one: '{{count}} zlecenie',
      orders_few: '{{count}} zlecenia',
      orders_many: '{{count}} zleceń',
    };
    const polish = i18next.createInstance();
    await polish.init({ lng: 'pl', resources: { pl: { translation: forms } } });
    const say = (count: number): string => String(Reflect.apply(polish.t, undefined, ['orders', { count }]));
    expect([1, 2, 5, 22].map(say)).toEqual(['1 zlecenie', '2 zlecenia', '5 zleceń', '22 zlecenia']);
  });
});

describe('the initial language', () => {
  it('is the stored one, if it is still offered', () => {
    expect(chooseLanguage('de', ['fr'], 10)).toBe('de');
    expect(chooseLanguage('de', ['fr'], 9)).toBe('en');
    expect(chooseLanguage('jp', [], 12)).toBe('ja');
    expect(chooseLanguage('hk', [], 12)).toBe('zh_TW');
  });

  it("is the browser's, if it is offered, else English", () => {
    expect(chooseLanguage(null, ['pt-BR', 'en'], 10)).toBe('pt');
    expect(chooseLanguage(null, ['hi-IN'], 10)).toBe('in');
    expect(chooseLanguage(null, ['in'], 10)).toBe('en');
    expect(chooseLanguage(null, ['zh-Hant-HK', 'zh'], 12)).toBe('zh_TW');
    expect(chooseLanguage(null, ['zh-TW'], 10)).toBe('en');
    expect(chooseLanguage(null, ['zh-SG'], 10)).toBe('zh');
    expect(chooseLanguage(null, ['ko'], 12)).toBe('en');
    expect(chooseLanguage('xx', [], 10)).toBe('en');
  });

  it('can be any language where the site offers all', () => {
    const offered: readonly Language[] = offeredLanguages(12);
    expect(offered).toEqual(languageCodes);
  });
});

/** The keys that a program names, and those that match a template such as `errors.${key}`. */
function keysIn(program: string): string[] {
  return [...program.matchAll(/['"`](\w+\.[\w.]*)(\$\{)?/g)].flatMap(([, key = '', isTemplate]) => {
    if (isTemplate === undefined) return allKeys.has(key) ? [key] : [];
    return [...allKeys].filter((known) => known.startsWith(key) && !known.slice(key.length).includes('.'));
  });
}
