import type { Steps } from '../../../../ground/database/index.ts';
import { escrows } from './0920-escrows.ts';
import { p2pOrders } from './0921-p2p-orders.ts';
import { p2pMessages } from './0922-p2p-messages.ts';
import { p2pAppeals } from './0923-p2p-appeals.ts';
import { p2pRestrictions } from './0925-p2p-restrictions.ts';
import { p2pLatePayments } from './0926-p2p-late-payments.ts';

/** The migrations of orders. */
export const orderMigrations: Steps = {
  '0920-escrows': escrows,
  '0921-p2p-orders': p2pOrders,
  '0922-p2p-messages': p2pMessages,
  '0923-p2p-appeals': p2pAppeals,
  '0925-p2p-restrictions': p2pRestrictions,
  '0926-p2p-late-payments': p2pLatePayments,
};
