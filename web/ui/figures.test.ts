import { describe, expect, it } from 'vitest';
import { createFigures, directionOf, noFigure, splitTail } from './figures.ts';

const english = createFigures('en', 'UTC');
const german = createFigures('de', 'Europe/Berlin');
const hindi = createFigures('hi', 'Asia/Kolkata');

describe('a figure', () => {
  it('is cut toward zero, never rounded up', () => {
    expect(english.fixed('1.999', 2)).toBe('1.99');
    expect(english.fixed('-1.999', 2)).toBe('-1.99');
    expect(english.trimmed('0.000000019', 8)).toBe('0.00000001');
  });

  it('keeps every digit that a float would lose', () => {
    expect(english.fixed('90071992547409931.12345678', 8)).toBe('90,071,992,547,409,931.12345678');
  });

  it('is grouped as the reader is used to', () => {
    expect(english.fixed('1234567.8', 2)).toBe('1,234,567.80');
    expect(german.fixed('1234567.8', 2)).toBe('1.234.567,80');
    expect(hindi.fixed('1234567.8', 2)).toBe('12,34,567.80');
  });

  it('of a change carries a sign, except when nothing is left of it', () => {
    expect(english.change('1.239')).toBe('+1.23%');
    expect(german.change('-1.239')).toBe('−1,23%');
    expect(english.change('-0.009')).toBe('0.00%');
    expect(directionOf('-0.009')).toBe('flat');
    expect(directionOf('0.01')).toBe('up');
    expect(directionOf('-0.01')).toBe('down');
  });

  it('that is missing or foreign is a dash', () => {
    expect(english.fixed('', 2)).toBe(noFigure);
    expect(english.change('NaN')).toBe(noFigure);
  });

  it('shows its insignificant zeros apart', () => {
    expect(splitTail('1,200.50', english.signs)).toEqual(['1,200.5', '0']);
    expect(splitTail('1,200.00', english.signs)).toEqual(['1,200', '.00']);
    expect(splitTail('1,200', english.signs)).toEqual(['1,200', '']);
    expect(splitTail('1.200,50', german.signs)).toEqual(['1.200,5', '0']);
  });

  it('in short form is cut as well', () => {
    expect(english.compact('1249999')).toBe('1.24M');
    expect(english.compact('138739999')).toBe('138M');
    expect(english.compact('0.012345')).toBe('0.0123');
    expect(createFigures('de', 'UTC').compact('75904.59')).toBe('75.904');
    expect(createFigures('es', 'UTC').compact('138739999')).toBe('138 M');
  });

  it('of money is cut to two decimals and bears its sign', () => {
    expect(english.money('461652.689', 'CNY')).toBe('CN¥461,652.68');
    expect(createFigures('zh-CN', 'UTC').money('0.019', 'CNY')).toBe('¥0.01');
  });

  it('of time may be seconds or milliseconds', () => {
    expect(english.dateTime(1_700_000_000)).toBe('2023-11-14 22:13:20');
    expect(english.dateTime(1_700_000_000_000)).toBe('2023-11-14 22:13:20');
  });

  it('of time is written alike in every language, in the time zone of the site', () => {
    expect(german.dateTime(1_700_000_000)).toBe('2023-11-14 23:13:20');
    expect(hindi.dateTime(1_700_000_000)).toBe('2023-11-15 03:43:20');
    expect(hindi.time(1_700_000_000)).toBe('03:43:20');
    expect(createFigures('ar-EG', 'UTC').dateTime(1_700_000_000)).toBe('2023-11-14 22:13:20');
    expect(english.dateTime(Date.UTC(2026, 0, 1))).toBe('2026-01-01 00:00:00');
  });

  it('of time in a zone that nobody knows is that of UTC, and one that is no time is a dash', () => {
    expect(createFigures('en', 'Atlantis/Capital').dateTime(1_700_000_000)).toBe('2023-11-14 22:13:20');
    expect(english.dateTime(Number.NaN)).toBe(noFigure);
  });
});
