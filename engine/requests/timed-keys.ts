import type { UserId } from '../identifiers.ts';

/** How many keys are remembered, and for how long. */
export interface KeyLimits {
  /** While this many keys of a user are remembered, the user's further keys are refused. */
  readonly maximumPerUser: number;
  /** Keys of all users together. */
  readonly maximumTotal: number;
  /** Journal time in milliseconds for which a key is remembered. */
  readonly lifetimeMs: number;
}

/** The columns of a run of consecutive keys. `more` belongs to the owner of the keys. */
interface Chunk<Columns> {
  readonly users: Int32Array;
  readonly timesMs: Float64Array;
  readonly more: Columns;
}

interface UserKeys {
  /** Positions by key, in the order of use, so the oldest comes first. */
  readonly positions: Map<string, number>;
  /** Positions before this one have been removed from `positions`. */
  clearedTo: number;
}

/** One remembered key. */
export interface TimedKey {
  readonly position: number;
  readonly user: UserId;
  readonly key: string;
  readonly timeMs: number;
}

/** Keys per chunk. */
export const chunkSize = 1024;

/** A user may hold at most this fraction of the unused places, so that some always remain for others. */
const shareOfUnused = 16;

/** Work per sweep, in keys. */
const keysPerSweep = 1024;

/** Expired keys freed for each key added, so that memory does not depend on the frequency of sweeps. */
const freedPerKey = 4;

/**
 * The keys of each user that are remembered for a lifetime. None is dropped early: a user who has reached the limit
 * gets no further key instead. The limit is `maximumPerUser`, or a sixteenth of the places that all users together
 * leave unused if that is less. With n users who use as many keys as they can, each of them, and every newcomer, has a
 * limit of about `maximumTotal / (16 + n)`, and the total never exceeds `maximumTotal`.
 *
 * All keys are numbered in the order of use, which is also the order in which they expire. Their columns are typed
 * arrays, because one object for each key would need several times the memory.
 */
export class TimedKeys<Columns> {
  readonly limits: KeyLimits;
  /** Whether `maximumTotal` applies. */
  limitsTotal = true;
  private readonly makeColumns: () => Columns;
  private readonly users = new Map<UserId, UserKeys>();
  private readonly chunks = new Map<number, Chunk<Columns>>();
  /** The oldest key in memory, the oldest unexpired one, and the position of the next key. */
  private first = 0;
  private live = 0;
  private end = 0;

  constructor(limits: KeyLimits, makeColumns: () => Columns) {
    this.limits = limits;
    this.makeColumns = makeColumns;
  }

  /** The position of a remembered key, or null. */
  find(user: UserId, key: string, timeMs: number): number | null {
    this.expire(timeMs);
    const position = this.users.get(user)?.positions.get(key);
    return position !== undefined && position >= this.live ? position : null;
  }

  /** The number of keys that the user may hold now, if it is reached; null if there is room for one more. */
  exhausted(user: UserId, timeMs: number): number | null {
    this.expire(timeMs);
    const { maximumPerUser, maximumTotal } = this.limits;
    const unused = Math.max(0, maximumTotal - (this.end - this.live));
    const limit = this.limitsTotal ? Math.min(maximumPerUser, Math.floor(unused / shareOfUnused)) : maximumPerUser;
    const keys = this.users.get(user);
    if (keys === undefined) return limit > 0 ? null : limit;
    this.clear(keys);
    return keys.positions.size < limit ? null : limit;
  }

  /** Stores a key that is no earlier than all others, and returns its position. Requires that `find` returned null. */
  add(user: UserId, key: string, timeMs: number): number {
    let keys = this.users.get(user);
    if (keys === undefined) {
      keys = { positions: new Map(), clearedTo: this.live };
      this.users.set(user, keys);
    }
    const position = this.end;
    this.end += 1;
    // An expired entry of the same key may still exist; the new entry must come last in the order.
    keys.positions.delete(key);
    keys.positions.set(key, position);
    const chunk = this.chunkOf(position);
    chunk.users[position % chunkSize] = user;
    chunk.timesMs[position % chunkSize] = timeMs;
    this.free(freedPerKey);
    return position;
  }

  /** The columns of the chunk that contains a position; the key's row is `position % chunkSize`. */
  columns(position: number): Columns {
    return this.chunkOf(position).more;
  }

  /** Frees the memory of expired keys, a bounded number per call. Does not affect lookups. */
  sweep(timeMs: number): void {
    this.expire(timeMs);
    this.free(keysPerSweep);
  }

  /** Every unexpired key, in the order of use. */
  *remembered(timeMs: number): Generator<TimedKey> {
    this.expire(timeMs);
    const { live, end } = this;
    const cursors = new Map<UserId, Iterator<[string, number]>>();
    for (let position = live; position < end; position += 1) {
      const chunk = this.chunkOf(position);
      const user = (chunk.users[position % chunkSize] ?? 0) as UserId;
      let cursor = cursors.get(user);
      if (cursor === undefined) {
        cursor = this.liveEntries(user);
        cursors.set(user, cursor);
      }
      const next = cursor.next();
      if (next.done === true) continue;
      yield { position, user, key: next.value[0], timeMs: chunk.timesMs[position % chunkSize] ?? 0 };
    }
  }

  private *liveEntries(user: UserId): Generator<[string, number]> {
    for (const entry of this.users.get(user)?.positions ?? []) if (entry[1] >= this.live) yield entry;
  }

  /** Moves `live` past the keys whose lifetime is over, chunk by chunk where a whole chunk has expired. */
  private expire(timeMs: number): void {
    while (this.live < this.end) {
      const { timesMs } = this.chunkOf(this.live);
      const chunkEnd = Math.min(this.end, this.live - (this.live % chunkSize) + chunkSize);
      if (this.isExpired(timesMs[(chunkEnd - 1) % chunkSize], timeMs)) {
        this.live = chunkEnd;
        continue;
      }
      while (this.isExpired(timesMs[this.live % chunkSize], timeMs)) this.live += 1;
      return;
    }
  }

  private isExpired(usedAtMs = 0, timeMs = 0): boolean {
    return timeMs - usedAtMs >= this.limits.lifetimeMs;
  }

  /** Removes up to `most` expired keys, and those of their users that expired with them. */
  private free(most: number): void {
    for (let work = 0; work < most && this.first < this.live; work += 1) {
      const row = this.first % chunkSize;
      const user = (this.chunkOf(this.first).users[row] ?? 0) as UserId;
      const keys = this.users.get(user);
      if (keys !== undefined) {
        if (keys.clearedTo <= this.first) work += this.clear(keys);
        if (keys.positions.size === 0) this.users.delete(user);
      }
      this.first += 1;
      if (row === chunkSize - 1) this.chunks.delete((this.first - chunkSize) / chunkSize);
    }
  }

  /** Removes a user's expired keys from the lookup; returns their number. */
  private clear(keys: UserKeys): number {
    if (keys.clearedTo === this.live) return 0;
    let removed = 0;
    for (const [key, position] of keys.positions) {
      if (position >= this.live) break;
      keys.positions.delete(key);
      removed += 1;
    }
    keys.clearedTo = this.live;
    return removed;
  }

  private chunkOf(position: number): Chunk<Columns> {
    const number = Math.floor(position / chunkSize);
    let chunk = this.chunks.get(number);
    if (chunk === undefined) {
      chunk = {
        users: new Int32Array(chunkSize),
        timesMs: new Float64Array(chunkSize),
        more: this.makeColumns(),
      };
      this.chunks.set(number, chunk);
    }
    return chunk;
  }
}
