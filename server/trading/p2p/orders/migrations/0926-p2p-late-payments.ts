import { appMigration } from '../../../../ground/database/index.ts';

/** Late payments and their appeals are looked for among all payments and appeals. */
export const p2pLatePayments = appMigration(
  `create index p2p_vouchers_late on p2p_vouchers (filed_at) where kind = 'late'`,
  'create index p2p_appeals_late on p2p_appeals (order_id) where sequence = 0',
);
