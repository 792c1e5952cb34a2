import type { Background } from '../../ground/background/index.ts';
import type { Gateway } from '../../ground/gateway/index.ts';
import { type PaymentConsoleParts, registerPaymentsConsole } from './console.ts';
import type { BoxFor } from '../../ground/secrets/index.ts';
import { PaymentMethods, type PaymentMethodParts } from './payment-methods.ts';
import { type PaymentParts, registerPayments } from './routes.ts';
import { migrations } from './migrations/index.ts';
import { paymentPrivileges } from './tables.ts';

interface Start {
  readonly background: Background;
  readonly paymentMethods: PaymentMethods;
}

interface Sources extends Omit<PaymentMethodParts, 'db' | 'box'> {
  readonly boxFor: BoxFor;
  readonly identityDb: PaymentMethodParts['db'];
}

/** The payment methods of users. */
export const payments = {
  tables: paymentPrivileges,
  migrations,
  offers: ({ boxFor, identityDb: db, images, now, settings }: Sources) => ({
    paymentMethods: new PaymentMethods({ db, box: boxFor('payment methods'), images, settings, now }),
  }),
  open: ({ background, gateway, ...parts }: PaymentParts & Start & { readonly gateway: Gateway }) => {
    registerPayments(gateway, parts);
    const terms = { everyMs: 10 * 60_000, needsClock: true };
    background.work('payments: delete old versions', terms, () => parts.paymentMethods.sweep());
    return {
      console: (own: PaymentConsoleParts): void => {
        registerPaymentsConsole(own);
      },
    };
  },
};
