import type { UserId } from '../identifiers.ts';

export const dayMs = 86_400_000;

/** A user's count of the current day. */
export interface DailyCount {
  readonly user: UserId;
  /** The UTC day in days since 1970. */
  readonly day: number;
  readonly count: number;
}

/** Counts of users on the current UTC day. Those of earlier days are dropped. */
export class DailyCounts {
  #day = 0;
  #counts = new Map<UserId, number>();

  /** The user's count on the day of this time. */
  of(user: UserId, timeMs: number): number {
    return dayOf(timeMs) === this.#day ? (this.#counts.get(user) ?? 0) : 0;
  }

  /** Counts one more, and returns the day. */
  add(user: UserId, timeMs: number): number {
    const count = this.of(user, timeMs) + 1;
    this.load({ user, day: dayOf(timeMs), count });
    return this.#day;
  }

  /** Counts one less if it was counted on the day of this time. */
  takeBack(user: UserId, day: number, timeMs: number): void {
    const count = this.of(user, timeMs);
    if (day !== dayOf(timeMs) || count === 0) return;
    if (count === 1) this.#counts.delete(user);
    else this.#counts.set(user, count - 1);
  }

  /** All counts of the day of this time, by user. */
  all(timeMs: number): DailyCount[] {
    const day = dayOf(timeMs);
    if (day !== this.#day) return [];
    return [...this.#counts].map(([user, count]) => ({ user, day, count })).toSorted((a, b) => a.user - b.user);
  }

  /** Sets a count, whose day is no earlier than that of the others. */
  load({ user, day, count }: DailyCount): void {
    if (day !== this.#day) {
      this.#day = day;
      this.#counts = new Map();
    }
    this.#counts.set(user, count);
  }
}

/** The UTC day of a time, in days since 1970. */
function dayOf(timeMs: number): number {
  return Math.floor(timeMs / dayMs);
}
