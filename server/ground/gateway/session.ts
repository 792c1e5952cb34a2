import type { UserId } from '@bourse/engine';

/** A live session: its user and expiry (epoch milliseconds), which use may extend. */
export interface Session {
  readonly tokenHash: string;
  readonly user: UserId;
  readonly expiresAtMs: number;
}

/** Access to sessions for HTTP and the socket. */
export interface SessionSource {
  /**
   * The live session of a token if it is in memory; undefined otherwise (it may be in the database). Counts as use of
   * the session.
   */
  known(token: string): Session | undefined;
  /** The same for a session whose token was shown before; spares hashing the token again. */
  stillKnown(session: Session): Session | undefined;
  /** Whether a session has not expired; it may have ended otherwise, which `onEnded` and `stillKnown` tell. */
  lives(session: Session): boolean;
  /** Records further use of a session whose token was shown before. */
  use(session: Session): void;
  /** Loads a session from the database into memory; null if the token has no live session. */
  load(token: string): Promise<Session | null>;
  /** Registers a listener for sessions that end before they expire. */
  onEnded(listener: (session: Session) => void): void;
}

/** Rights of a user beyond those of every user. Queried each time, so that revocation takes effect at once. */
export interface Standing {
  isSeller(user: UserId): Promise<boolean>;
  /** Whether the user is or was an agent. */
  isAgent(user: UserId): Promise<boolean>;
}

/**
 * The token in an `Authorization` header; a `Bearer ` prefix is accepted. Null if it cannot be a token of this server.
 */
export function bearerToken(header: string | undefined): string | null {
  if (header === undefined) return null;
  const token = header.replace(/^Bearer\s+/i, '').trim();
  return /^[A-Za-z0-9_-]{16,128}$/.test(token) ? token : null;
}
