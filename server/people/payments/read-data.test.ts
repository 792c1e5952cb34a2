import { compactData, type PaymentCode, type PaymentData } from '@bourse/contract/payments';
import { describe, expect, test } from 'vitest';
import { readData } from './read-data.ts';

const name = 'Ann Lee';
const qrcode = `/api/common/image?id=${'a'.repeat(32)}`;

/** Complete data of each type. */
const complete = {
  alipay: { real_name: name, account: 'ann@example.com', qrcode },
  wxpay: { real_name: name, account: 'annlee', qrcode },
  bank: { real_name: name, bank_name: 'First Bank', bank_address: 'Main Street', card_no: '6222020200112233445' },
  sepa: { real_name: name, iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' },
  pix: { real_name: name, pix_key: '123e4567-e89b-12d3-a456-426614174000' },
  upi: { real_name: name, vpa: 'ann.lee@okbank', phone: '+919876543210' },
  paypal: { real_name: name, email: 'ann@example.com' },
} as const satisfies Record<PaymentCode, PaymentData>;

function errorOf(code: PaymentCode, changes: PaymentData): string | null {
  const read = readData(code, { ...complete[code], ...changes });
  return 'ok' in read ? read.error : null;
}

describe('complete data', () => {
  test.each(Object.entries(complete))('of %s is accepted', (code, data) => {
    expect(readData(code as PaymentCode, data)).toEqual({ data });
  });

  test('loses fields of other types, and separators of numbers', () => {
    const given = { ...complete.bank, card_no: ' 6222 0202-0011 2233445 ', iban: 'DE89', bank_name: ' First \t Bank ' };
    expect(readData('bank', given)).toEqual({ data: complete.bank });
    const sepa = { ...complete.sepa, iban: 'de89 3704 0044 0532 0130 00', bic: 'cobadeff xxx' };
    expect(readData('sepa', sepa)).toEqual({ data: complete.sepa });
    expect(compactData('pix', { pix_key: '123.456.789-09' })).toEqual({ pix_key: '12345678909' });
    expect(compactData('pix', { pix_key: '+55 (11) 91234-5678' })).toEqual({ pix_key: '+5511912345678' });
  });
});

describe('a missing or blank field', () => {
  test.each([
    ['alipay', 'real_name', 'collect_name_required'],
    ['alipay', 'account', 'collect_account_required'],
    ['alipay', 'qrcode', 'collect_qrcode_required'],
    ['wxpay', 'account', 'collect_account_required'],
    ['wxpay', 'qrcode', 'collect_qrcode_required'],
    ['bank', 'real_name', 'collect_name_required'],
    ['bank', 'bank_name', 'collect_bank_name_required'],
    ['bank', 'bank_address', 'collect_bank_address_required'],
    ['bank', 'card_no', 'collect_card_required'],
    ['sepa', 'iban', 'collect_iban_required'],
    ['sepa', 'bic', null],
    ['pix', 'pix_key', 'collect_pix_key_required'],
    ['upi', 'vpa', 'collect_vpa_required'],
    ['upi', 'phone', null],
    ['paypal', 'email', 'collect_email_required'],
  ] as const)('of %s: %s', (code, field, error) => {
    expect(errorOf(code, { [field]: '  ' })).toBe(error);
  });
});

describe('a malformed field', () => {
  test.each([
    ['bank', { card_no: '123' }, 'collect_card_invalid'],
    ['bank', { card_no: 'abcdef' }, 'collect_card_invalid'],
    ['bank', { card_no: '6222020200112233445<b>' }, 'collect_card_invalid'],
    // A wrong check digit, a length of another country, an unknown country, one outside SEPA.
    ['sepa', { iban: 'DE88370400440532013000' }, 'collect_iban_invalid'],
    ['sepa', { iban: 'DE8937040044053201300' }, 'collect_iban_invalid'],
    ['sepa', { iban: 'XX89370400440532013000' }, 'collect_iban_invalid'],
    ['sepa', { iban: 'TR330006100519786457841326' }, 'collect_iban_invalid'],
    ['sepa', { iban: 'nothing' }, 'collect_iban_invalid'],
    ['sepa', { bic: 'COBA' }, 'collect_bic_invalid'],
    ['sepa', { bic: 'COBAZZFFXXX' }, 'collect_bic_invalid'],
    ['pix', { pix_key: '123' }, 'collect_pix_key_invalid'],
    ['pix', { pix_key: '+49 170 1234567' }, 'collect_pix_key_invalid'],
    ['upi', { vpa: 'ann' }, 'collect_vpa_invalid'],
    ['upi', { vpa: 'ann@lee@okbank' }, 'collect_vpa_invalid'],
    ['upi', { phone: '12ab' }, 'collect_phone_invalid'],
    ['paypal', { email: 'ann@' }, 'collect_email_invalid'],
  ] as const)('of %s: %o', (code, changes, error) => {
    expect(errorOf(code, changes)).toBe(error);
  });

  test.each([
    'GB29NWBK60161331926819',
    'FR1420041010050500013M02606',
    'NO9386011117947',
    'MT84MALT011000012345MTLCAST001S',
  ])('is none of the IBAN %s', (iban) => {
    expect(errorOf('sepa', { iban })).toBeNull();
  });
});
