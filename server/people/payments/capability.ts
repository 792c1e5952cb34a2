import type { Background } from '../../ground/background/index.ts';
import type { Gateway } from '../../ground/gateway/index.ts';
import { type PaymentConsoleParts, registerPaymentsConsole } from './console.ts';
import type { PaymentMethods } from './payment-methods.ts';
import { type PaymentParts, registerPayments } from './routes.ts';

interface Start {
  readonly background: Background;
  readonly paymentMethods: PaymentMethods;
}

/** The payment methods of users. */
export const payments = {
  register: ({ gateway, ...parts }: PaymentParts & { readonly gateway: Gateway }): void => {
    registerPayments(gateway, parts);
  },
  console: (parts: PaymentConsoleParts): void => {
    registerPaymentsConsole(parts);
  },
  start: ({ background, paymentMethods }: Start): void => {
    const terms = { everyMs: 10 * 60_000, needsClock: true };
    background.work('payments: delete old versions', terms, () => paymentMethods.sweep());
  },
};
