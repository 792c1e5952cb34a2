import type {
  AppealReason,
  EscrowFacts,
  EscrowReopened,
  EscrowStep,
  ReleaseReason,
  ReturnReason,
} from '@bourse/engine/escrow';
import { oneOf, oneOfOrNull } from './column.ts';
import { projectedTable } from './table.ts';
import type { Decided, RowOf } from './table.ts';

/** The events of an escrow; `ordinal` orders those of one command. */
const ordinals = {
  opened: 1,
  reopened: 1,
  cancel_asked: 2,
  paid: 3,
  withdrawn: 3,
  delayed: 4,
  appealed: 5,
  released: 6,
  returned: 6,
} as const;
type EscrowEventStep = keyof typeof ordinals;

/** The state after an event. */
type EscrowStateAfter = EscrowStep | 'released' | 'refunded' | 'cancelled';

const columns = {
  n: 'bigint',
  sequence: 'bigint',
  ordinal: 'smallint',
  step: oneOf<EscrowEventStep>(),
  state: oneOf<EscrowStateAfter>(),
  reason: oneOfOrNull<AppealReason | ReleaseReason | ReturnReason>(),
  actor_id: 'bigint?',
  seller_id: 'bigint',
  buyer_id: 'bigint',
  maker_id: 'bigint',
  currency_id: 'integer',
  amount: 'bigint',
  fee: 'bigint',
  offer: 'bigint?',
  previous: 'bigint?',
  due: 'bigint?',
  matures_at: 'bigint?',
  counts: 'boolean',
  terms: 'text?',
  voucher: 'text?',
  time_ms: 'bigint',
} as const;
type EscrowRow = RowOf<typeof columns>;

/**
 * The events of each escrow, one row each. `due` is the end of the window that begins, before any later stop of the
 * exchange; `counts` is true for ends that are cancels of the buyer's day; `actor_id` is null for time and staff.
 */
export const escrowsTable = projectedTable({
  name: 'escrows',
  columns,
  key: ['n', 'sequence', 'ordinal'],
  scope: { sequence: 'sequence' },
  rows: {
    escrow_opened: (event, command) => {
      const actor_id = event.maker === event.seller ? event.buyer : event.seller;
      const { dueAtMs: due, terms } = event;
      return { ...rowOf(event, 'opened', 'created', command), actor_id, due, terms };
    },
    escrow_reopened: (event, command) => ({ ...rowOf(event, 'reopened', 'paid', command), ...reopening(event) }),
    escrow_cancel_asked: (event, command) => ({
      ...rowOf(event, 'cancel_asked', 'created', command),
      actor_id: event.seller,
    }),
    escrow_paid: (event, command) => ({
      ...rowOf(event, 'paid', 'paid', command),
      actor_id: event.buyer,
      due: event.dueAtMs,
      voucher: event.voucher,
    }),
    escrow_delayed: (event, command) => ({ ...rowOf(event, 'delayed', 'delayed', command), due: event.dueAtMs }),
    escrow_appealed: (event, command) => ({
      ...rowOf(event, 'appealed', 'appealed', command),
      reason: event.reason,
      actor_id: event.by,
    }),
    escrow_appeal_withdrawn: (event, command) => ({
      ...rowOf(event, 'withdrawn', event.to, command),
      actor_id: event.by,
      due: event.dueAtMs,
    }),
    escrow_released: (event, command) => ({
      ...rowOf(event, 'released', 'released', command),
      reason: event.reason,
      actor_id: event.by,
      matures_at: event.maturesAtMs,
    }),
    escrow_returned: (event, command) => ({
      ...rowOf(event, 'returned', isCancel(event.reason) ? 'cancelled' : 'refunded', command),
      reason: event.reason,
      actor_id: event.by,
      counts: event.counts,
    }),
  },
});

function rowOf(facts: EscrowFacts, step: EscrowEventStep, state: EscrowStateAfter, command: Decided): EscrowRow {
  return {
    n: facts.n,
    sequence: command.sequence,
    ordinal: ordinals[step],
    step,
    state,
    reason: null,
    actor_id: null,
    seller_id: facts.seller,
    buyer_id: facts.buyer,
    maker_id: facts.maker,
    currency_id: facts.currency,
    amount: facts.amount,
    fee: facts.fee,
    offer: facts.offer,
    previous: null,
    due: null,
    matures_at: null,
    counts: false,
    terms: null,
    voucher: null,
    time_ms: command.timeMs,
  };
}

function reopening({ dueAtMs, previous, seller, terms, voucher }: EscrowReopened) {
  return { actor_id: seller, due: dueAtMs, previous, terms, voucher };
}

/** Whether an escrow that ended for this reason had not been paid. */
function isCancel(reason: ReturnReason): boolean {
  return reason === 'cancelled' || reason === 'timeout' || reason === 'frozen';
}
