import type { Logger } from 'pino';
import type { Gateway } from '../gateway/index.ts';
import { type PaymentConsoleParts, registerPaymentsConsole } from './console.ts';
import type { PaymentMethods } from './payment-methods.ts';
import { type PaymentParts, registerPayments } from './routes.ts';
import { sweepPaymentMethods } from './sweep.ts';

interface Start {
  readonly paymentMethods: PaymentMethods;
  readonly isClockTrusted: () => boolean;
  readonly log: Logger;
}

/** The payment methods of users. */
export const payments = {
  register: ({ gateway, ...parts }: PaymentParts & { readonly gateway: Gateway }): void => {
    registerPayments(gateway, parts);
  },
  console: (parts: PaymentConsoleParts): void => {
    registerPaymentsConsole(parts);
  },
  start: ({ paymentMethods, isClockTrusted, log }: Start): (() => Promise<void>) => {
    const sweep = sweepPaymentMethods(paymentMethods, isClockTrusted, log);
    return () => sweep.stop();
  },
};
