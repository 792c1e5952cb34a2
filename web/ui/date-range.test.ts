import { expect, it } from 'vitest';
import { rangeOf } from './date-range.ts';

const none = { first: '', last: '' };
const now = Date.UTC(2026, 10, 21, 20, 15);

function seconds(text: string): number {
  return Date.parse(text) / 1_000;
}

it.each([
  ['all time', { span: 'all', ...none }, 'UTC', {}],
  ['today', { span: 'today', ...none }, 'UTC', { from: seconds('2026-11-21T00:00:00Z') }],
  [
    'today, where the date is a day ahead',
    { span: 'today', ...none },
    'Asia/Tokyo',
    { from: seconds('2026-11-22T00:00:00+09:00') },
  ],
  ['seven days including today', { span: 'days7', ...none }, 'UTC', { from: seconds('2026-11-15T00:00:00Z') }],
  [
    'thirty days across a change of the clocks',
    { span: 'days30', ...none },
    'Europe/Berlin',
    { from: seconds('2026-10-23T00:00:00+02:00') },
  ],
  [
    'a single chosen day of 25 hours',
    { span: 'own', first: '2026-10-25', last: '2026-10-25' },
    'Europe/Berlin',
    { from: seconds('2026-10-25T00:00:00+02:00'), to: seconds('2026-10-26T00:00:00+01:00') },
  ],
  [
    'all days from a first one',
    { span: 'own', first: '2026-11-01', last: '' },
    'UTC',
    { from: seconds('2026-11-01T00:00:00Z') },
  ],
  [
    'all days until a last one',
    { span: 'own', first: '', last: '2026-11-01' },
    'UTC',
    { to: seconds('2026-11-02T00:00:00Z') },
  ],
  ['a last day before the first', { span: 'own', first: '2026-11-02', last: '2026-11-01' }, 'UTC', null],
  [
    'a day whose midnight the clocks skip',
    { span: 'own', first: '2026-09-06', last: '' },
    'America/Santiago',
    { from: seconds('2026-09-06T01:00:00-03:00') },
  ],
] as const)('the range of %s', (_which, choice, zone, range) => {
  expect(rangeOf(choice, zone, now)).toEqual(range);
});
