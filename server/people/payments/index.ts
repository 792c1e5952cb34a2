export { payments } from './capability.ts';
export { PaymentMethods } from './payment-methods.ts';
export type { VerifiedNames } from './ports.ts';
