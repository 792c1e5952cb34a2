import { languageCodes, languages } from '@bourse/contract/texts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFigures } from '../ui/figures.ts';
import { isDecimalDraft, readDecimal } from './decimal-input.ts';
import { numberSigns, type NumberSigns } from './number-signs.ts';

const english = numberSigns('en');
const german = numberSigns('de');
const hindi = numberSigns('hi');

function read(text: string, signs: NumberSigns): string {
  const reading = readDecimal(text, signs);
  return reading.kind === 'number' ? reading.value : reading.kind;
}

describe('a typed or pasted number', () => {
  it.each([
    ['61,000.50', english, '61000.50'],
    ['90,000.50', english, '90000.50'],
    ['1.000,50', german, '1000.50'],
    ['1,234.5', german, '1234.5'],
    ['1.234,5', english, '1234.5'],
    ['1 234,5', german, '1234.5'],
    ['1\u202f234,5', numberSigns('fr'), '1234.5'],
    ["1'234'567.25", english, '1234567.25'],
    ['1.234.567', german, '1234567'],
    ['1.234.567', english, '1234567'],
    ['12,34,567.8', hindi, '1234567.8'],
    ['12,34,567', hindi, '1234567'],
  ])('%s has its grouping removed; of two signs the last is the decimal one', (text, signs, value) => {
    expect(read(text, signs)).toBe(value);
  });

  it.each([
    ['1.234', english, '1.234'],
    ['1,5', english, '1.5'],
    ['1,50', english, '1.50'],
    ['0,125', english, '0.125'],
    ['1,2345', english, '1.2345'],
    ['1,234', german, '1.234'],
    ['0.125', german, '0.125'],
    ['12.', german, '12.'],
    ['12,', english, '12.'],
    ['.5', english, '.5'],
    ['', english, ''],
    [' ', english, ''],
  ])('%s has one separator, which is the decimal one', (text, signs, value) => {
    expect(read(text, signs)).toBe(value);
  });

  it('is ambiguous with the grouping sign of the locale before exactly three digits', () => {
    expect(readDecimal('61,000', english)).toEqual({ kind: 'ambiguous', whole: '61000', decimal: '61.000' });
    expect(readDecimal('1.234', german)).toEqual({ kind: 'ambiguous', whole: '1234', decimal: '1.234' });
    expect(read('1,234 USDT', english)).toBe('ambiguous');
    expect(readDecimal('1234,567', english)).toEqual({ kind: 'ambiguous', whole: '1234567', decimal: '1234.567' });
  });

  it.each([
    ['१२.५', '12.5'],
    ['१२,३४,५६७.८', '1234567.8'],
    ['١٢٫٥', '12.5'],
    ['١٬٢٣٤٫٥', '1234.5'],
    ['۱۲٫۵', '12.5'],
    ['１２．５', '12.5'],
    ['１２。５', '12.5'],
    ['１，２３４．５', '1234.5'],
    ['৪৫.৬', '45.6'],
    ['\u200e12.5\u200f', '12.5'],
  ])('%s has digits and signs of another script', (text, value) => {
    expect(read(text, english)).toBe(value);
  });

  it('may have its currency before or after it', () => {
    expect(read('1,234.50 USDT', english)).toBe('1234.50');
    expect(read('$1234', english)).toBe('1234');
    expect(read('CN¥1.25', english)).toBe('1.25');
    expect(read('1.234,50 €', german)).toBe('1234.50');
    expect(read('BTC 0.5', english)).toBe('0.5');
    expect(read('12 C98', english)).toBe('12');
  });

  it('loses no sign and no letter out of its middle', () => {
    const texts = [
      ...(['-5', '−5', '+5', '-$5', '1e5', '1E5', '5-5', '1a5', '1 5', '12 34', 'abc', 'USDT', '12 USDT 5'] as const),
      ...(['0.5,', '0.00.10', '65.000.25', '1,2.5', '1.2.3,4,5', '0,123.5', '1,23,4', "1'5", '1٫2٫3', '5%'] as const),
    ];
    const others = ['5 MM', '5MM', '5 MIO', '5 E5', '1²', '1½', '①', '5 BN', '5 M', '5M', '5k'];
    for (const text of [...texts, ...others]) expect([text, read(text, english)]).toEqual([text, 'malformed']);
  });

  it('may have no more decimals than its field', () => {
    expect(isDecimalDraft('12.34', 2)).toBe(true);
    expect(isDecimalDraft('12.345', 2)).toBe(false);
    expect(isDecimalDraft('12.', 0)).toBe(false);
    expect(isDecimalDraft('', 2)).toBe(true);
    expect(isDecimalDraft('.5', 2)).toBe(true);
  });
});

describe.each(languageCodes.map((code) => languages[code].tag))('a number that the page prints in %s', (tag) => {
  const figures = createFigures(tag, 'UTC');
  const number = fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** 15n }), fc.integer({ min: 0, max: 8 }), fc.stringMatching(/^\d{8}$/))
    .map(([whole, decimals, digits]) => ({ value: `${whole}.${digits}`, decimals }));
  const isSame = (shown: string, value: string, decimals: number): boolean => {
    const reading = readDecimal(shown, figures.signs);
    const [whole = '', fraction = ''] = value.split('.');
    const cut = fraction.slice(0, decimals).replace(/0+$/, '');
    const wanted = cut === '' ? whole : `${whole}.${cut}`;
    // A whole number of one grouping sign is never read as another number: the field asks.
    if (reading.kind === 'ambiguous') return reading.whole === wanted;
    return reading.kind === 'number' && reading.value.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '') === wanted;
  };

  it('is read as the same value', () => {
    fc.assert(
      fc.property(number, ({ value, decimals }) => {
        expect(isSame(figures.fixed(value, decimals), value, decimals)).toBe(true);
        expect(isSame(figures.trimmed(value, decimals), value, decimals)).toBe(true);
        expect(isSame(`${figures.trimmed(value, decimals)}\u00a0USDT`, value, decimals)).toBe(true);
        expect(isSame(figures.money(value, 'USD'), value, 2)).toBe(true);
        expect(isSame(figures.money(value, 'CNY'), value, 2)).toBe(true);
      }),
    );
  });

  it('is ambiguous only as a whole number of two groups', () => {
    fc.assert(
      fc.property(number, ({ value, decimals }) => {
        const shown = figures.fixed(value, decimals);
        const isSingle = decimals === 0 && /^\d{1,3}[.,]\d{3}$/.test(shown);
        expect(readDecimal(shown, figures.signs).kind).toBe(isSingle ? 'ambiguous' : 'number');
      }),
    );
  });
});
