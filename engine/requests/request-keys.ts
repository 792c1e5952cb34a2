import { commandCodec } from '../command.ts';
import type { UserRequest } from '../command.ts';
import type { Accepted } from '../outcome.ts';
import type { UserId } from '../identifiers.ts';

/** How many request keys are remembered, and how long. */
export interface RequestKeyLimits {
  /** Keys of one user that are remembered at a time; while that many are, a new one is refused. */
  readonly maximumPerUser: number;
  /** Journal time in milliseconds from a key's first use until it may mean something new. */
  readonly lifetimeMs: number;
}

export const defaultRequestKeyLimits: RequestKeyLimits = { maximumPerUser: 10_000, lifetimeMs: 86_400_000 };

/** A request that was answered. */
export interface AnsweredRequest {
  readonly command: UserRequest;
  readonly requestKey: string;
  readonly sequence: number;
  readonly timeMs: number;
  readonly outcome: Accepted;
}

/** How many users a sweep looks at, so that it takes a bounded time. */
const usersPerSweep = 256;

/**
 * What each user's request keys were answered. A key is remembered for its lifetime and never forgotten early; when a
 * user has used as many as may be remembered, further keys are refused instead.
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
    requests.set(answered.requestKey, { ...answered, command: canonical(answered.command) });
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

/** Whether two requests ask for the same thing. */
export function isSameRequest(a: UserRequest, b: UserRequest): boolean {
  return JSON.stringify(commandCodec.encode(a)) === JSON.stringify(commandCodec.encode(b));
}

/** A copy with the declared fields only, in the declared order, whatever order they came in. */
function canonical(request: UserRequest): UserRequest {
  return commandCodec.decode(commandCodec.encode(request)) as UserRequest;
}
