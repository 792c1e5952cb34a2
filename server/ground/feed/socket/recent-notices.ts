import type { UserId } from '@bourse/engine';
import type { Notice } from './notices.ts';

interface KeptNotice {
  readonly notice: Notice;
  readonly atMs: number;
}

/**
 * The notices that only connected clients receive, kept for a while: a client may have read the state that they are
 * about just before they were sent, and connect just after.
 */
export class RecentNotices {
  readonly #keptMs: number;
  /** By recipient, null for everyone, and by key, so that a later notice replaces an earlier one. */
  readonly #kept = new Map<UserId | null, Map<string, KeptNotice>>();

  constructor(keptMs: number) {
    this.#keptMs = keptMs;
  }

  /** Keeps a notice if it is sent to connected clients only. */
  keep(notice: Notice, nowMs: number): void {
    if (notice.delivery.kind !== 'connected') return;
    const own = this.#kept.get(notice.user) ?? new Map<string, KeptNotice>();
    this.#kept.set(notice.user, own);
    own.set(notice.delivery.key, { notice, atMs: nowMs });
  }

  /** The notices of a user, or those of everyone. */
  of(user: UserId | null, nowMs: number): readonly Notice[] {
    const kept = [...(this.#kept.get(user)?.values() ?? [])];
    return kept.filter(({ atMs }) => nowMs - atMs <= this.#keptMs).map(({ notice }) => notice);
  }

  /** Drops old notices. */
  sweep(nowMs: number): void {
    for (const [user, own] of this.#kept) {
      for (const [key, { atMs }] of own) if (nowMs - atMs > this.#keptMs) own.delete(key);
      if (own.size === 0) this.#kept.delete(user);
    }
  }
}
