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
    'today where it is tomorrow',
    { span: 'today', ...none },
    'Asia/Tokyo',
    { from: seconds('2026-11-22T00:00:00+09:00') },
  ],
  ['seven days with today', { span: 'days7', ...none }, 'UTC', { from: seconds('2026-11-15T00:00:00Z') }],
  [
    'thirty days over a change of clocks',
    { span: 'days30', ...none },
    'Europe/Berlin',
    { from: seconds('2026-10-23T00:00:00+02:00') },
  ],
  [
    'one day of its own, which is 25 hours long',
    { span: 'own', first: '2026-10-25', last: '2026-10-25' },
    'Europe/Berlin',
    { from: seconds('2026-10-25T00:00:00+02:00'), to: seconds('2026-10-26T00:00:00+01:00') },
  ],
  [
    'days from one on',
    { span: 'own', first: '2026-11-01', last: '' },
    'UTC',
    { from: seconds('2026-11-01T00:00:00Z') },
  ],
  ['days until one', { span: 'own', first: '', last: '2026-11-01' }, 'UTC', { to: seconds('2026-11-02T00:00:00Z') }],
  ['days that end before they begin', { span: 'own', first: '2026-11-02', last: '2026-11-01' }, 'UTC', null],
  [
    'a day whose midnight the clocks skip',
    { span: 'own', first: '2026-09-06', last: '' },
    'America/Santiago',
    { from: seconds('2026-09-06T01:00:00-03:00') },
  ],
] as const)('%s', (_which, choice, zone, range) => {
  expect(rangeOf(choice, zone, now)).toEqual(range);
});
