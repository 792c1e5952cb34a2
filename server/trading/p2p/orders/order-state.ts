import { type LegalEndReason, type LegalOrderState, type LegalStatus, legalStatus } from '@bourse/contract/p2p';
import { assertNever, type UserId } from '@bourse/engine';
import type { ReleaseReason, ReturnReason } from '@bourse/engine/escrow';
import type { EscrowState } from '../../../ground/feed/index.ts';
import type { OrderRecord } from './order-records.ts';

/** The state of an order. */
export interface OrderState {
  readonly status: LegalStatus;
  readonly endReason: LegalEndReason | null;
  readonly releasedBy: LegalOrderState['released_by'];
  readonly payUntilMs: number;
  readonly confirmUntilMs: number | null;
  readonly openedAtMs: number;
  readonly paidAtMs: number | null;
  readonly endedAtMs: number | null;
  readonly isCancelAsked: boolean;
  /** From when it can be appealed; null before the payment and in an appeal. */
  readonly appealFromMs: number | null;
  /** The user who can withdraw the appeal. */
  readonly appealBy: UserId | null;
  readonly sequence: number;
}

/** The state of an escrow of the view. */
export function stateOf(escrow: EscrowState): OrderState {
  const { appeal, appealableAtMs, dueAtMs, end, isCancelAsked, openedAtMs, paidAtMs, payUntilMs, sequence } = escrow;
  const isWaiting = end === null && (escrow.step === 'paid' || escrow.step === 'delayed');
  return {
    status: end === null ? statusOf(escrow) : end.state === 'released' ? legalStatus.completed : legalStatus.cancelled,
    endReason: end === null || end.state === 'released' ? null : endReasonOf(end.reason),
    releasedBy: end?.state === 'released' ? releaserOf(end.reason) : null,
    payUntilMs,
    confirmUntilMs: isWaiting ? dueAtMs : null,
    openedAtMs,
    paidAtMs,
    endedAtMs: end?.atMs ?? null,
    isCancelAsked,
    appealFromMs: isWaiting ? appealableAtMs : null,
    appealBy: end === null ? (appeal?.by ?? null) : null,
    sequence,
  };
}

/** The status of an open escrow. */
export function statusOf({ appeal, step }: Pick<EscrowState, 'appeal' | 'step'>): LegalStatus {
  switch (step) {
    case 'created':
      return legalStatus.unpaid;
    case 'paid':
      return legalStatus.paid;
    case 'delayed':
      return legalStatus.delayed;
    case 'appealed':
      return appeal?.reason === 'abnormal' ? legalStatus.abnormal : legalStatus.appeal;
    default:
      return assertNever(step);
  }
}

/** The state of an order that has ended, from its record. */
export function endedState(record: OrderRecord): OrderState {
  const { reason, state } = record;
  const isReleased = state === 'released';
  return {
    status: isReleased ? legalStatus.completed : legalStatus.cancelled,
    endReason: isReleased || !isReturn(reason) ? null : endReasonOf(reason),
    releasedBy: isReleased && isRelease(reason) ? releaserOf(reason) : null,
    payUntilMs: record.isReopened ? record.openedAtMs : record.openedDueMs,
    confirmUntilMs: null,
    openedAtMs: record.openedAtMs,
    paidAtMs: record.paidAtMs,
    endedAtMs: record.endedAtMs,
    isCancelAsked: record.isCancelAsked,
    appealFromMs: null,
    appealBy: null,
    sequence: record.sequence,
  };
}

function isReturn(reason: OrderRecord['reason']): reason is ReturnReason {
  return reason !== null && ['cancelled', 'timeout', 'frozen', 'conceded', 'resolved'].includes(reason);
}

function isRelease(reason: OrderRecord['reason']): reason is ReleaseReason {
  return reason !== null && ['released', 'silence', 'conceded', 'resolved'].includes(reason);
}

function endReasonOf(reason: ReturnReason): LegalEndReason {
  switch (reason) {
    case 'cancelled':
      return 'user';
    case 'timeout':
    case 'frozen':
      return reason;
    case 'conceded':
    case 'resolved':
      return 'refunded';
    default:
      return assertNever(reason);
  }
}

function releaserOf(reason: ReleaseReason): LegalOrderState['released_by'] {
  switch (reason) {
    case 'released':
    case 'conceded':
      return 'seller';
    case 'silence':
      return 'auto';
    case 'resolved':
      return 'operator';
    default:
      return assertNever(reason);
  }
}

/** The part of an order that its events say, for one of its sides. */
export function stateOnWire(n: number, state: OrderState, isMaker: boolean): LegalOrderState {
  return {
    id: n,
    maker: isMaker ? 1 : 0,
    status: state.status,
    end_reason: state.endReason,
    released_by: state.releasedBy,
    pay_until: state.payUntilMs,
    confirm_until: state.confirmUntilMs,
  };
}
