import type { SavingsMessage } from '@bourse/contract/savings';
import type { NoticeSource } from '../../ground/feed/index.ts';
import { changedDeposit } from './deposit-state.ts';
import { lockOnWire } from './wire.ts';

/** Notifies the owners of deposits that were made, matured or were redeemed. */
export const savingsNotices: NoticeSource = {
  reads: ['savings_locked', 'savings_matured', 'savings_redeemed'],
  of: ({ events, sequence, timeMs }, { listings }, listens) =>
    events.flatMap((event) => {
      const lock = changedDeposit(event, timeMs);
      if (lock === null || !listens(lock.user)) return [];
      return {
        user: lock.user,
        delivery: { kind: 'every' },
        write: (language): SavingsMessage[] => [
          { type: 'SAVINGS_CHANGED', sequence, lock: lockOnWire(lock, timeMs, listings, language) },
        ],
      };
    }),
};
