import type { Steps } from '../../../ground/database/index.ts';
import { paymentMethods } from './0774-payment-methods.ts';

/** The migrations of this room. */
export const migrations: Steps = {
  '0774-payment-methods': paymentMethods,
};
