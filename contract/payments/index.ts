export {
  OfferedPaymentType,
  OwnPaymentMethods,
  PaymentMethod,
  payMethodList,
  payMethodOfType,
  payMethodTypes,
  removePayMethod,
  savePayMethod,
} from './calls.ts';
export { compactData, type DataRefusal, fieldOfDataRefusal, type FieldRefusal, judgeData } from './collect-rules.ts';
export { maskedData, maskedNumber } from './masking.ts';
export { isSameName } from './name-rule.ts';
export {
  isPaymentCode,
  maxChangesPerDay,
  maxFieldLengths,
  maxMethodsOfType,
  type PaymentCode,
  paymentCodeOf,
  paymentCodes,
  type PaymentData,
  type PaymentField,
  paymentFields,
  paymentTypes,
  readPaymentCodes,
} from './payment-types.ts';
