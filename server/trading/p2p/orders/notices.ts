import type { LegalOrderMessage } from '@bourse/contract/p2p';
import type { Event } from '@bourse/engine';
import { type EscrowState, escrowView, type Notice, type NoticeSource } from '../../../ground/feed/index.ts';
import { stateOf, stateOnWire } from './order-state.ts';

const reads = [
  'escrow_opened',
  'escrow_reopened',
  'escrow_cancel_asked',
  'escrow_paid',
  'escrow_delayed',
  'escrow_appealed',
  'escrow_appeal_withdrawn',
  'escrow_released',
  'escrow_returned',
  'escrow_windows_moved',
] as const;
type Read = Extract<Event, { readonly type: (typeof reads)[number] }>;

/** Sends both sides of an order its new state, and all of them the new times after a stop of the exchange. */
export const orderNotices: NoticeSource = {
  reads,
  of: ({ events, sequence }, views, listens) => {
    const view = escrowView.of(views);
    const changed = new Map<number, EscrowState>();
    for (const event of events) {
      if (!isRead(event)) continue;
      const escrows = event.type === 'escrow_windows_moved' ? view.open() : [view.recent(event.n)];
      for (const escrow of escrows) if (escrow !== undefined) changed.set(escrow.n, escrow);
    }
    return [...changed.values()].flatMap((escrow) =>
      [escrow.seller, escrow.buyer].filter(listens).map((user): Notice => {
        const order = stateOnWire(escrow.n, stateOf(escrow), escrow.maker === user);
        const message: LegalOrderMessage = { type: 'LEGAL_ORDER', sequence, order };
        return { user, delivery: { kind: 'every' }, write: () => [message] };
      }),
    );
  },
};

function isRead(event: Event): event is Read {
  return reads.some((type) => type === event.type);
}
