import type { TSchema } from 'typebox';
import { describe, expect, it, test } from 'vitest';
import type { Call } from '../call.ts';
import { conforms } from '../conforms.ts';
import { errorParameters } from '../errors.ts';
import { imageUrl } from '../images/index.ts';
import * as p2p from './index.ts';
import { p2pErrors } from './errors.ts';
import {
  appealCauses,
  appealReasons,
  appealReasonsOf,
  legalActions,
  legalAppeal,
  legalList,
  legalPay,
  legalRate,
  legalReport,
  legalSay,
  legalStatus,
  legalSubmit,
  p2pLimits,
  readPayMinutes,
  shopAdAdd,
  shopAdState,
  shopApply,
} from './index.ts';

const calls = Object.values(p2p).filter((one): one is typeof one & Call => isCall(one));

/** A field of a request that may be missing. */
function field({ input }: { readonly input: TSchema }, name: string): TSchema {
  if (!('properties' in input)) throw new Error('the input is no object');
  const { [name]: found } = input.properties as Readonly<Record<string, TSchema>>;
  if (found === undefined) throw new Error(`there is no field ${name}`);
  return found;
}

const texts: [string, TSchema, number][] = [
  ['a message', field(legalSay, 'text'), p2pLimits.message],
  ['the text of an appeal', field(legalAppeal, 'content'), p2pLimits.message],
  ['a rating', field(legalRate, 'text'), p2pLimits.rating],
  ['a report', field(legalReport, 'content'), p2pLimits.report],
  ['the terms of an ad', field(shopAdAdd, 'terms'), p2pLimits.terms],
  ['an automatic reply', field(shopAdAdd, 'auto_reply'), p2pLimits.terms],
  ['an application', field(shopApply, 'words'), p2pLimits.terms],
  ['the name of a shop', field(shopApply, 'name'), p2pLimits.name],
];

describe.each(texts)('%s that strangers read', (_, schema, longest) => {
  it('may be in any language, with the joiners that letters need', () => {
    for (const text of [
      'I have paid.',
      'मैंने भुगतान कर दिया क्\u200dष',
      '我已付款，请查收看看好吗',
      'لقد دفعت المبلغ',
      '👩\u200d💼 paid today',
    ])
      expect([text, conforms(schema, text)]).toEqual([text, true]);
    expect(conforms(schema, 'é'.repeat(longest))).toBe(true);
  });

  it('is refused if it is longer than its limit', () => {
    expect(conforms(schema, 'x'.repeat(longest + 1))).toBe(false);
  });

  it.each([
    ['a control character', '\u0000'],
    ['a carriage return', '\r'],
    ['an escape sequence', '\u001b[2J'],
    ['a space without width', '\u200b'],
    ['a mark of direction', '\u200f'],
    ['an override of direction', '\u202e'],
    ['an isolate of direction', '\u2067'],
    ['a byte order mark', '\ufeff'],
    ['a soft hyphen', '\u00ad'],
    ['a line separator', '\u2028'],
  ])('is refused with %s', (_name, sign) => {
    expect(conforms(schema, `I have paid ${sign} today`)).toBe(false);
  });
});

test('the name of a shop is one line', () => {
  expect(conforms(field(shopApply, 'name'), 'Lee\nExchange')).toBe(false);
  expect(conforms(field(legalSay, 'text'), 'Lee\nExchange')).toBe(true);
});

describe('an image in a request', () => {
  const voucher = field(legalPay, 'voucher');
  const id = '5f0c9a1e7b3d48268e1f4a6c0d92b7e3';

  it('is named by its id or its address', () => {
    expect([id, imageUrl(id)].map((text) => conforms(voucher, text))).toEqual([true, true]);
  });

  it.each(['', 'x', `${id}0`, `https://example.com/${id}`, `/api/common/image?id=${id}&x=1`, `../${id}`])(
    'is refused by any other text: %j',
    (text) => {
      expect(conforms(voucher, text)).toBe(false);
    },
  );

  it('is one of at most ten of an appeal', () => {
    const images = field(legalAppeal, 'images');
    expect(
      conforms(
        images,
        Array.from({ length: 10 }, () => id),
      ),
    ).toBe(true);
    expect(
      conforms(
        images,
        Array.from({ length: 11 }, () => id),
      ),
    ).toBe(false);
  });
});

