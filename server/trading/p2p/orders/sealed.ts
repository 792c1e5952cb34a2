import type { SealedColumn } from '../../../ground/database/index.ts';
import { purposesOf } from '../../../ground/secrets/index.ts';
import { orderPurpose } from './stored-order.ts';

const purposes = purposesOf(orderPurpose);

/** The sealed columns of orders, chats and evidence. */
export const orderSealed: readonly SealedColumn[] = [
  { table: 'p2p_orders', column: 'sealed', purposes, place: `'order ' || id` },
  { table: 'p2p_messages', column: 'sealed', purposes, place: `'order ' || order_id || ' message ' || i` },
  { table: 'p2p_evidence', column: 'sealed', purposes, place: `'appeal ' || appeal_id || ' evidence ' || n` },
];
