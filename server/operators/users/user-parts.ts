import type { Kysely } from 'kysely';
import type { Schema } from '../../ground/database/index.ts';
import type { Views } from '../../ground/feed/index.ts';
import type { DeviceKeys, OpenSecondFactors, Sessions } from '../../people/identity/index.ts';

/** Dependencies of the console's calls about users. */
export interface UserParts {
  /** Projected tables. */
  readonly db: Kysely<Schema>;
  /** Users, sessions, messages, notes and the audit log. */
  readonly identityDb: Kysely<Schema>;
  readonly views: Views;
  readonly sessions: Sessions;
  readonly secondFactors: OpenSecondFactors;
  readonly deviceKeys: DeviceKeys;
  /** Epoch milliseconds. */
  readonly now: () => number;
}