describe('figures of a request', () => {
  it.each([
    ['an id', legalSubmit, 'id', [1, '17'], [-1, 0.5, '1e3', '-1', '１７', 2 ** 60, '9'.repeat(16), null]],
    ['an amount', legalSubmit, 'amount', [1, '0.5'], ['9'.repeat(41), null, {}, ['1']]],
    ['a fiat currency', legalList, 'fiat', ['CNY'], ['cny', 'CNYY', 'C\u200bY', 'ＣＮＹ', '']],
    ['a side', legalList, 'side', ['buy', 'sell'], ['Buy', 1, '']],
    ['a number of methods', shopAdAdd, 'methods', [[1], [1, 2, 3, 4, 5]], [[], [1, 2, 3, 4, 5, 6], [-1], ['1e1']]],
    ['required orders', shopAdAdd, 'orders', [0, 1_000], [-1, 1_001, 1.5, '1']],
    ['required days', shopAdAdd, 'days', [0, 365], [-1, 366, 0.1]],
    [
      'hours',
      shopAdAdd,
      'hours',
      [null, { from: 0, to: 1_439 }],
      [{ from: 0 }, { from: -1, to: 5 }, { from: 0, to: 1_440 }, { from: 0.5, to: 2 }],
    ],
    ['the state of an ad', shopAdState, 'state', ['open', 'suspended', 'off_shelf'], ['closed', 1]],
    ['a rating', legalRate, 'good', [0, 1], [2, -1, true, '1']],
  ] as const)('%s has bounds', (_, call, name, accepted, refused) => {
    const schema = field(call, name);
    expect(accepted.filter((value) => !conforms(schema, value))).toEqual([]);
    expect(refused.filter((value) => conforms(schema, value))).toEqual([]);
  });
});

test('every call that submits a command takes an idempotency key', () => {
  const others = [
    'legal/ask_cancel',
    'legal/evidence',
    'legal/say',
    'legal/rate',
    'legal/block',
    'legal/unblock',
    'legal/report',
    'shop/pause',
  ];
  const writes = calls.filter(({ method }) => method === 'POST');
  expect(
    writes
      .filter(({ movesMoney }) => !movesMoney)
      .map(({ path }) => path)
      .toSorted(),
  ).toEqual(others.toSorted());
});

test('only publishing and pausing are for merchants alone: others can end what they began', () => {
  const sellers = calls.filter(({ access }) => access === 'seller').map(({ path }) => path);
  expect(sellers.toSorted()).toEqual(['shop/ad_add', 'shop/pause']);
  const opening = calls.filter(({ refusals }) => refusals.includes('forbidden')).map(({ path }) => path);
  expect(opening.toSorted()).toEqual(['shop/ad_edit', 'shop/ad_state']);
});

test('every action about an order is the last part of the path of a call', () => {
  const names = new Set(calls.map(({ path }) => path.split('/').at(-1)));
  expect(legalActions.filter((action) => !names.has(action))).toEqual([]);
});

test('every refusal of peer-to-peer trading is given by one of its calls', () => {
  const given = new Set<string>(calls.flatMap(({ refusals }) => refusals));
  expect(Object.keys(p2pErrors).filter((key) => !given.has(key))).toEqual([]);
  expect([...given].filter((key) => !(key in errorParameters))).toEqual([]);
});

test('every reason of an appeal can be given by one of the sides', () => {
  const given = new Set<string>([...appealReasonsOf.buyer, ...appealReasonsOf.seller]);
  expect(appealReasons.filter((reason) => !given.has(reason))).toEqual([]);
  expect(appealReasons).toHaveLength(8);
  expect(new Set(appealCauses).size).toBe(appealCauses.length);
});

test('payment times are an ascending list of whole minutes', () => {
  expect(readPayMinutes('15,30,60,120')).toEqual([15, 30, 60, 120]);
  const wrong = ['', '15,', '15, 30', '30,15', '15,15', '4', '1441', '1e2', '-15', '015', '15.5', '５０'];
  expect(wrong.filter((text) => readPayMinutes(text) !== null)).toEqual([]);
  expect(readPayMinutes('5,6,7,8,9,10,11,12,13')).toBeNull();
});

test('the states of an order are 1 to 7', () => {
  expect(Object.values(legalStatus)).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

function isCall(one: unknown): one is Call {
  return typeof one === 'object' && one !== null && 'path' in one && 'refusals' in one;
}
