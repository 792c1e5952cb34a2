import type { UserId } from '../identifiers.ts';
import type { RestrictionScope } from './commands.ts';

/** A restricted user. */
export interface Restriction {
  readonly user: UserId;
  readonly scope: Exclude<RestrictionScope, 'none'>;
  /**
   * The sequence of the command that restricted the user, while some of the orders that the restriction ends are still
   * open; otherwise null.
   */
  readonly cancellingSince: number | null;
}

/** The restrictions for readers outside the engine: only members that change nothing. */
export type ReadableRestrictions = Readonly<Pick<Restrictions, 'scopeOf' | 'all'>>;

/** The restricted users. Traders repeat whether they are stopped, so that orders need no lookup here. */
export class Restrictions {
  readonly #restricted = new Map<UserId, Restriction>();

  find(user: UserId): Restriction | undefined {
    return this.#restricted.get(user);
  }

  scopeOf(user: UserId): RestrictionScope {
    return this.#restricted.get(user)?.scope ?? 'none';
  }

  stopsOutflow(user: UserId): boolean {
    return this.#restricted.size > 0 && this.#restricted.has(user);
  }

  stopsTrading(user: UserId): boolean {
    return this.#restricted.size > 0 && this.scopeOf(user) === 'trading';
  }

  set(restriction: Restriction): void {
    this.#restricted.set(restriction.user, restriction);
  }

  lift(user: UserId): void {
    this.#restricted.delete(user);
  }

  /** All restricted users by id. */
  all(): Restriction[] {
    return [...this.#restricted.values()].toSorted((a, b) => a.user - b.user);
  }
}
