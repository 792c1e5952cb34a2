import { TimedKeys } from '../requests/timed-keys.ts';
import type { OrderId, UserId } from '../identifiers.ts';
import type { ClientIdRejection } from './rejections.ts';
import type { KeyLimits } from '../requests/timed-keys.ts';

export const defaultClientOrderIdLimits: KeyLimits = {
  maximumPerUser: 100_000,
  maximumTotal: 2_097_152,
  lifetimeMs: 86_400_000,
};

/** A client order id used within its lifetime, whether its order is open or not. */
export interface UsedClientOrderId {
  readonly user: UserId;
  readonly clientOrderId: string;
  /** The journal time at which the order was accepted. */
  readonly usedAtMs: number;
}

/**
 * The client order ids of each user. An id is taken while an open order on any market has it, and for a lifetime after
 * its use. None expires early; a user who has reached the limit is refused further ids instead.
 */
export class ClientOrderIds {
  private readonly recent: TimedKeys<null>;
  /** Open orders by client order id, for each user. */
  private readonly open = new Map<UserId, Map<string, OrderId>>();
  /** Lines of a snapshot that is being loaded. */
  private lines: UsedClientOrderId[] = [];

  constructor(limits: KeyLimits) {
    this.recent = new TimedKeys(limits, () => null);
  }

  get limits(): KeyLimits {
    return this.recent.limits;
  }

  /** False while commands of a logic version before 3 are replayed: then only the ids of each user are limited. */
  set areBounded(areBounded: boolean) {
    this.recent.limitsTotal = areBounded;
  }

  /**
   * Why the user cannot use this id for an order now; null if it is free. `ending` is the id of an open order that this
   * one would replace.
   */
  refusal(user: UserId, clientOrderId: string, ending: string | null, timeMs: number): ClientIdRejection | null {
    const isOpen = clientOrderId !== ending && this.openOrder(user, clientOrderId) !== null;
    if (isOpen || this.recent.find(user, clientOrderId, timeMs) !== null) return { reason: 'client_order_id_taken' };
    const maximum = this.recent.exhausted(user, timeMs);
    return maximum === null ? null : { reason: 'client_order_ids_exhausted', maximum };
  }

  /** The user's open order with this id, or null. */
  openOrder(user: UserId, clientOrderId: string): OrderId | null {
    return this.open.get(user)?.get(clientOrderId) ?? null;
  }

  /** Assigns the id to a newly accepted order. */
  take(user: UserId, clientOrderId: string, order: OrderId, timeMs: number): void {
    this.recent.add(user, clientOrderId, timeMs);
    this.loadOpen(user, clientOrderId, order);
  }

  /** Releases the id of an order that has ended. */
  giveBack(user: UserId, clientOrderId: string): void {
    const orders = this.open.get(user);
    orders?.delete(clientOrderId);
    if (orders?.size === 0) this.open.delete(user);
  }

  /** Frees the memory of expired ids, a bounded number per call. Does not affect lookups. */
  sweep(timeMs: number): void {
    this.recent.sweep(timeMs);
  }

  /** Every unexpired id, in the order of use. */
  *remembered(timeMs: number): Generator<UsedClientOrderId> {
    for (const { user, key, timeMs: usedAtMs } of this.recent.remembered(timeMs)) {
      yield { user, clientOrderId: key, usedAtMs };
    }
  }

  /** Loads a line of a snapshot; `loaded` stores them all. */
  load(used: UsedClientOrderId): void {
    this.lines.push(used);
  }

  /** Stores the loaded lines in the order of use; snapshots of older logic versions were sorted by user. */
  loaded(): void {
    for (const { user, clientOrderId, usedAtMs } of this.lines.toSorted((a, b) => a.usedAtMs - b.usedAtMs)) {
      this.recent.add(user, clientOrderId, usedAtMs);
    }
    this.lines = [];
  }

  /** Records the client order id of an open order. */
  loadOpen(user: UserId, clientOrderId: string, order: OrderId): void {
    let orders = this.open.get(user);
    if (orders === undefined) {
      orders = new Map();
      this.open.set(user, orders);
    }
    orders.set(clientOrderId, order);
  }
}
