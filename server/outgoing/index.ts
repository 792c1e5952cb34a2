export { haltPayments, readHalt } from './halts.ts';
export { Payer, releaseAfter } from './payer.ts';
export { cancelPayment, type PaymentState, queuePayment, readPayments } from './queue.ts';
