import { coreMigration } from '../../../ground/database/index.ts';

/** Claims that are settled without a payment: set off against the loss of this position. */
export const claimOffsets = coreMigration('alter table lever_claim_payments add column loss bigint');
