import type { OrderId } from './identifiers.ts';
import type { Rejection } from './rejection.ts';

/** A command that took effect; `type` selects the details. */
export interface Accepted {
  readonly type: string;
}
/** A command whose events describe its effect completely. */
export interface Done {
  readonly type: 'done';
}
/** An order was placed, cancelled or changed. */
export interface OrderOutcome {
  readonly type: 'order';
  readonly order: OrderId;
}
/** Several orders were cancelled; `more` when the limit per command left some open. */
export interface OrdersOutcome {
  readonly type: 'orders';
  readonly cancelled: number;
  readonly more: boolean;
}
export interface TransferOutcome {
  readonly type: 'transfer';
}
/** A command that was rejected; nothing changed. */
export interface Refused<Reasons extends Rejection = Rejection> {
  readonly type: 'rejected';
  readonly rejection: Reasons;
}
/**
 * A request whose key was already used by the command with `firstSequence`. Nothing changed, and the first outcome is
 * returned again.
 */
export interface Repeated<First extends Accepted = Accepted> {
  readonly type: 'repeated';
  readonly firstSequence: number;
  readonly first: First;
}

export const done: Done = { type: 'done' };

/** Whether a remembered first outcome is a rejection. */
export function isRefused(outcome: Accepted): outcome is Refused {
  return outcome.type === 'rejected';
}
