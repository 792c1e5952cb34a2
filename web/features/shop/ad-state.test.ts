import { adSuspensions, type AdState, type AdSuspension, type ShopAd } from '@bourse/contract/p2p';
import { describe, expect, it } from 'vitest';
import { mayOpen, opensItself, stepOf } from './ad-state.ts';

const ad = (state: AdState, reason: AdSuspension | null, auto: 0 | 1 = 1): ShopAd => ({
  id: 1,
  version: 1,
  side: 'sell',
  currency: { id: 3, code: 'USDT' },
  fiat: 'CNY',
  price: '7.2',
  percent: null,
  price_now: '7.2',
  min: '1',
  max: '2',
  total: '1',
  sold: '0',
  in_orders: '0',
  left: '1',
  methods: [],
  pay_minutes: 15,
  auto_open: auto,
  auto_reply: '',
  terms: '',
  orders: 0,
  days: 0,
  hours: null,
  state,
  suspended_by: reason,
  orders_open: 0,
  created_at: 1,
  changed_at: 1,
  sequence: 1,
});

describe('a suspended ad', () => {
  it('is opened by the merchant who suspended it', () => {
    for (const auto of [0, 1] as const) {
      const own = ad('suspended', 'merchant', auto);
      expect([stepOf(own), opensItself(own), mayOpen(own)]).toEqual(['open', false, true]);
    }
  });

  it('is edited if too little is left or its price is out of range', () => {
    expect(adSuspensions.filter((reason) => stepOf(ad('suspended', reason)) === 'edit')).toEqual(['left', 'price']);
  });

  it('opens by itself once any other reason is over, if the merchant wants that', () => {
    const reasons = adSuspensions.filter((reason) => reason !== 'merchant' && reason !== 'staff');
    expect(adSuspensions.filter((reason) => opensItself(ad('suspended', reason)))).toEqual(reasons);
    expect(adSuspensions.filter((reason) => opensItself(ad('suspended', reason, 0)))).toEqual([]);
    expect(adSuspensions.filter((reason) => mayOpen(ad('suspended', reason)))).toEqual(['merchant']);
  });

  it('is opened by hand otherwise, unless staff or a restriction suspended it', () => {
    const closed = adSuspensions.filter((reason) => !mayOpen(ad('suspended', reason, 0)));
    expect(closed).toEqual(['account', 'staff']);
  });
});

it('an ad that is open or off the shelf needs nothing', () => {
  for (const one of [ad('open', null), ad('off_shelf', null)]) {
    expect([stepOf(one), opensItself(one), mayOpen(one)]).toEqual([null, false, false]);
  }
});
