import type { Steps } from '../../../ground/database/index.ts';
import { paymentMethods } from './0774-payment-methods.ts';

/** The steps of these tables. A released step is never changed. */
export const migrations: Steps = {
  '0774-payment-methods': paymentMethods,
};
