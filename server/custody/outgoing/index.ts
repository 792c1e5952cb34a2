export { FeeBooker } from './fee-booker.ts';
export { haltPayments, isChainHalted, readHalt } from './halts.ts';
export { presentStages, readSpendable } from './own-outputs.ts';
export type { OrderedPayment } from './founded-payment.ts';
export { Payer } from './payer.ts';
export { cancelPayment, type PaymentOrder, type PaymentState, queuePayment, readPayments } from './queue.ts';
export { prove, type RecoverParts, type RefusedAnswer, resumeInSlot } from './recover.ts';
export { paymentStored } from './stored.ts';
