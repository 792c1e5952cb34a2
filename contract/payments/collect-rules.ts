import type { PaymentCode, PaymentData, PaymentField } from './payment-types.ts';
import { paymentFields, paymentTypes } from './payment-types.ts';

/** The refusal of a missing field. */
const requiredRefusals = {
  real_name: 'collect_name_required',
  account: 'collect_account_required',
  qrcode: 'collect_qrcode_required',
  bank_name: 'collect_bank_name_required',
  bank_address: 'collect_bank_address_required',
  card_no: 'collect_card_required',
  iban: 'collect_iban_required',
  bic: 'collect_bic_invalid',
  phone: 'collect_phone_invalid',
  email: 'collect_email_required',
  pix_key: 'collect_pix_key_required',
  vpa: 'collect_vpa_required',
} as const satisfies Record<PaymentField, string>;

/** The refusal of a malformed field; fields without one accept any text. */
const invalidRefusals = {
  card_no: 'collect_card_invalid',
  iban: 'collect_iban_invalid',
  bic: 'collect_bic_invalid',
  phone: 'collect_phone_invalid',
  email: 'collect_email_invalid',
  pix_key: 'collect_pix_key_invalid',
  vpa: 'collect_vpa_invalid',
} as const satisfies { readonly [Field in PaymentField]?: string };

type FormattedField = keyof typeof invalidRefusals;

/** The refusals of the data of a payment method by its form. */
export const dataRefusals = [
  ...new Set([...Object.values(requiredRefusals), ...Object.values(invalidRefusals)]),
] as const;
export type DataRefusal = (typeof dataRefusals)[number];

/** The field and the reason of a refusal. */
export interface FieldRefusal {
  readonly field: PaymentField;
  readonly error: DataRefusal;
}

/** The shapes of fields in their compact form. Check digits of IBAN and BIC are left to the server. */
const shapes: Readonly<Record<FormattedField, RegExp>> = {
  card_no: /^(?=.*[0-9])[0-9A-Z]{4,34}$/,
  iban: /^[A-Z]{2}[0-9]{2}[0-9A-Z]{10,30}$/,
  bic: /^[A-Z]{6}[0-9A-Z]{2}(?:[0-9A-Z]{3})?$/,
  phone: /^\+?[0-9]{6,15}$/,
  email: /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/,
  // A CPF, CNPJ, phone number, e-mail address or random key.
  pix_key:
    /^(?:[0-9]{11}|[0-9A-Z]{12}[0-9]{2}|\+55[0-9]{10,11}|[^\s@]+@[^\s@]+\.[^\s@.]{2,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i,
  vpa: /^[0-9a-z._-]{2,80}@[a-z][0-9a-z]{1,40}$/i,
};

/** The data of a type as it is stored: its own fields without surrounding spaces, numbers without any separators. */
export function compactData(code: PaymentCode, data: PaymentData): PaymentData {
  const { fields, optional } = paymentTypes[code];
  const compact: { [Field in PaymentField]?: string } = {};
  for (const field of [...fields, ...optional]) {
    const text = compactText(field, data[field] ?? '');
    if (text !== '') compact[field] = text;
  }
  return compact;
}

/** The first missing or malformed field of compact data; null if there is none. */
export function judgeData(code: PaymentCode, data: PaymentData): FieldRefusal | null {
  const { fields, optional } = paymentTypes[code];
  for (const field of fields) if (data[field] === undefined) return { field, error: requiredRefusals[field] };
  for (const field of [...fields, ...optional]) {
    const text = data[field];
    if (text !== undefined && isFormatted(field) && !shapes[field].test(text)) {
      return { field, error: invalidRefusals[field] };
    }
  }
  return null;
}

/** The field that a refusal of `judgeData` concerns; null for all other refusals. */
export function fieldOfDataRefusal(error: string): PaymentField | null {
  const refusals: readonly (readonly [string, string])[] = [
    ...Object.entries(requiredRefusals),
    ...Object.entries(invalidRefusals),
  ];
  const [field] = refusals.find(([, refusal]) => refusal === error) ?? [];
  return paymentFields.find((name) => name === field) ?? null;
}

function isFormatted(field: PaymentField): field is FormattedField {
  return Object.hasOwn(invalidRefusals, field);
}

function compactText(field: PaymentField, text: string): string {
  const trimmed = text.normalize('NFKC').trim();
  switch (field) {
    case 'card_no':
    case 'iban':
    case 'bic':
      return trimmed.replaceAll(/[\s-]/g, '').toUpperCase();
    case 'phone':
      return trimmed.replaceAll(/[\s()-]/g, '');
    case 'pix_key':
      return compactPixKey(trimmed);
    case 'real_name':
    case 'account':
    case 'bank_name':
    case 'bank_address':
      return trimmed.replaceAll(/\s+/g, ' ');
    case 'qrcode':
    case 'email':
    case 'vpa':
      return trimmed;
  }
}

/** Tax numbers and phone numbers are often written with separators, which random keys and addresses need. */
function compactPixKey(text: string): string {
  return /^\+?[0-9A-Z.\s()/-]{11,24}$/.test(text) ? text.replaceAll(/[.\s()/-]/g, '') : text;
}
