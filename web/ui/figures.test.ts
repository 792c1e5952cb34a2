import { describe, expect, it } from 'vitest';
import { createFigures, directionOf, noFigure, splitTail } from './figures.ts';

const english = createFigures('en', 'UTC');
const german = createFigures('de', 'Europe/Berlin');
const hindi = createFigures('hi', 'Asia/Kolkata');

describe('a formatted number', () => {
  it('is truncated toward zero, never rounded up', () => {
    expect(english.fixed('1.999', 2)).toBe('1.99');
    expect(english.fixed('-1.999', 2)).toBe('-1.99');
    expect(english.trimmed('0.000000019', 8)).toBe('0.00000001');
  });

  it('keeps digits beyond the precision of a float', () => {
    expect(english.fixed('90071992547409931.12345678', 8)).toBe('90,071,992,547,409,931.12345678');
  });

  it('is grouped as the locale requires', () => {
    expect(english.fixed('1234567.8', 2)).toBe('1,234,567.80');
    expect(german.fixed('1234567.8', 2)).toBe('1.234.567,80');
    expect(hindi.fixed('1234567.8', 2)).toBe('12,34,567.80');
  });

  it('of a change has a sign, unless it is zero after truncation', () => {
    expect(english.change('1.239')).toBe('+1.23%');
    expect(german.change('-1.239')).toBe('−1,23\u00a0%');
    expect(english.change('-0.009')).toBe('0.00%');
    expect(directionOf('-0.009')).toBe('flat');
    expect(directionOf('0.01')).toBe('up');
    expect(directionOf('-0.01')).toBe('down');
  });

  it('of a percentage has its sign where the language puts it', () => {
    const written = (locale: string) => createFigures(locale, 'UTC').percent('0.129', 2);
    expect(['en', 'de', 'tr', 'zh-CN', 'hi'].map(written)).toEqual(['0.12%', '0,12\u00a0%', '%0,12', '0.12%', '0.12%']);
    expect(german.fixedPercent('5', 1)).toBe('5,0\u00a0%');
    expect(english.percent('', 2)).toBe(noFigure);
  });

  it('that is missing or not decimal is shown as a dash', () => {
    expect(english.fixed('', 2)).toBe(noFigure);
    expect(english.change('NaN')).toBe(noFigure);
  });

  it('splits off its trailing zeros', () => {
    expect(splitTail('1,200.50', english.signs)).toEqual(['1,200.5', '0']);
    expect(splitTail('1,200.00', english.signs)).toEqual(['1,200', '.00']);
    expect(splitTail('1,200', english.signs)).toEqual(['1,200', '']);
    expect(splitTail('1.200,50', german.signs)).toEqual(['1.200,5', '0']);
  });

  it('is truncated in its compact form too', () => {
    expect(english.compact('1249999')).toBe('1.24M');
    expect(english.compact('138739999')).toBe('138M');
    expect(english.compact('0.012345')).toBe('0.0123');
    expect(createFigures('de', 'UTC').compact('75904.59')).toBe('75.904');
    expect(createFigures('es', 'UTC').compact('138739999')).toBe('138 M');
  });

  it("of money has two decimals and the currency's sign", () => {
    expect(english.money('461652.689', 'CNY')).toBe('CN¥461,652.68');
    expect(createFigures('zh-CN', 'UTC').money('0.019', 'CNY')).toBe('¥0.01');
  });

  it('of a time may be given in seconds or milliseconds', () => {
    expect(english.dateTime(1_700_000_000)).toBe('2023-11-14 22:13:20');
    expect(english.dateTime(1_700_000_000_000)).toBe('2023-11-14 22:13:20');
  });

  it("of a time has the same format in every language, in the site's time zone", () => {
    expect(german.dateTime(1_700_000_000)).toBe('2023-11-14 23:13:20');
    expect(hindi.dateTime(1_700_000_000)).toBe('2023-11-15 03:43:20');
    expect(hindi.time(1_700_000_000)).toBe('03:43:20');
    expect(createFigures('ar-EG', 'UTC').dateTime(1_700_000_000)).toBe('2023-11-14 22:13:20');
    expect(english.dateTime(Date.UTC(2026, 0, 1))).toBe('2026-01-01 00:00:00');
  });

  it('of a time uses UTC for an unknown time zone, and a dash for an invalid time', () => {
    expect(createFigures('en', 'Atlantis/Capital').dateTime(1_700_000_000)).toBe('2023-11-14 22:13:20');
    expect(english.dateTime(Number.NaN)).toBe(noFigure);
  });
});
