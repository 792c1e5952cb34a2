import { describe, expect, test } from 'vitest';
import { errorParameters } from '../errors.ts';
import { catalogues, fillFigures, intlTag, languageOf } from './index.ts';

/** Every text of a catalogue by its place, e.g. `errors.not_found`. */
function textsOf(catalogue: (typeof catalogues)['en']): Map<string, string> {
  const parts: [string, Readonly<Record<string, string>>][] = Object.entries({ ...catalogue });
  const texts = parts.flatMap(([part, entries]) =>
    Object.entries(entries).map(([key, text]) => [`${part}.${key}`, text] as const),
  );
  return new Map(texts);
}

function figuresIn(text: string): string[] {
  return [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? '').toSorted();
}

const english = textsOf(catalogues.en);

describe.each(Object.entries(catalogues))('the messages in %s', (language, catalogue) => {
  const texts = textsOf(catalogue);

  test('say everything that the English ones say, and nothing else', () => {
    expect([...texts.keys()].toSorted()).toEqual([...english.keys()].toSorted());
    expect([...texts.values()].filter((text) => text.trim() !== text || text === '')).toEqual([]);
  });

  test('name the same figures as the English ones', () => {
    for (const [key, text] of texts)
      expect([key, ...figuresIn(text)]).toEqual([key, ...figuresIn(english.get(key) ?? '')]);
  });

  test('are in that language', () => {
    if (language === 'en') return;
    const same = [...texts].filter(([key, text]) => text === english.get(key)).map(([, text]) => text);
    // An order that is open is "Open" in Dutch.
    expect(same).toEqual(language === 'nl' ? ['Open'] : []);
  });
});

test('a text names only figures that its error brings', () => {
  for (const [key, names] of Object.entries(errorParameters)) {
    const brought: readonly string[] = names;
    const named = figuresIn(english.get(`errors.${key}`) ?? '');
    expect(named.filter((name) => !brought.includes(name))).toEqual([]);
  }
});

test('figures take their places, and an unknown place stays as it is', () => {
  expect(fillFigures('{{a}} of {{b}} {{c}}', { a: 1, b: 'two' })).toBe('1 of two {{c}}');
  expect(fillFigures('{{toString}}', {})).toBe('{{toString}}');
  expect(fillFigures('{{a}}', { a: '{{a}} $&' })).toBe('{{a}} $&');
});

test('a language header is understood under its other names, and anything else is English', () => {
  expect(['jp', 'hk', 'in', 'zh_TW', 'tr', undefined, '', 'constructor', 'EN'].map(languageOf)).toEqual([
    'ja',
    'zh_TW',
    'in',
    'zh_TW',
    'tr',
    'en',
    'en',
    'en',
    'en',
  ]);
  for (const language of Object.keys(catalogues)) {
    expect(Intl.DisplayNames.supportedLocalesOf([intlTag(languageOf(language))])).toHaveLength(1);
  }
});
