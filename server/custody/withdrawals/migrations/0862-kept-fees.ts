import { appMigration } from '../../../ground/database/index.ts';

/** Marks withdrawals whose owner asked for their cancellation after their payment was sent. */
export const keptFees = appMigration('alter table withdrawals add keeps_fee boolean not null default false');
