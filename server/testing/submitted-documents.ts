import { userId } from '@bourse/engine';
import { inTransaction, openAppDatabase, openIdentityPool } from '../ground/database/index.ts';
import { boxesOf } from '../ground/secrets/index.ts';
import { VerificationStore } from '../people/verification/verification-store.ts';
import { type Person, type RunningVenue, testSecret } from './running-venue.ts';

/** The id of documents of a user that are under review, stored without images if there are none. */
export async function documentsOf({ database }: RunningVenue, person: Person, nowMs: number): Promise<number> {
  const db = openAppDatabase(openIdentityPool(database.settings));
  try {
    const store = new VerificationStore(boxesOf(testSecret)('identity documents'));
    const documents = { name: 'Ann Lee', cardId: 'L01X00T474', frontImage: '', reverseImage: '' };
    const user = userId(person.id);
    await inTransaction(db, async (transaction) => store.add(transaction, user, documents, nowMs));
    return (await store.findOfUser(db, user))?.id ?? 0;
  } finally {
    await db.destroy();
  }
}
