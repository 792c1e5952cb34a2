import { describe, expect, test } from 'vitest';
import { draftOf, fieldOfRefusal, judgeDraft } from './method-draft.ts';

const bank = { code: 'bank' } as const;
const data = { real_name: 'lee ANN', bank_name: 'First Bank', bank_address: 'Main Street', card_no: '6222 0202' };

describe('a draft', () => {
  test('of a new method starts with the verified name, of a method with its values', () => {
    expect(draftOf(null, 'Ann Lee')).toEqual({ data: { real_name: 'Ann Lee' }, payPassword: '' });
    expect(draftOf(data, 'Ann Lee').data).toEqual(data);
  });

  test('shows its first error at the field', () => {
    const error = (changes: object, payPassword = 'right') =>
      judgeDraft({ data: { ...data, ...changes }, payPassword }, bank, 'Ann Lee');
    expect(error({})).toBeNull();
    expect(error({ bank_address: ' ' })).toEqual({
      field: 'bank_address',
      text: 'errors.collect_bank_address_required',
    });
    expect(error({ card_no: '12' })).toEqual({ field: 'card_no', text: 'errors.collect_card_invalid' });
    expect(error({ real_name: 'Ann Li' })).toEqual({ field: 'real_name', text: 'errors.collect_name_differs' });
    expect(error({}, '')).toEqual({ field: 'pay_password', text: 'errors.pay_password_required' });
  });
});

test.each([
  ['collect_card_invalid', 'card_no'],
  ['collect_iban_invalid', 'iban'],
  ['collect_name_required', 'real_name'],
  ['collect_name_differs', 'real_name'],
  ['collect_qrcode_unknown', 'qrcode'],
  ['pay_password_locked', 'pay_password'],
  ['collect_too_many', null],
  ['collect_unknown', null],
])('the refusal %s is shown at %s', (error, field) => {
  expect(fieldOfRefusal(error)).toBe(field);
});
