import type { OperatorRole } from '@bourse/contract';
import type { UserId } from '@bourse/engine';

/**
 * A live session: who it belongs to and when it ends by itself (epoch milliseconds), which may become later while it is
 * used.
 */
export interface Session {
  readonly tokenHash: string;
  readonly user: UserId;
  readonly expiresAtMs: number;
}

/** How the wire finds out who is speaking. */
export interface SessionSource {
  /**
   * The live session of a token, from memory alone; undefined when memory does not know it (it may be in the database).
   * Whoever shows the token uses the session.
   */
  known(token: string): Session | undefined;
  /** Whether a session that was found before has not come to its end by itself. */
  lives(session: Session): boolean;
  /** Notes that somebody who showed the token before has used the session again. */
  use(session: Session): void;
  /** Looks in the database and remembers; null when the token has no live session. */
  load(token: string): Promise<Session | null>;
  /** Told of every session that was ended before its time. */
  onEnded(listener: (session: Session) => void): void;
}

/** What somebody is besides a user. Asked anew each time, so that what was taken away is gone at once. */
export interface Standing {
  /** None for who is no operator. */
  rolesOf(user: UserId): Promise<readonly OperatorRole[]>;
  isSeller(user: UserId): Promise<boolean>;
}

/**
 * The token that an `Authorization` header carries; a `Bearer ` prefix is accepted. Null when there is none that could
 * be ours.
 */
export function bearerToken(header: string | undefined): string | null {
  if (header === undefined) return null;
  const token = header.replace(/^Bearer\s+/i, '').trim();
  return /^[A-Za-z0-9_-]{16,128}$/.test(token) ? token : null;
}
