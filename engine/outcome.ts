import type { OrderId } from './identifiers.ts';
import type { Rejection } from './rejection.ts';

/** A command that had its effect; `type` says what more there is to know of it. */
export interface Accepted {
  readonly type: string;
}
/** A command whose events say all about its effect. */
export interface Done {
  readonly type: 'done';
}
/** An order was placed, cancelled or changed. */
export interface OrderOutcome {
  readonly type: 'order';
  readonly order: OrderId;
}
/** Several orders were cancelled; `more` when the bound of one command left some open. */
export interface OrdersOutcome {
  readonly type: 'orders';
  readonly cancelled: number;
  readonly more: boolean;
}
export interface TransferOutcome {
  readonly type: 'transfer';
}
/** A command that was refused; nothing changed. */
export interface Refused<Reasons extends Rejection = Rejection> {
  readonly type: 'rejected';
  readonly rejection: Reasons;
}
/**
 * A request whose key was answered before, by the command with `firstSequence`; nothing changed and the first answer
 * holds.
 */
export interface Repeated<First extends Accepted = Accepted> {
  readonly type: 'repeated';
  readonly firstSequence: number;
  readonly first: First;
}

export const done: Done = { type: 'done' };

/** Whether a first answer that was remembered is a refusal. */
export function isRefused(outcome: Accepted): outcome is Refused {
  return outcome.type === 'rejected';
}
