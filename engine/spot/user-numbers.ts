import type { Absent } from '../absent.ts';
import type { UserId } from '../identifiers.ts';

/** Declared here rather than imported for speed; see `absent.ts`. */
const absent: Absent = -1;

const initialUsers = 64;

/**
 * Numbers the users who ever had an order accepted, from 0 in the order of their first one. All markets share the
 * numbers, so that the only hash table that an order searches is small enough to stay in the cache. Numbers are not
 * part of the state: a restored exchange may number its users differently.
 */
export class UserNumbers {
  private users = new Int32Array(initialUsers);
  private count = 0;
  /**
   * A hash table of numbers with open addressing and linear probing, at most half full; `absent` marks empty entries.
   * Entries are never removed.
   */
  private table = emptyTable(initialUsers);

  /** The user's number, or `absent`. */
  find(user: UserId): number {
    return this.table[this.positionOf(user)] as number;
  }

  /** The user's number; assigns one on first use. */
  assign(user: UserId): number {
    const known = this.find(user);
    if (known !== absent) return known;
    if (this.count === this.users.length) this.grow();
    const number = this.count;
    this.count += 1;
    this.users[number] = user;
    this.table[this.positionOf(user)] = number;
    return number;
  }

  /** The table index of the user, or of the free entry for it. */
  private positionOf(user: UserId): number {
    const { table, users } = this;
    let at = Math.imul(user, 0x9e3779b1) >>> Math.clz32(table.length - 1);
    for (;;) {
      const number = table[at] as number;
      if (number === absent || users[number] === user) return at;
      at = (at + 1) & (table.length - 1);
    }
  }

  private grow(): void {
    const grown = new Int32Array(this.users.length * 2);
    grown.set(this.users);
    this.users = grown;
    this.table = emptyTable(this.count * 2);
    for (let number = 0; number < this.count; number += 1) {
      this.table[this.positionOf(grown[number] as UserId)] = number;
    }
  }
}

/** A table that is half full with this many users, which must be a power of two. */
function emptyTable(users: number): Int32Array {
  return new Int32Array(users * 2).fill(absent);
}
