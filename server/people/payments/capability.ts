import { type PaymentConsoleParts, registerPaymentsConsole } from './console.ts';
import { PaymentMethods, type PaymentMethodParts } from './payment-methods.ts';
import { type PaymentParts, registerPayments } from './routes.ts';
import { migrations } from './migrations/index.ts';
import { paymentPrivileges } from './tables.ts';
import { purposesOf } from '../../ground/secrets/index.ts';
import type { With } from '../../ground/parts.ts';

type Start = With<'background' | 'paymentMethods'>;

interface Sources extends Omit<PaymentMethodParts, 'db' | 'box'>, With<'boxFor'> {
  readonly identityDb: PaymentMethodParts['db'];
}

/** The payment methods of users. */
export const payments = {
  tables: paymentPrivileges,
  migrations,
  sealed: [
    {
      table: 'payment_method_versions',
      column: 'data',
      purposes: purposesOf('payment methods'),
      place: `'user ' || (select user_id from payment_methods where payment_methods.id = method_id)
        || ' method ' || method_id || ' version ' || version`,
    },
  ],
  offers: ({ boxFor, identityDb: db, images, now, settings }: Sources) => ({
    paymentMethods: new PaymentMethods({ db, box: boxFor('payment methods'), images, settings, now }),
  }),
  open: ({ background, gateway, ...parts }: PaymentParts & Start & With<'gateway'>) => {
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
