import { userId } from '@bourse/engine';
import { openAppDatabase, openIdentityPool } from '../ground/database/index.ts';
import { PaymentMethods } from '../people/payments/index.ts';
import { boxesOf } from '../ground/secrets/index.ts';
import { type Person, type RunningVenue, testSecret } from './running-venue.ts';

export const bankData = {
  real_name: 'Ann Lee',
  bank_name: 'First Bank',
  bank_address: 'Main Street',
  card_no: '6222020200112233445',
};

const noImages = {
  attach: () => Promise.reject(new Error('a bank account has no image')),
  detach: () => Promise.reject(new Error('a bank account has no image')),
};

/**
 * The id of a user's bank account with this number, which is stored without the proofs that the call requires if there
 * is none.
 */
export async function bankAccountOf(
  { database }: RunningVenue,
  person: Person,
  nowMs: number,
  card_no = bankData.card_no,
): Promise<number> {
  const db = openAppDatabase(openIdentityPool(database.settings));
  try {
    const settings = { images_payment_days: 1 };
    const box = boxesOf(testSecret)('payment methods');
    const methods = new PaymentMethods({ db, box, images: noImages, settings, now: () => nowMs });
    const saved = await methods.save(userId(person.id), { id: null, code: 'bank', data: { ...bankData, card_no } });
    if ('ok' in saved) throw new Error(saved.error);
    return saved.id;
  } finally {
    await db.destroy();
  }
}
