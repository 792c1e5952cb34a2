import type { LegalPair, ShopAd } from '@bourse/contract/p2p';
import { describe, expect, it } from 'vitest';
import { type AdDraft, type AdMarket, draftOf, hoursOf, judgeAd, newDraft, timeOf, wholeOf } from './ad-draft.ts';

const pair: LegalPair = { currency_id: 3, fiat: 'CNY', price_decimals: 2, reference: '7.2', fixed: 1 };
const market: AdMarket = { pair, decimals: 6, fiatDecimals: 2, bandPercent: '20' };
const draft: AdDraft = {
  side: 'sell',
  currencyId: 3,
  fiat: 'CNY',
  kind: 'floating',
  price: '',
  percent: '1.5',
  min: '500',
  max: '20000',
  total: '3000',
  methods: [12],
  payMinutes: 15,
  autoOpen: true,
  autoReply: ' Welcome ',
  terms: '',
  orders: 0,
  days: 0,
  hours: null,
};
const ad: ShopAd = {
  id: 5_301,
  version: 2,
  side: 'sell',
  currency: { id: 3, code: 'USDT' },
  fiat: 'CNY',
  price: null,
  percent: '1.5',
  price_now: '7.31',
  min: '500',
  max: '20000',
  total: '3000',
  sold: '120',
  in_orders: '39.5',
  left: '2840.5',
  methods: [
    {
      id: 12,
      method: { type: 3, code: 'bank', name: 'Bank transfer', instant: 0, reversible: 0 },
      account: '•••• 3445',
    },
  ],
  pay_minutes: 15,
  auto_open: 1,
  auto_reply: 'Welcome',
  terms: '',
  orders: 0,
  days: 0,
  hours: { from: 540, to: 1_320 },
  state: 'open',
  suspended_by: null,
  orders_open: 1,
  created_at: 1,
  changed_at: 1,
  sequence: 1,
};
const judged = (changes: Partial<AdDraft>, edited: ShopAd | null = null) =>
  judgeAd({ ...draft, ...changes }, market, edited);

describe('a new ad', () => {
  it('begins with the first coin, fiat currency and payment time', () => {
    const currencies = { currencies: [], fiats: [], pairs: [pair] };
    expect(newDraft(currencies, [15, 30])).toMatchObject({ currencyId: 3, fiat: 'CNY', payMinutes: 15 });
    expect(newDraft({ ...currencies, pairs: [] }, [15])).toBeNull();
    expect(newDraft(currencies, [])).toBeNull();
  });

  it('that sells locks its total, and one that buys nothing', () => {
    expect(judged({})).toMatchObject({ locks: '3000', more: '3000', priceNow: '7.31', problems: {} });
    expect(judged({ side: 'buy' })).toMatchObject({ locks: null, more: '0', priceNow: '7.30', problems: {} });
  });

  it('is sent with its percentage or its price', () => {
    expect(judged({}).terms).toMatchObject({ percent: '1.5', auto_reply: 'Welcome', auto_open: 1 });
    expect(judged({}).terms).not.toHaveProperty('price');
    const fixed = judged({ kind: 'fixed', price: '7.3' }).terms;
    expect(fixed).toMatchObject({ price: '7.3' });
    expect(fixed).not.toHaveProperty('percent');
  });

  it('is not sent while something is missing', () => {
    const empty = judged({ kind: 'fixed', price: '', min: '0', max: '.', total: '', methods: [] });
    expect(empty.terms).toBeNull();
    expect(empty.problems).toEqual({
      price: 'missing',
      min: 'missing',
      max: 'missing',
      total: 'missing',
      methods: 'missing',
    });
  });

  it('has a price within the band, and a maximum that is not below the minimum', () => {
    expect(judged({ percent: '20' }).problems).toEqual({});
    expect(judged({ percent: '20.01' }).problems).toEqual({ price: 'outside' });
    expect(judged({ percent: '-20' }).problems).toEqual({});
    expect(judged({ percent: '-20.01' }).problems).toEqual({ price: 'outside' });
    expect(judged({ kind: 'fixed', price: '5.75' }).problems).toEqual({ price: 'outside' });
    expect(judged({ kind: 'fixed', price: '5.76' }).problems).toEqual({});
    expect(judged({ max: '499.99' }).problems).toEqual({ max: 'range' });
    expect(judged({ max: '500' }).problems).toEqual({});
  });

  it('follows the band by its percentage, also where its rounded price is beyond the end', () => {
    const odd = { ...market, pair: { ...pair, reference: '7.213' } };
    const most = judgeAd({ ...draft, percent: '20' }, odd, null);
    expect([most.priceNow, most.band?.high, most.problems]).toEqual(['8.66', '8.65', {}]);
  });

  it('is worth at least its smallest order', () => {
    expect(judged({ total: '68', max: '500' }).problems).toEqual({ total: 'range' });
    expect(judged({ total: '69', max: '500' }).problems).toEqual({});
  });

  it('can be sent while there is no reference price', () => {
    const stale = { ...market, pair: { ...pair, reference: null } };
    expect(judgeAd(draft, stale, null)).toMatchObject({ priceNow: null, band: null, problems: {} });
    expect(judgeAd({ ...draft, percent: '-' }, stale, null).problems).toEqual({ price: 'missing' });
    expect(judgeAd({ ...draft, kind: 'fixed', price: '9' }, stale, null).problems).toEqual({});
  });

  it('is read with the point that was typed last', () => {
    expect(judged({ min: '500.', max: '.5', total: '3000.' }).problems).toEqual({ max: 'range' });
    expect(judged({ min: '500.' }).terms).toMatchObject({ min: '500' });
  });
});

