import { openAppDatabase, openIdentityPool } from '../../../../ground/database/index.ts';
import { boxesOf } from '../../../../ground/secrets/index.ts';
import { type RunningVenue, testSecret } from '../../../../testing/running-venue.ts';
import { Sessions } from '../../sessions.ts';
import { type OpenSecondFactors, openSecondFactors } from '../open-second-factors.ts';
import type { TestClock } from './factor-person.ts';

/** Runs work with second factors and sessions of its own on the database of a running exchange, without messages. */
export async function withSecondFactors<Result>(
  venue: RunningVenue,
  clock: TestClock,
  work: (parts: OpenSecondFactors & { readonly sessions: Sessions }) => Promise<Result>,
): Promise<Result> {
  const now = () => clock.ms;
  const db = openAppDatabase(openIdentityPool(venue.database.settings));
  const opened = openSecondFactors({
    db,
    boxFor: boxesOf(testSecret),
    publicOrigin: null,
    siteName: () => 'Bourse',
    now,
    notify: { messages: { add: () => Promise.resolve() }, delivery: { wake: () => undefined } },
    securityLog: { record: () => undefined },
  });
  try {
    return await work({ ...opened, sessions: new Sessions(db, now) });
  } finally {
    await db.destroy();
  }
}
