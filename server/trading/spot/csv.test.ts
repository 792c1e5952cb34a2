import { expect, test } from 'vitest';
import { csvLine } from '../../ground/gateway/index.ts';
import { timesIn } from './csv.ts';

test.each([
  ['a number', '0.000001', '0.000001'],
  ['a negative number', '-12.5', '-12.5'],
  ['null', null, ''],
  ['a boolean', false, 'false'],
  ['a formula', '=1+1', `'=1+1`],
  ['a name that begins like a formula', '-A1', `'-A1`],
  ['a name that begins with a plus sign', '+SUM', `'+SUM`],
  ['a name that begins with an at sign', '@x', `'@x`],
  ['a name that begins with a tab', '\t=1', `'\t=1`],
  ['a name with a comma and quotation marks', 'a,"b"', '"a,""b"""'],
  ['a name with a line break', '\n=1', `"'\n=1"`],
])('%s is written so that spreadsheets show it and never run it as a formula', (_what, value, text) => {
  expect(csvLine([value])).toBe(`${text}\r\n`);
});

test.each([
  ['UTC', '2026-07-01T12:00:00.007+00:00'],
  ['Europe/Berlin', '2026-07-01T14:00:00.007+02:00'],
  ['Asia/Kolkata', '2026-07-01T17:30:00.007+05:30'],
  ['America/St_Johns', '2026-07-01T09:30:00.007-02:30'],
])('a time in %s has the UTC offset of that moment', (zone, text) => {
  expect(timesIn(zone)?.(Date.UTC(2026, 6, 1, 12, 0, 0, 7))).toBe(text);
});

test('times before and after a clock change have different offsets', () => {
  const time = timesIn('Europe/Berlin');
  const change = Date.UTC(2026, 9, 25, 1);
  expect([time?.(change - 1), time?.(change), time?.(change - 1)]).toEqual([
    '2026-10-25T02:59:59.999+02:00',
    '2026-10-25T02:00:00.000+01:00',
    '2026-10-25T02:59:59.999+02:00',
  ]);
});

test('an unknown time zone is rejected', () => {
  expect(timesIn('Mars/Base')).toBeNull();
});
