/** The fields that payment methods can have. */
export const paymentFields = [
  'real_name',
  'account',
  'qrcode',
  'bank_name',
  'bank_address',
  'card_no',
  'iban',
  'bic',
  'phone',
  'email',
  'pix_key',
  'vpa',
] as const;
export type PaymentField = (typeof paymentFields)[number];

/** The values of a payment method by field; fields that its type does not have are absent. */
export type PaymentData = { readonly [Field in PaymentField]?: string };

/** The maximum length of each field in requests, in characters. */
export const maxFieldLengths: Readonly<Record<PaymentField, number>> = {
  real_name: 100,
  account: 100,
  qrcode: 200,
  bank_name: 100,
  bank_address: 200,
  card_no: 48,
  iban: 48,
  bic: 16,
  phone: 32,
  email: 254,
  pix_key: 80,
  vpa: 100,
};

/** A kind of payment method. */
export interface PaymentType {
  readonly id: number;
  /** The fields that it requires, in the order of the form. */
  readonly fields: readonly PaymentField[];
  /** The fields that can be left out. */
  readonly optional: readonly PaymentField[];
  /** The fiat currencies that it pays in; empty for any. */
  readonly fiats: readonly string[];
  /** Whether a payment usually arrives within a minute. */
  readonly instant: boolean;
  /** Whether the payer or a bank can take a payment back. */
  readonly reversible: boolean;
}

export const paymentCodes = ['alipay', 'wxpay', 'bank', 'sepa', 'pix', 'upi', 'paypal'] as const;
export type PaymentCode = (typeof paymentCodes)[number];

/** All payment types. The site setting `payment_types` says which of them are offered. */
export const paymentTypes: Readonly<Record<PaymentCode, PaymentType>> = {
  alipay: {
    id: 1,
    fields: ['real_name', 'account', 'qrcode'],
    optional: [],
    fiats: ['CNY'],
    instant: true,
    reversible: false,
  },
  wxpay: {
    id: 2,
    fields: ['real_name', 'account', 'qrcode'],
    optional: [],
    fiats: ['CNY'],
    instant: true,
    reversible: false,
  },
  bank: {
    id: 3,
    fields: ['real_name', 'bank_name', 'bank_address', 'card_no'],
    optional: [],
    fiats: [],
    instant: false,
    reversible: false,
  },
  sepa: {
    id: 4,
    fields: ['real_name', 'iban'],
    optional: ['bic'],
    fiats: ['EUR'],
    instant: true,
    reversible: false,
  },
  pix: {
    id: 5,
    fields: ['real_name', 'pix_key'],
    optional: [],
    fiats: ['BRL'],
    instant: true,
    // The special return mechanism (MED) takes back payments that are reported as fraud.
    reversible: true,
  },
  upi: {
    id: 6,
    fields: ['real_name', 'vpa'],
    optional: ['phone'],
    fiats: ['INR'],
    instant: true,
    reversible: false,
  },
  paypal: { id: 7, fields: ['real_name', 'email'], optional: [], fiats: [], instant: true, reversible: true },
};

export function isPaymentCode(code: string): code is PaymentCode {
  return Object.hasOwn(paymentTypes, code);
}

/** The type with an id or a code, as requests name it; null for none. */
export function paymentCodeOf(type: number | string): PaymentCode | null {
  const name = String(type);
  if (isPaymentCode(name)) return name;
  return paymentCodes.find((code) => String(paymentTypes[code].id) === name) ?? null;
}

/** The codes in the site setting `payment_types`, in its order; null if the text is not a list of different codes. */
export function readPaymentCodes(text: string): readonly PaymentCode[] | null {
  const codes = text.split(',').map((part) => part.trim());
  const known = codes.filter(isPaymentCode);
  return known.length === codes.length && new Set(known).size === known.length ? known : null;
}

/** The methods that a user can have of each type. */
export const maxMethodsOfType = 3;

/** The changes of payment methods that a user can make within 24 hours. */
export const maxChangesPerDay = 10;
