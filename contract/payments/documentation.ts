import { type CapabilityDocumentation, chapter, type Description, describe, named } from '../documentation/declare.ts';
import * as calls from './calls.ts';
import { OfferedPaymentType, payMethodOfType, removePayMethod, savePayMethod } from './calls.ts';
import { maxChangesPerDay, maxMethodsOfType } from './payment-types.ts';

const rawData = {
  real_name: ['Name of the account’s owner, who is the user.', 'Ann Lee'],
  account: ['Account at Alipay or WeChat Pay.'],
  qrcode: ['Address of the uploaded image of the payment code.'],
  bank_name: ['Name of the bank.', 'First Example Bank'],
  bank_address: ['Branch of the bank.', 'Main Street 1, Springfield'],
  card_no: ['Account or card number, without separators.', '6222020200112233445'],
  iban: ['IBAN of an account in the SEPA area, without spaces.'],
  bic: ['BIC of the bank.'],
  phone: ['Phone number.'],
  email: ['E-mail address of the account.'],
  pix_key: ['PIX key: CPF, CNPJ, phone number, e-mail address or random key.'],
  vpa: ['UPI ID.'],
} as const;

const type = ['Id or code of the type.', 'bank'] as const;

const objects: readonly Description[] = [
  ...named(calls, {
    PaymentRawData: rawData,
    OfferedPaymentType: {
      id: ['Id of the type.', 3],
      code: ['Code of the type.', 'bank'],
      name: ['Name in the language of the caller.', 'Bank transfer'],
      fields: ['The fields of `raw_data`, in the order of a form.'],
      fiats: ['Codes of the fiat currencies that it pays in; empty for any.', []],
      instant: ['1 if a payment usually arrives within a minute.', 0],
      reversible: ['1 if the payer or a bank can take a payment back.', 0],
    },
    PaymentMethod: {
      id: ['Id of the payment method.', 12],
      type: ['Id of its type.', 3],
      code: ['Code of its type.', 'bank'],
      name: ['Name of its type in the language of the caller.', 'Bank transfer'],
      offered: ['0 if its type is no longer offered, so that it cannot be changed or used.', 1],
      raw_data: ['Its values.'],
      version: ['Counts its changes, from 1.', 1],
      changed_at: ['Time of the last change, epoch milliseconds.', 1767225600000],
    },
    OwnPaymentMethods: {
      real_name: ['Verified name of the user; empty if the user is not verified.', 'Ann Lee'],
      methods: ['The payment methods, oldest first.'],
    },
  }),
  describe(OfferedPaymentType.properties.fields.items, {
    name: ['Name of the field.', 'real_name'],
    required: ['0 if it can be left out.', 1],
  }),
  describe(payMethodOfType.input, { type }),
  describe(savePayMethod.input, {
    id: ['Id of one of the user’s own payment methods to change; without it, a method is added.'],
    type,
    raw_data: ['The values; fields that the type does not have are ignored.'],
    pay_password: ['The trade password.', 'Tq8zkw2p'],
  }),
  describe(savePayMethod.input.properties.raw_data, rawData),
  describe(removePayMethod.input, { id: ['Id of one of the user’s own payment methods.', 12] }),
];

export const documentation: CapabilityDocumentation = {
  chapters: [
    chapter('Payment methods', calls, {
      payMethodTypes: { summary: 'The types of payment methods that the exchange offers' },
      payMethodList: { summary: 'The user’s own payment methods' },
      payMethodOfType: {
        summary: 'The user’s own payment method of a type',
        says: 'The one that was changed last; null if there is none.',
      },
      savePayMethod: {
        summary: 'Add or change a payment method',
        says: `Requires a verified user and the trade password. \`real_name\` must be the verified name; case, spaces, dots and the order of words do not count. A user has at most ${maxMethodsOfType} methods of each type and makes at most ${maxChangesPerDay} changes in 24 hours. Orders keep the version that they were made with.`,
      },
      removePayMethod: { summary: 'Remove a payment method', says: 'Orders that were made with it keep it.' },
    }),
  ],
  objects,
};
