import type { OrderId, UserId } from '../identifiers.ts';
import type { ClientIdRejection } from './rejections.ts';
import type { RequestKeyLimits } from '../requests/request-keys.ts';

export const defaultClientOrderIdLimits: RequestKeyLimits = { maximumPerUser: 100_000, lifetimeMs: 86_400_000 };

/** A client order id used within its lifetime, whether its order is open or not. */
export interface UsedClientOrderId {
  readonly user: UserId;
  readonly clientOrderId: string;
  /** The journal time at which the order was accepted. */
  readonly usedAtMs: number;
}

interface Ids {
  /** Ids within their lifetime, oldest first. */
  readonly recent: Map<string, number>;
  /** Open orders by client order id. */
  readonly open: Map<string, OrderId>;
}

/** Users visited per sweep, which bounds its time. */
const usersPerSweep = 256;

/**
 * The client order ids of each user. An id is taken while an open order on any market has it, and for a lifetime after
 * its use. None expires early; when a user has reached the limit, further ids are refused instead.
 */
export class ClientOrderIds {
  readonly limits: RequestKeyLimits;
  private readonly users = new Map<UserId, Ids>();

  constructor(limits: RequestKeyLimits) {
    this.limits = limits;
  }

  /**
   * Why the user cannot use this id for an order now; null if it is free. `ending` is the id of an open order that this
   * one would replace.
   */
  refusal(user: UserId, clientOrderId: string, ending: string | null, timeMs: number): ClientIdRejection | null {
    const ids = this.users.get(user);
    if (ids === undefined) return null;
    this.forgetExpired(ids, timeMs);
    const isOpen = clientOrderId !== ending && ids.open.has(clientOrderId);
    if (isOpen || ids.recent.has(clientOrderId)) return { reason: 'client_order_id_taken' };
    const maximum = this.limits.maximumPerUser;
    return ids.recent.size < maximum ? null : { reason: 'client_order_ids_exhausted', maximum };
  }

  /** The user's open order with this id, or null. */
  openOrder(user: UserId, clientOrderId: string): OrderId | null {
    return this.users.get(user)?.open.get(clientOrderId) ?? null;
  }

  /** Assigns the id to a newly accepted order. */
  take(user: UserId, clientOrderId: string, order: OrderId, timeMs: number): void {
    this.load({ user, clientOrderId, usedAtMs: timeMs });
    this.loadOpen(user, clientOrderId, order);
  }

  /** Releases the id of an order that has ended. */
  giveBack(user: UserId, clientOrderId: string): void {
    this.users.get(user)?.open.delete(clientOrderId);
  }

  /** Frees the memory of expired ids, a bounded number of users per call, in turn. Does not affect lookups. */
  sweep(timeMs: number): void {
    let left = Math.min(usersPerSweep, this.users.size);
    for (const [user, ids] of this.users) {
      if (left === 0) return;
      left -= 1;
      this.forgetExpired(ids, timeMs);
      this.users.delete(user);
      if (ids.recent.size > 0 || ids.open.size > 0) this.users.set(user, ids);
    }
  }

  /** Every unexpired id, by user, then in the order of use. */
  *remembered(timeMs: number): Generator<UsedClientOrderId> {
    for (const user of [...this.users.keys()].toSorted((a, b) => a - b)) {
      for (const [clientOrderId, usedAtMs] of this.users.get(user)?.recent ?? []) {
        if (this.isRemembered(usedAtMs, timeMs)) yield { user, clientOrderId, usedAtMs };
      }
    }
  }

  /** Records a use that is later than all earlier ones of this user. */
  load({ user, clientOrderId, usedAtMs }: UsedClientOrderId): void {
    this.idsOf(user).recent.set(clientOrderId, usedAtMs);
  }

  /** Records the client order id of an open order. */
  loadOpen(user: UserId, clientOrderId: string, order: OrderId): void {
    this.idsOf(user).open.set(clientOrderId, order);
  }

  private idsOf(user: UserId): Ids {
    let ids = this.users.get(user);
    if (ids === undefined) {
      ids = { recent: new Map(), open: new Map() };
      this.users.set(user, ids);
    }
    return ids;
  }

  private forgetExpired({ recent }: Ids, timeMs: number): void {
    for (const [clientOrderId, usedAtMs] of recent) {
      if (this.isRemembered(usedAtMs, timeMs)) return;
      recent.delete(clientOrderId);
    }
  }

  private isRemembered(usedAtMs: number, timeMs: number): boolean {
    return timeMs - usedAtMs < this.limits.lifetimeMs;
  }
}
