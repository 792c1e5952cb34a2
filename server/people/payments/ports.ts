import type { UserId } from '@bourse/engine';

/** Knows the names of verified users. */
export interface VerifiedNames {
  /** The name that a user was verified with; null if the user is not verified. */
  nameOf(user: UserId): Promise<string | null>;
}
