import { describe, expect, test } from 'vitest';
import {
  parameterNames,
  fillParameters,
  flattenTexts,
  formatText,
  languageCodes,
  languageFrom,
  languageOf,
  languages,
  nestTexts,
  pluralForm,
  withEnglish,
} from './index.ts';

describe('a text', () => {
  test('has its parameters filled in, and unknown placeholders are kept', () => {
    expect(fillParameters('{{a}} of {{b}} {{c}}', { a: 1, b: 'two' })).toBe('1 of two {{c}}');
    expect(fillParameters('{{toString}}', {})).toBe('{{toString}}');
    expect(fillParameters('{{a}}', { a: '{{a}} $&' })).toBe('{{a}} $&');
    expect(parameterNames('{{b}} {{a}} {{b}}')).toEqual(['b', 'a']);
  });

  test('is found by its full key, and a file can be reassembled', () => {
    const tree = { orders: { title: 'Orders', side: { buy: 'Buy' } }, note: 'Note' };
    const texts = flattenTexts(tree);
    expect([...texts]).toEqual([
      ['orders.title', 'Orders'],
      ['orders.side.buy', 'Buy'],
      ['note', 'Note'],
    ]);
    expect(nestTexts(texts)).toEqual(tree);
    expect(() => flattenTexts({ orders: { count: 3 } })).toThrow('orders.count');
  });

  test('uses the plural form of its language for the number', () => {
    const polish = flattenTexts({
      orders_one: '{{count}} zlecenie',
      orders_few: '{{count}} zlecenia',
      orders_many: '{{count}} zleceń',
      orders_other: '{{count}} zlecenia',
    });
    const say = (count: number): string => formatText(polish, new Intl.PluralRules('pl'), 'orders', { count });
    expect([1, 2, 5, 12, 22, 1.5].map(say)).toEqual([
      '1 zlecenie',
      '2 zlecenia',
      '5 zleceń',
      '12 zleceń',
      '22 zlecenia',
      '1.5 zlecenia',
    ]);
    expect(formatText(polish, new Intl.PluralRules('pl'), 'orders', {})).toBe('{{count}} zlecenia');
    expect(pluralForm('orders_few')).toEqual({ base: 'orders', category: 'few' });
    expect(pluralForm('not_found')).toEqual({ base: 'not_found', category: null });
  });

  test('is English if a language lacks it, in every plural form of that language', () => {
    const english = flattenTexts({ title: 'Orders', orders_one: '{{count}} order', orders_other: '{{count}} orders' });
    const texts = withEnglish(flattenTexts({}), english, 'pl');
    const say = (count: number): string => formatText(texts, new Intl.PluralRules('pl'), 'orders', { count });
    expect([1, 2, 5].map(say)).toEqual(['1 order', '2 orders', '5 orders']);
    expect(texts.get('title')).toBe('Orders');
    const partial = withEnglish(flattenTexts({ title: 'Zlecenia', orders_other: '{{count}} zlecenia' }), english, 'pl');
    expect([partial.get('title'), partial.get('orders_many')]).toEqual(['Zlecenia', '{{count}} zlecenia']);
  });

  test('without a translation is shown as its key', () => {
    expect(formatText(new Map(), new Intl.PluralRules('en'), 'a.b', { count: 1 })).toBe('a.b');
  });
});

describe('a language', () => {
  test('is known by its code, its tag and its aliases; anything else is English', () => {
    expect(
      ['jp', 'hk', 'in', 'hi', 'zh_TW', 'zh-TW', 'tr', undefined, '', 'constructor', 'EN'].map(languageOf),
    ).toEqual(['ja', 'zh_TW', 'in', 'in', 'zh_TW', 'zh_TW', 'tr', 'en', 'en', 'en', 'en']);
    expect(languageFrom('xx')).toBeNull();
  });

  test('has a tag that Intl knows', () => {
    const tags = languageCodes.map((code) => languages[code].tag);
    expect(Intl.getCanonicalLocales(tags)).toEqual(tags);
    expect(Intl.DisplayNames.supportedLocalesOf(tags)).toEqual(tags);
    expect(Intl.PluralRules.supportedLocalesOf(tags)).toEqual(tags);
  });
});
