export { FeeBooker } from './fee-booker.ts';
export { haltPayments, isChainHalted, readHalt } from './halts.ts';
export { presentStages, readSpendable } from './own-outputs.ts';
export type { Approval, OrderedPayment } from './founded-payment.ts';
export { Payer } from './payer.ts';
export { watchAgain } from './payment-rows.ts';
export {
  cancelPayment,
  isRecalled,
  type PaymentOrder,
  type PaymentState,
  queuePayment,
  readPayments,
  recallPayment,
  refuseSigned,
} from './queue.ts';
export { prove, type RecoverParts, type RefusedAnswer, resumeInSlot } from './recover.ts';
export { findStandstills } from './standstill.ts';
export { paymentStored } from './stored.ts';
