import { Type, type Static } from 'typebox';
import { readCall, writeCall } from '../call.ts';
import { payPasswordRefusals } from '../identity/proofs.ts';
import { Empty, Flag, IntegerInput, Line, Milliseconds, Nothing } from '../values.ts';
import { dataRefusals } from './collect-rules.ts';
import { maxFieldLengths, paymentCodes, paymentFields } from './payment-types.ts';

const PaymentCode = Type.Enum(paymentCodes);
const PaymentField = Type.Enum(paymentFields);

const text = Type.Optional(Type.String());

/** The values of a payment method; only those of its type are present. */
export const PaymentRawData = Type.Object({
  real_name: text,
  account: text,
  qrcode: text,
  bank_name: text,
  bank_address: text,
  card_no: text,
  iban: text,
  bic: text,
  phone: text,
  email: text,
  pix_key: text,
  vpa: text,
});

const RawDataInput = Type.Object({
  real_name: Type.Optional(Line(maxFieldLengths.real_name)),
  account: Type.Optional(Line(maxFieldLengths.account)),
  qrcode: Type.Optional(Line(maxFieldLengths.qrcode)),
  bank_name: Type.Optional(Line(maxFieldLengths.bank_name)),
  bank_address: Type.Optional(Line(maxFieldLengths.bank_address)),
  card_no: Type.Optional(Line(maxFieldLengths.card_no)),
  iban: Type.Optional(Line(maxFieldLengths.iban)),
  bic: Type.Optional(Line(maxFieldLengths.bic)),
  phone: Type.Optional(Line(maxFieldLengths.phone)),
  email: Type.Optional(Line(maxFieldLengths.email)),
  pix_key: Type.Optional(Line(maxFieldLengths.pix_key)),
  vpa: Type.Optional(Line(maxFieldLengths.vpa)),
});

/** A payment type that the exchange offers. `name` is in the language of the caller. */
export const OfferedPaymentType = Type.Object({
  id: Type.Integer(),
  code: PaymentCode,
  name: Type.String(),
  /** The fields in the order of the form. */
  fields: Type.Array(Type.Object({ name: PaymentField, required: Flag })),
  /** The fiat currencies that it pays in; empty for any. */
  fiats: Type.Array(Type.String()),
  instant: Flag,
  reversible: Flag,
});
export type OfferedPaymentType = Static<typeof OfferedPaymentType>;

/** A payment method of the caller with its current values. */
export const PaymentMethod = Type.Object({
  id: Type.Integer(),
  /** The id of its type. */
  type: Type.Integer(),
  code: PaymentCode,
  name: Type.String(),
  /** Whether its type is offered; otherwise it cannot be edited or used. */
  offered: Flag,
  raw_data: PaymentRawData,
  /** Counts its changes, from 1. */
  version: Type.Integer({ minimum: 1 }),
  changed_at: Milliseconds,
});
export type PaymentMethod = Static<typeof PaymentMethod>;

/** The payment methods of the caller, oldest first, and the verified name that they require. */
export const OwnPaymentMethods = Type.Object({
  /** Empty if the caller is not verified, and can therefore save no method. */
  real_name: Type.String(),
  methods: Type.Array(PaymentMethod),
});
export type OwnPaymentMethods = Static<typeof OwnPaymentMethods>;

export const payMethodTypes = readCall(
  { access: 'visitor', rate: 'public' },
  'pay_method/types',
  Empty,
  Type.Array(OfferedPaymentType),
  { topics: ['site'] },
);

export const payMethodList = readCall({ access: 'user', rate: 'private' }, 'pay_method/list', Empty, OwnPaymentMethods);

/** The caller's method of a type that was changed last; null for none. */
export const payMethodOfType = readCall(
  { access: 'user', rate: 'private' },
  'pay_method/get_method_by_type',
  Type.Object({ type: Type.Union([IntegerInput, Line(16, 1)]) }),
  Type.Union([PaymentMethod, Type.Null()]),
  { refusals: ['collect_type_unknown'] },
);

/** Adds a payment method, or changes the one with this id. */
export const savePayMethod = writeCall(
  { access: 'owner', rate: 'password' },
  'pay_method/save',
  Type.Object({
    id: Type.Optional(IntegerInput),
    type: Type.Union([IntegerInput, Line(16, 1)]),
    raw_data: RawDataInput,
    pay_password: Type.String({ maxLength: 128 }),
  }),
  PaymentMethod,
  {
    message: 'pay_method_saved',
    refusals: [
      'collect_type_unknown',
      'collect_verification_required',
      ...dataRefusals,
      'collect_name_differs',
      ...payPasswordRefusals,
      'collect_unknown',
      'collect_too_many',
      'collect_too_often',
      'collect_qrcode_unknown',
    ],
  },
);

export const removePayMethod = writeCall(
  { access: 'owner', rate: 'private' },
  'pay_method/remove',
  Type.Object({ id: IntegerInput }),
  Nothing,
  { message: 'pay_method_removed', refusals: ['collect_unknown'] },
);
