import type { EscrowFacts } from '@bourse/engine/escrow';
import { projectedTable } from './table.ts';
import type { Decided, RowOf } from './table.ts';

const columns = {
  offer: 'bigint',
  sequence: 'bigint',
  /** The escrow that changed it; 0 for its owner. */
  n: 'bigint',
  owner_id: 'bigint',
  currency_id: 'integer',
  left_units: 'bigint',
  ended: 'boolean',
  time_ms: 'bigint',
} as const;
type OfferRow = RowOf<typeof columns>;

/** The coins that offers have left after each change, one row each. */
export const offersTable = projectedTable({
  name: 'offers',
  columns,
  key: ['offer', 'sequence', 'n'],
  scope: { sequence: 'sequence' },
  rows: {
    offer_funded: (event, command) => ownRow(event, event.left, command),
    offer_drained: (event, command) => ownRow(event, event.left, command),
    offer_ended: (event, command) => ({ ...ownRow(event, 0, command), ended: true }),
    escrow_opened: (event, command) => escrowRow(event, event.left, command),
    escrow_reopened: (event, command) => escrowRow(event, event.left, command),
    escrow_returned: (event, command) => escrowRow(event, event.left, command),
  },
});

function ownRow(
  { offer, user, currency }: { readonly offer: number; readonly user: number; readonly currency: number },
  left: number,
  { sequence, timeMs }: Decided,
): OfferRow {
  return {
    offer,
    sequence,
    n: 0,
    owner_id: user,
    currency_id: currency,
    left_units: left,
    ended: false,
    time_ms: timeMs,
  };
}

/** Coins that came from no offer, or whose offer has ended, change none. */
function escrowRow(
  { n, offer, seller, currency }: EscrowFacts,
  left: number | null,
  command: Decided,
): OfferRow | null {
  if (offer === null || left === null) return null;
  return { ...ownRow({ offer, user: seller, currency }, left, command), n };
}
