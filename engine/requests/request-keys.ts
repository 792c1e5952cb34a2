import { commandCodec } from '../command.ts';
import type { UserRequest } from '../command.ts';
import type { Accepted } from '../outcome.ts';
import type { UserId } from '../identifiers.ts';

/** How many request keys are remembered per user, and for how long. */
export interface RequestKeyLimits {
  /** While this many keys of a user are remembered, further keys are refused. */
  readonly maximumPerUser: number;
  /** Journal time in milliseconds from a key's first use until the key can be used again. */
  readonly lifetimeMs: number;
}

export const defaultRequestKeyLimits: RequestKeyLimits = { maximumPerUser: 10_000, lifetimeMs: 86_400_000 };

/** A request and its outcome. */
export interface AnsweredRequest {
  readonly command: UserRequest;
  readonly requestKey: string;
  readonly sequence: number;
  readonly timeMs: number;
  readonly outcome: Accepted;
}

/** Users visited per sweep, which bounds its time. */
const usersPerSweep = 256;

/**
 * The outcomes of each user's request keys. A key is remembered for its full lifetime; when a user has reached the
 * limit, further keys are refused instead of dropping older ones.
 */
export class RequestKeys {
  readonly limits: RequestKeyLimits;
  /** Requests by key for each user, in the order of first use, so a user's oldest comes first. */
  private readonly users = new Map<UserId, Map<string, AnsweredRequest>>();

  constructor(limits: RequestKeyLimits) {
    this.limits = limits;
  }

  /** The request that used the key within its lifetime, or null. */
  find(user: UserId, requestKey: string, timeMs: number): AnsweredRequest | null {
    const answered = this.users.get(user)?.get(requestKey);
    return answered !== undefined && this.isRemembered(answered, timeMs) ? answered : null;
  }

  /** Whether the user may use one more key. Drops expired keys first. */
  hasRoom(user: UserId, timeMs: number): boolean {
    const requests = this.users.get(user);
    if (requests === undefined) return true;
    this.forgetExpired(requests, timeMs);
    return requests.size < this.limits.maximumPerUser;
  }

  /** Stores an outcome. Requires that `find` returned null and `hasRoom` true. */
  remember(answered: AnsweredRequest): void {
    const { user } = answered.command;
    let requests = this.users.get(user);
    if (requests === undefined) {
      requests = new Map();
      this.users.set(user, requests);
    }
    // An expired entry of the same key may still exist; the new entry must come last in the order.
    requests.delete(answered.requestKey);
    requests.set(answered.requestKey, { ...answered, command: canonical(answered.command) });
  }

  /** Frees the memory of expired keys, a bounded number of users per call, in turn. Does not affect `find`. */
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

  /** Every unexpired request, by user, then in the order of first use. */
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

/** Whether two requests have the same content. */
export function isSameRequest(a: UserRequest, b: UserRequest): boolean {
  return JSON.stringify(commandCodec.encode(a)) === JSON.stringify(commandCodec.encode(b));
}

/** A copy with only the declared fields, in the declared order. */
function canonical(request: UserRequest): UserRequest {
  return commandCodec.decode(commandCodec.encode(request)) as UserRequest;
}
