import type { With } from '../../../ground/parts.ts';
import { refused } from '../../../ground/gateway/index.ts';
import { safeInteger } from '../../../ground/database/index.ts';
import { isOpened, opened, openOrder, voided } from './open-order.ts';
import type { OrderParts } from './order-parts.ts';
import type { Order } from './stored-order.ts';

/** A request is given this long to be answered before its escrow is requested again. */
const answeredMs = 20_000;
/** A draft that is older is closed: its price is no longer that of the market. */
const staleMs = 120_000;
const perRound = 100;

type DraftParts = Pick<OrderParts, 'core' | 'db' | 'identityDb' | 'requests' | 'shop' | 'store' | 'views'> &
  With<'background' | 'now'>;

/** Finds out what became of orders whose request was interrupted, and carries out or closes those without an escrow. */
export function declareDrafts(parts: DraftParts): void {
  parts.background.work('p2p: finish drafts', { everyMs: 5_000, atOnce: true }, () => finishDrafts(parts));
}

async function finishDrafts(parts: DraftParts): Promise<void> {
  const { identityDb, now, store } = parts;
  const nowMs = now();
  const rows = await identityDb
    .selectFrom('p2p_orders')
    .select(['id', 'created_at'])
    .where('stage', '=', 'draft')
    .where('created_at', '<=', String(nowMs - answeredMs))
    .orderBy('id')
    .limit(perRound)
    .execute();
  for (const row of rows) {
    const id = safeInteger(row.id);
    if (nowMs - safeInteger(row.created_at) < staleMs) await openOrder(parts, id, null);
    else {
      const order = await store.find(id);
      if (order !== null) await closeStale(parts, order);
    }
  }
}

/** Closes an old draft, unless its escrow was opened by a request whose outcome was not recorded. */
async function closeStale(parts: DraftParts, order: Order): Promise<void> {
  if (await isOpened(parts, order.id)) await opened(parts, order, parts.views.sequence);
  else await voided(parts, order, refused('exchange_busy'));
}
