import { describe, expect, it } from 'vitest';
import { chooseLanguage, languageCodes, languages } from './languages.ts';
import { catalogue as english } from './catalogues/en.ts';

type Tree = { readonly [key: string]: string | Tree };

describe('the catalogues', () => {
  for (const code of languageCodes) {
    it(`${languages[code].name} has every text, in its own words, with the same figures`, async () => {
      const { catalogue } = (await import(`./catalogues/${code}.ts`)) as { catalogue: Tree };
      const texts = flatten(catalogue);
      const originals = flatten(english);
      expect([...texts.keys()]).toEqual([...originals.keys()]);
      for (const [key, text] of texts) {
        expect(text.trim(), key).not.toBe('');
        expect(figures(text), key).toEqual(figures(originals.get(key) ?? ''));
        expect(text, key).not.toContain('!');
      }
      const same = [...texts].filter(([key, text]) => text === originals.get(key)).length;
      if (code !== 'en') expect(same / texts.size).toBeLessThan(0.1);
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

function flatten(tree: Tree, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'string' ? [[`${prefix}${key}`, value] as const] : [...flatten(value, `${prefix}${key}.`)],
    ),
  );
}

function figures(text: string): string[] {
  return [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name).toSorted();
}