describe('an edited ad', () => {
  it('has the form of its terms', () => {
    const form = draftOf(ad);
    expect(form).toMatchObject({ kind: 'floating', percent: '1.5', methods: [12] });
    expect(form.hours).toEqual({ from: '09:00', to: '22:00' });
    expect(judgeAd(form, market, ad).terms?.hours).toEqual(ad.hours);
  });

  it('names payment types if it buys', () => {
    const [method] = ad.methods;
    if (method === undefined) throw new Error('The ad has no method');
    expect(draftOf({ ...ad, side: 'buy', methods: [{ ...method, id: null }] }).methods).toEqual([3]);
  });

  it('locks what is neither sold nor in orders, and names what is added', () => {
    expect(judged({ total: '3000' }, ad)).toMatchObject({ locks: '2840.5', more: '0' });
    expect(judged({ total: '3500' }, ad)).toMatchObject({ locks: '3340.5', more: '500' });
    expect(judged({ total: '200' }, ad)).toMatchObject({ locks: '40.5', more: '0', problems: {} });
  });

  it('cannot have a total below what is sold and in orders', () => {
    expect(judged({ total: '159.5' }, ad)).toMatchObject({ locks: '0', problems: {} });
    expect(judged({ total: '159.4' }, ad)).toMatchObject({
      locks: null,
      terms: null,
      problems: { total: 'committed' },
    });
  });
});

describe('hours', () => {
  it('are minutes of the day, which may include midnight', () => {
    expect(timeOf(0)).toBe('00:00');
    expect(timeOf(1_439)).toBe('23:59');
    expect(hoursOf({ from: '22:30', to: '06:00' })).toEqual({ from: 1_350, to: 360 });
  });

  it('are the whole day while they are incomplete or equal', () => {
    expect(hoursOf(null)).toBeNull();
    expect(hoursOf({ from: '', to: '06:00' })).toBeNull();
    expect(hoursOf({ from: '24:00', to: '06:00' })).toBeNull();
    expect(hoursOf({ from: '06:00', to: '06:00' })).toBeNull();
  });
});

it('reads whole numbers in the digits of any script, up to a maximum', () => {
  expect(wholeOf('12', 365)).toBe(12);
  expect(wholeOf('१२', 365)).toBe(12);
  expect(wholeOf('abc', 365)).toBe(0);
  expect(wholeOf('99999999', 365)).toBe(365);
});
