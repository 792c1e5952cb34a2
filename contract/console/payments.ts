import { Type, type Static } from 'typebox';
import { PaymentRawData } from '../payments/calls.ts';
import { paymentCodes } from '../payments/payment-types.ts';
import { IntegerInput, Milliseconds } from '../values.ts';
import { consoleLook, consoleRead } from './declare.ts';

/** A payment method of a user, with masked values. */
export const UserPaymentMethod = Type.Object({
  id: Type.Integer(),
  code: Type.Enum(paymentCodes),
  masked: PaymentRawData,
  version: Type.Integer({ minimum: 1 }),
  changed_at: Milliseconds,
});
export type UserPaymentMethod = Static<typeof UserPaymentMethod>;

/** A version of a payment method, unmasked. */
export const UserPaymentVersion = Type.Object({
  version: Type.Integer({ minimum: 1 }),
  raw_data: PaymentRawData,
  created_at: Milliseconds,
  /** Null while it is current. */
  ended_at: Type.Union([Milliseconds, Type.Null()]),
  /** Whether an order refers to it. */
  used: Type.Boolean(),
});
export type UserPaymentVersion = Static<typeof UserPaymentVersion>;

/** The payment methods of users. */
export const paymentCalls = {
  userPaymentMethods: consoleRead({
    audience: ['support', 'finance', 'risk', 'admin'],
    path: 'user/payment-methods',
    concerns: { kind: 'user', field: 'id' },
    input: { id: IntegerInput },
    output: Type.Object({ rows: Type.Array(UserPaymentMethod) }),
  }),
  /** The kept versions of one method, newest first. */
  userPaymentVersions: consoleLook({
    audience: ['support', 'risk'],
    path: 'user/payment-methods/look',
    concerns: { kind: 'user', field: 'id' },
    input: { id: IntegerInput, method: IntegerInput },
    output: Type.Object({ rows: Type.Array(UserPaymentVersion) }),
  }),
} as const;
