import { assertNever } from '../invariant.ts';
import type {
  CancelAll,
  CancelClientOrder,
  CancelOrder,
  MarketOrderSize,
  PlaceMarketOrder,
  PlaceOrder,
  ReduceOrder,
  ReplaceOrder,
  Transfer,
  PlaceStopOrder,
  TriggeredOrder,
} from '../command.ts';
import type { RequestOutcome } from '../event.ts';
import type { UserId } from '../identifiers.ts';

/** A command that a user may send twice with the same meaning. */
export type KeyedCommand =
  | PlaceOrder
  | PlaceMarketOrder
  | PlaceStopOrder
  | ReplaceOrder
  | ReduceOrder
  | CancelOrder
  | CancelClientOrder
  | CancelAll
  | Transfer;

/** How many request keys are remembered, and how long. */
export interface RequestKeyLimits {
  /** Keys of one user that are remembered at a time; while that many are, a new one is refused. */
  readonly maximumPerUser: number;
  /** Journal time in milliseconds from a key's first use until it may mean something new. */
  readonly lifetimeMs: number;
}

export const defaultRequestKeyLimits: RequestKeyLimits = { maximumPerUser: 10_000, lifetimeMs: 86_400_000 };

/** A keyed command that was answered. */
export interface AnsweredRequest {
  readonly command: KeyedCommand;
  readonly requestKey: string;
  readonly sequence: number;
  readonly timeMs: number;
  readonly outcome: RequestOutcome;
}

/** How many users a sweep looks at, so that it takes a bounded time. */
const usersPerSweep = 256;

/**
 * What each user's request keys were answered. A key is remembered for its lifetime and never forgotten early; when a user
 * has used as many as may be remembered, further keys are refused instead.
 */
export class RequestKeys {
  readonly limits: RequestKeyLimits;
  /** By user, that user's requests by key; both in the order of first use, so the oldest of a user comes first. */
  private readonly users = new Map<UserId, Map<string, AnsweredRequest>>();

  constructor(limits: RequestKeyLimits) {
    this.limits = limits;
  }

  /** What the user's key was answered within its lifetime, or null. */
  find(user: UserId, requestKey: string, timeMs: number): AnsweredRequest | null {
    const answered = this.users.get(user)?.get(requestKey);
    return answered !== undefined && this.isRemembered(answered, timeMs) ? answered : null;
  }

  /** Whether the user has a place for one more key. Forgets those whose lifetime is over. */
  hasRoom(user: UserId, timeMs: number): boolean {
    const requests = this.users.get(user);
    if (requests === undefined) return true;
    this.forgetExpired(requests, timeMs);
    return requests.size < this.limits.maximumPerUser;
  }

  /** Remembers an answer. The key must be new to `find`, and `hasRoom` true. */
  remember(answered: AnsweredRequest): void {
    const { user } = answered.command;
    let requests = this.users.get(user);
    if (requests === undefined) {
      requests = new Map();
      this.users.set(user, requests);
    }
    // An expired answer to the same key may still be here; the new one belongs behind all others.
    requests.delete(answered.requestKey);
    requests.set(answered.requestKey, { ...answered, command: inOneOrder(answered.command) });
  }

  /** Gives back the memory of users whose keys have expired, some users at a time, in turn. Changes no answer. */
  sweep(timeMs: number): void {
    let looked = 0;
    for (const [user, requests] of this.users) {
      if (looked === usersPerSweep) return;
      looked += 1;
      this.forgetExpired(requests, timeMs);
      this.users.delete(user);
      if (requests.size > 0) this.users.set(user, requests);
      if (looked >= this.users.size) return;
    }
  }

  /** Every answer that is remembered at this time, by user, then in the order of first use. */
  *remembered(timeMs: number): Generator<AnsweredRequest> {
    for (const user of [...this.users.keys()].toSorted((a, b) => a - b)) {
      for (const answered of this.users.get(user)?.values() ?? []) {
        if (this.isRemembered(answered, timeMs)) yield answered;
      }
    }
  }

  private forgetExpired(requests: Map<string, AnsweredRequest>, timeMs: number): void {
    for (const [requestKey, answered] of requests) {
      if (this.isRemembered(answered, timeMs)) return;
      requests.delete(requestKey);
    }
  }

  private isRemembered(answered: AnsweredRequest, timeMs: number): boolean {
    return timeMs - answered.timeMs < this.limits.lifetimeMs;
  }
}

/** Whether two commands ask for the same thing. */
export function isSameRequest(a: KeyedCommand, b: KeyedCommand): boolean {
  return JSON.stringify(inOneOrder(a)) === JSON.stringify(inOneOrder(b));
}

/** A copy of the command with its own fields only, in one order, whatever order they came in. */
function inOneOrder(command: KeyedCommand): KeyedCommand {
  const { user, requestKey } = command;
  switch (command.type) {
    case 'place_order': {
      const { type, market, side, orderType, timeInForce, postOnly, price, quantity } = command;
      const { selfTradePrevention, clientOrderId } = command;
      const terms = { market, side, orderType, timeInForce, postOnly, price, quantity };
      return { type, user, ...terms, selfTradePrevention, clientOrderId, requestKey };
    }
    case 'place_market_order': {
      const { type, market, side, price, selfTradePrevention, clientOrderId } = command;
      return {
        type,
        user,
        market,
        side,
        price,
        size: sizeOf(command.size),
        selfTradePrevention,
        clientOrderId,
        requestKey,
      };
    }
    case 'place_stop_order': {
      const { type, market, side, stopPrice, becomes, selfTradePrevention, clientOrderId } = command;
      const terms = { market, side, stopPrice, becomes: becomesOf(becomes) };
      return { type, user, ...terms, selfTradePrevention, clientOrderId, requestKey };
    }
    case 'replace_order': {
      const { type, order, side, timeInForce, postOnly, price, quantity, selfTradePrevention, clientOrderId } = command;
      const terms = { order, side, timeInForce, postOnly, price, quantity, selfTradePrevention, clientOrderId };
      return { type, user, ...terms, requestKey };
    }
    case 'reduce_order': {
      const { type, order, side, quantity } = command;
      return { type, user, order, side, quantity, requestKey };
    }
    case 'cancel_order': {
      const { type, order, side } = command;
      return { type, user, order, side, requestKey };
    }
    case 'cancel_client_order': {
      const { type, clientOrderId, side } = command;
      return { type, user, clientOrderId, side, requestKey };
    }
    case 'cancel_all': {
      const { type, market, side } = command;
      return { type, user, market, side, requestKey };
    }
    case 'transfer': {
      const { type, currency, amount, from, to } = command;
      return { type, user, currency, amount, from, to, requestKey };
    }
    default:
      return assertNever(command);
  }
}

function becomesOf(becomes: PlaceStopOrder['becomes']): TriggeredOrder {
  if (becomes.orderType === 'market') return { orderType: becomes.orderType, size: sizeOf(becomes.size) };
  const { orderType, timeInForce, postOnly, price, quantity } = becomes;
  return { orderType, timeInForce, postOnly, price, quantity };
}

function sizeOf(size: MarketOrderSize): MarketOrderSize {
  return size.by === 'quantity'
    ? { by: size.by, quantity: size.quantity }
    : { by: size.by, quoteAmount: size.quoteAmount };
}
