import { Decimal, IntegerInput } from '@bourse/contract';
import { consoleList } from '@bourse/contract/console';
import { describe, expect, it } from 'vitest';
import { enrolProblems } from '../screens/enrol/enrol-problems.ts';
import { changesBetween } from './changes.ts';
import { csvOf } from './csv.ts';
import { coarseDuration, durationText } from './duration.ts';
import { filtersIn, localOf, millisecondsOf } from './filter-values.ts';
import { knownAfter } from './new-rows.ts';
import { fractionOf, percentOf } from './percent.ts';
import { wholeNumber } from './whole-number.ts';

describe('filters in the address', () => {
  const list = consoleList({
    audience: 'staff',
    path: 'markets',
    input: { from: IntegerInput, price: Decimal },
    row: IntegerInput,
  });

  it('are those that the call declares and accepts', () => {
    const query = new URLSearchParams('from=17&price=0.50&row=7&tab=fees&cursor=x&limit=5');
    expect(filtersIn(list.input, query)).toEqual({ from: '17', price: '0.50' });
    expect(filtersIn(list.input, new URLSearchParams('from=yesterday&price=1e5'))).toEqual({});
  });

  it('hold times in UTC', () => {
    expect(millisecondsOf('2026-11-23T01:30')).toBe(String(Date.UTC(2026, 10, 23, 1, 30)));
    expect(localOf(String(Date.UTC(2026, 10, 23, 1, 30)))).toBe('2026-11-23T01:30');
    expect([millisecondsOf(''), localOf(''), localOf('x'), localOf('1e99')]).toEqual([null, '', '', '']);
  });
});

describe('changed fields', () => {
  it('are found at any depth, with fields that appear or disappear', () => {
    expect(
      changesBetween(
        { state: 'open', fees: { maker: '0.001', taker: '0.002' }, steps: [1, 2], gone: true },
        { state: 'halted', fees: { maker: '0.001', taker: '0.003' }, steps: [1, 3], added: 0 },
      ),
    ).toEqual([
      { field: 'state', before: 'open', after: 'halted' },
      { field: 'fees.taker', before: '0.002', after: '0.003' },
      { field: 'steps', before: '[1,2]', after: '[1,3]' },
      { field: 'gone', before: 'true', after: null },
      { field: 'added', before: null, after: '0' },
    ]);
    expect(changesBetween(null, { id: 1 })).toEqual([{ field: 'id', before: null, after: '1' }]);
  });
});

describe('a CSV file', () => {
  it('quotes separators and defuses formulas, but leaves numbers alone', () => {
    const cells = ['a,b', 'say "no"', '-1.5', '=SUM(A1)', '+1', '@x', 'two\nlines'];
    expect(csvOf(['one', 'two', 'three', 'four', 'five', 'six', 'seven'], [cells])).toBe(
      `one,two,three,four,five,six,seven\r\n"a,b","say ""no""",-1.5,'=SUM(A1),'+1,'@x,"two\nlines"\r\n`,
    );
  });
});

describe('new rows', () => {
  const seen = { filters: '{}', pages: 1, rows: [], keys: ['3', '2', '1'] };

  it('are those that appear in a list after it was first shown', () => {
    const first = knownAfter(null, seen);
    expect([...first.fresh]).toEqual([]);
    const second = knownAfter(first, { ...seen, keys: ['4', '3', '2'] });
    expect([...second.fresh]).toEqual(['4']);
    expect([...knownAfter(second, { ...seen, keys: ['5', '4', '1'] }).fresh]).toEqual(['4', '5']);
  });

  it('are not those of a further page or of other filters', () => {
    const first = knownAfter(null, seen);
    expect([...knownAfter(first, { ...seen, pages: 2, keys: ['3', '2', '1', '0'] }).fresh]).toEqual([]);
    expect([...knownAfter(first, { ...seen, filters: '{"q":"x"}', keys: ['9'] }).fresh]).toEqual([]);
  });
});

describe('a duration', () => {
  it('is shown in one or two units', () => {
    expect([0, 8_000, 1_198_000, 26_220_000, 187_200_000].map(durationText)).toEqual([
      '0 s',
      '8 s',
      '19 min 58 s',
      '7 h 17 min',
      '2 d 4 h',
    ]);
    expect([500, 59_000, 3_599_000, 90_000_000].map(coarseDuration)).toEqual(['0 s', '59 s', '59 min', '1 d']);
  });
});

describe('the enrolment form', () => {
  const right = { password: 'correct horse', repeat: 'correct horse', first: '123456', second: '654321' };

  it('needs a long password twice and two different codes', () => {
    expect(Object.values(enrolProblems(right))).toEqual([null, null, null, null]);
    expect(enrolProblems({ password: 'short', repeat: 'shirt', first: '12345', second: '' })).toEqual({
      password: 'enrol.passwordShort',
      repeat: 'enrol.repeatDiffers',
      first: 'enrol.codeMissing',
      second: 'enrol.codeMissing',
    });
    expect(enrolProblems({ ...right, second: '123456' }).second).toBe('enrol.codesEqual');
  });
});

describe('a percentage', () => {
  it('is the exact fraction of one in a million', () => {
    expect(['0', '0.000001', '0.0125', '0.1', '1', '2.5', '-0.05'].map(percentOf)).toEqual([
      '0',
      '0.0001',
      '1.25',
      '10',
      '100',
      '250',
      '-5',
    ]);
    expect(['0', '0.0001', '1.25', ' 10 ', '100.0000'].map(fractionOf)).toEqual([
      '0',
      '0.000001',
      '0.0125',
      '0.1',
      '1',
    ]);
  });

  it('is refused where it is none or too fine', () => {
    expect(['', '.5', '1e2', '1,5', '0.00001'].map(fractionOf)).toEqual([null, null, null, null, null]);
  });
});

describe('a whole number', () => {
  it('is accepted within its range', () => {
    expect(['7', ' 0 ', '10'].map((text) => wholeNumber(text, 0, 10))).toEqual([7, 0, 10]);
    expect(['', '11', '-1', '1.5', '9007199254740993'].map((text) => wholeNumber(text, 0, Infinity))).toEqual([
      null,
      11,
      null,
      null,
      null,
    ]);
  });
});
