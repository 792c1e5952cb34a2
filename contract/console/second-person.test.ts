import { describe, expect, it } from 'vitest';
import {
  indexRuleNeedsSecond,
  type IndexRuleTerms,
  type SecondsCurrencyTerms,
  type SecondsTerms,
  secondsCurrencyNeedsSecond,
  secondsMarketNeedsSecond,
  secondsSettingsNeedSecond,
} from './second-person.ts';

const settings: SecondsTerms = {
  fee: '0.01',
  options: [
    { seconds: 30, ratio: '0.8' },
    { seconds: 60, ratio: '0.85' },
  ],
};

const currency: SecondsCurrencyTerms = { numbers: ['10', '100'], user_cap: '500', side_cap: '5000', state: 'open' };

describe('durations, payouts and the fee of seconds contracts', () => {
  it.each([
    ['the first ones', null, {}],
    ['a higher payout', settings, { options: [{ seconds: 30, ratio: '0.800001' }] }],
    ['a higher payout with fewer digits', settings, { options: [{ seconds: 60, ratio: '0.9' }] }],
    ['a new duration', settings, { options: [...settings.options, { seconds: 90, ratio: '0.1' }] }],
    ['a lower fee', settings, { fee: '0.009' }],
    ['a lower fee beside lower payouts', settings, { fee: '0', options: [{ seconds: 30, ratio: '0.1' }] }],
  ])('%s: a second person', (_, present, changes) => {
    expect(secondsSettingsNeedSecond(present, { ...settings, ...changes })).toBe(true);
  });

  it.each([
    ['a lower payout', { options: [{ seconds: 30, ratio: '0.79' }] }],
    ['a removed duration', { options: [{ seconds: 60, ratio: '0.85' }] }],
    ['a higher fee', { fee: '0.1' }],
    ['other digits of the same values', { fee: '0.0100', options: [{ seconds: 30, ratio: '.80' }] }],
  ])('%s: one person', (_, changes) => {
    expect(secondsSettingsNeedSecond(settings, { ...settings, ...changes })).toBe(false);
  });
});

describe('stakes and caps of a currency', () => {
  it.each([
    ['the first ones', null, {}],
    ['a stake above the highest one', currency, { numbers: ['10', '100', '100.01'] }],
    ['a higher cap of a user', currency, { user_cap: '500.1' }],
    ['a higher cap of a side', currency, { side_cap: '10000' }],
    ['a currency that opens again', { ...currency, state: 'closed' as const }, {}],
    ['a higher cap while closing', currency, { state: 'closed' as const, user_cap: '501' }],
  ])('%s: a second person', (_, present, changes) => {
    expect(secondsCurrencyNeedsSecond(present, { ...currency, ...changes })).toBe(true);
  });

  it.each([
    ['a stake below the highest one', { numbers: ['9', '20', '100'] }],
    ['a removed stake', { numbers: ['10'] }],
    ['lower caps', { user_cap: '499.9', side_cap: '1000' }],
    ['a currency that closes', { state: 'closed' as const }],
  ])('%s: one person', (_, changes) => {
    expect(secondsCurrencyNeedsSecond(currency, { ...currency, ...changes })).toBe(false);
  });

  it('of a closed currency that stays closed follow the same rules', () => {
    const closed = { ...currency, state: 'closed' as const };
    expect(secondsCurrencyNeedsSecond(closed, { ...closed, user_cap: '1' })).toBe(false);
    expect(secondsCurrencyNeedsSecond(closed, { ...closed, user_cap: '1000' })).toBe(true);
  });

  it('are compared exactly beyond the precision of a double', () => {
    const present = { ...currency, side_cap: '9007199254740992.000001' };
    expect(secondsCurrencyNeedsSecond(present, { ...present, side_cap: '9007199254740992.000002' })).toBe(true);
    expect(secondsCurrencyNeedsSecond(present, { ...present, side_cap: '9007199254740992' })).toBe(false);
  });

  it.each(['', '.', '-', '1.2.3', '--1'])('are compared without an error if one is malformed: %j', (text) => {
    expect(secondsCurrencyNeedsSecond(currency, { ...currency, user_cap: text })).toBe(false);
  });
});

it('a market needs a second person to open, and none to close', () => {
  expect(secondsMarketNeedsSecond({ state: 'open' })).toBe(true);
  expect(secondsMarketNeedsSecond({ state: 'closed' })).toBe(false);
});

describe('a rule of an index', () => {
  const rule: IndexRuleTerms = {
    sources: ['binance', 'kraken'],
    price_decimals: 8,
    min_sources: 1,
    max_deviation: '0.005',
    staleness_ms: 3000,
  };

  it.each([
    ['the first one', null, {}],
    ['other sources', rule, { sources: ['kraken'] }],
    ['another minimum', rule, { min_sources: 2 }],
    ['a higher deviation', rule, { max_deviation: '0.0051' }],
    ['a lower deviation', rule, { max_deviation: '0' }],
    ['another age', rule, { staleness_ms: 3001 }],
    ['other decimals', rule, { price_decimals: 7 }],
  ])('%s: a second person', (_, inForce, changes) => {
    expect(indexRuleNeedsSecond(inForce, { ...rule, ...changes })).toBe(true);
  });

  it.each([
    ['as it is', {}],
    ['with its sources in another order', { sources: ['kraken', 'binance'] }],
    ['with other digits of the same deviation', { max_deviation: '0.00500' }],
  ])('the one in force, %s: one person', (_, changes) => {
    expect(indexRuleNeedsSecond(rule, { ...rule, ...changes })).toBe(false);
  });
});
