import { describe, expect, it } from 'vitest';
import {
  type CurrencyTerms,
  currencyTextsOf,
  readCurrencyTerms,
  readSettings,
  settingsTextsOf,
} from './seconds-terms.ts';

describe('the form of durations', () => {
  const settings = {
    version: 1,
    fee: '0.005',
    options: [
      { seconds: 30, ratio: '0.8' },
      { seconds: 60, ratio: '0.855' },
    ],
  };

  it('reads what it shows, exactly', () => {
    expect(settingsTextsOf(settings)).toEqual({ options: '30×80 60×85.5', fee: '0.5' });
    const { fee, options } = settings;
    expect(readSettings(settingsTextsOf(settings))).toEqual({ fee, options });
    expect(readSettings({ options: ' 30x80\n60*85.5 ', fee: '0.5' }).options).toEqual(options);
  });

  it('refuses durations below 10 seconds, which could not settle, and above an hour', () => {
    for (const options of ['9×80', '5×80 60×85', '3601×80']) {
      expect(readSettings({ options, fee: '0' }).options, options).toBeNull();
    }
    expect(readSettings({ options: '10×80 3600×85', fee: '0' }).options).toHaveLength(2);
  });

  it('refuses missing, broken and too fine entries', () => {
    for (const options of ['', '30', '30×', '×80', '30×0', '0×80', '30.5×80', '30×80×1', '30×80.00001', '30×80 60']) {
      expect(readSettings({ options, fee: '0' }).options, options).toBeNull();
    }
    expect(readSettings({ options: '30×80', fee: '' }).fee).toBeNull();
  });
});

describe('the form of a currency', () => {
  it('reads what it shows', () => {
    const terms: CurrencyTerms = { numbers: ['10', '20.5'], user_cap: '5000', side_cap: '50000', state: 'open' };
    const { state: _, ...entered } = terms;
    expect(readCurrencyTerms(currencyTextsOf(terms))).toEqual(entered);
  });

  it('refuses amounts that are missing, negative or zero', () => {
    for (const text of ['', '-5', '0', '0.00', 'ten']) {
      expect(readCurrencyTerms({ numbers: `10 ${text}`, userCap: text, sideCap: text }), text).toMatchObject({
        user_cap: null,
        side_cap: null,
      });
    }
    expect(readCurrencyTerms({ numbers: '10 0', userCap: '1', sideCap: '1' }).numbers).toBeNull();
  });
});
