import { type PaymentCode, type PaymentData, type PaymentField, paymentTypes } from './payment-types.ts';

const mask = '••••';

/** The field that identifies a payment method of each type to its owner. */
const numberFields: Readonly<Record<PaymentCode, PaymentField>> = {
  alipay: 'account',
  wxpay: 'account',
  bank: 'card_no',
  sepa: 'iban',
  pix: 'pix_key',
  upi: 'vpa',
  paypal: 'email',
};

/** The number or account of a payment method with most of it hidden. */
export function maskedNumber(code: PaymentCode, data: PaymentData): string {
  return masked(data[numberFields[code]] ?? '');
}

/** The data of a payment method as staff see it without a reason: name and number are masked, others are left out. */
export function maskedData(code: PaymentCode, data: PaymentData): PaymentData {
  const { real_name: name, bank_name: bank } = data;
  return {
    ...(name === undefined ? {} : { real_name: maskedName(name) }),
    ...(bank === undefined || !paymentTypes[code].fields.includes('bank_name') ? {} : { bank_name: bank }),
    [numberFields[code]]: maskedNumber(code, data),
  };
}

/** The first sign of a name. */
function maskedName(name: string): string {
  const [first = ''] = name;
  return `${first}${mask}`;
}

/** The last signs of a number, at most four, or the first sign and the domain of an address. */
function masked(text: string): string {
  const at = text.lastIndexOf('@');
  if (at > 0) return `${Array.from(text)[0] ?? ''}${mask}${text.slice(at)}`;
  const signs = Array.from(text);
  const shown = signs.length > 8 ? 4 : signs.length > 4 ? 2 : 0;
  return shown === 0 ? mask : `${mask} ${signs.slice(-shown).join('')}`;
}
