import type { OrderId, UserId } from '../identifiers.ts';
import type { ClientIdRejection } from './rejections.ts';
import type { RequestKeyLimits } from '../requests/request-keys.ts';

export const defaultClientOrderIdLimits: RequestKeyLimits = { maximumPerUser: 100_000, lifetimeMs: 86_400_000 };

/** A client order id that was used within its lifetime, whatever became of the order. */
export interface UsedClientOrderId {
  readonly user: UserId;
  readonly clientOrderId: string;
  /** When the order was accepted, in journal time. */
  readonly usedAtMs: number;
}

interface Ids {
  /** Used within their lifetime, oldest first. */
  readonly recent: Map<string, number>;
  /** The open orders that have one. */
  readonly open: Map<string, OrderId>;
}

/** How many users a sweep looks at, so that it takes a bounded time. */
const usersPerSweep = 256;

/**
 * The client order ids of each user: one that an open order has, over all markets, or that was used within its lifetime
 * is taken. None is forgotten early; when a user has used as many as may be remembered, further ones are refused
 * instead.
 */
export class ClientOrderIds {
  readonly limits: RequestKeyLimits;
  private readonly users = new Map<UserId, Ids>();

  constructor(limits: RequestKeyLimits) {
    this.limits = limits;
  }

  /**
   * Why the user cannot give this id to an order now, or null. `ending` is that of an open order that would make room
   * for it.
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

  /** The open order of this user that has this id, or null. */
  openOrder(user: UserId, clientOrderId: string): OrderId | null {
    return this.users.get(user)?.open.get(clientOrderId) ?? null;
  }

  /** Gives the id to an order that is accepted now. */
  take(user: UserId, clientOrderId: string, order: OrderId, timeMs: number): void {
    this.load({ user, clientOrderId, usedAtMs: timeMs });
    this.loadOpen(user, clientOrderId, order);
  }

  /** The order with this id has ended. */
  giveBack(user: UserId, clientOrderId: string): void {
    this.users.get(user)?.open.delete(clientOrderId);
  }

  /** Gives back the memory of ids whose lifetime is over, of some users at a time, in turn. Changes no answer. */
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

  /** Every id that is remembered at this time, by user, then in the order of use. */
  *remembered(timeMs: number): Generator<UsedClientOrderId> {
    for (const user of [...this.users.keys()].toSorted((a, b) => a - b)) {
      for (const [clientOrderId, usedAtMs] of this.users.get(user)?.recent ?? []) {
        if (this.isRemembered(usedAtMs, timeMs)) yield { user, clientOrderId, usedAtMs };
      }
    }
  }

  /** Remembers a use, later than all before it of this user. */
  load({ user, clientOrderId, usedAtMs }: UsedClientOrderId): void {
    this.idsOf(user).recent.set(clientOrderId, usedAtMs);
  }

  /** Remembers that this open order has this id. */
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
