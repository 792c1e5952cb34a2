import type { LegalMethod } from '@bourse/contract/p2p';
import type { PaymentMethod } from '@bourse/contract/payments';
import { expect, it } from 'vitest';
import { newDraft } from './ad-draft.ts';
import { methodOptions, withKnownMethods } from './method-options.ts';

const bank: LegalMethod = { type: 3, code: 'bank', name: 'Bank transfer', instant: 0, reversible: 0 };
const paypal: LegalMethod = { type: 7, code: 'paypal', name: 'PayPal', instant: 1, reversible: 1 };
const currencies = { fiats: [{ code: 'EUR', decimals: 2, methods: [bank, paypal] }] };
const own = (id: number, type: LegalMethod, offered: 0 | 1 = 1): PaymentMethod => ({
  id,
  type: type.type,
  code: type.code,
  name: type.name,
  offered,
  raw_data: { card_no: '6222020200112233', email: 'lee@example.org' },
  version: 1,
  changed_at: 1,
});

it('an ad that sells has own methods of the types of its fiat currency', () => {
  const methods = [own(12, bank), own(13, paypal), own(14, bank, 0), own(15, { ...bank, type: 9 })];
  const options = methodOptions({ side: 'sell', fiat: 'EUR' }, currencies, methods);
  expect(options.map(({ method, isReversible }) => [method, isReversible])).toEqual([
    [12, false],
    [13, true],
  ]);
  expect(options[0]?.name).toBe('Bank transfer •••• 2233');
  expect(methodOptions({ side: 'sell', fiat: 'CNY' }, currencies, methods)).toEqual([]);
});

it('an ad that buys has the types themselves', () => {
  const options = methodOptions({ side: 'buy', fiat: 'EUR' }, currencies, [own(12, bank)]);
  expect(options.map(({ method, isReversible }) => [method, isReversible])).toEqual([
    [3, false],
    [7, false],
  ]);
});

it('a method that was removed is not part of the form any longer', () => {
  const pair = { currency_id: 3, fiat: 'EUR', price_decimals: 2, reference: '1', fixed: 1 } as const;
  const draft = newDraft({ currencies: [], fiats: [], pairs: [pair] }, [15]);
  if (draft === null) throw new Error('There is no draft');
  const options = methodOptions(draft, currencies, [own(12, bank)]);
  expect(withKnownMethods({ ...draft, methods: [11, 12] }, options).methods).toEqual([12]);
});
