import { section } from '../capability.ts';
import { isUserId } from '../identifiers.ts';
import { invariant } from '../invariant.ts';
import { isPersonal } from '../ledger/account.ts';
import { isMovable } from '../ledger/movable.ts';
import { UserSums } from '../ledger/user-sums.ts';
import type { Capability } from '../capability.ts';
import type { ReadableSums, UserSum } from '../ledger/user-sums.ts';
import type { ExchangeState } from '../state.ts';
import { creditTimeDue, creditTimer, setCreditTimer } from './timed-credits.ts';
import type { TimedCredit, UnmaturedCredit } from './state.ts';

/** Credits that have not matured, and debts of reversed credits. */
export const creditCapability: Capability = {
  snapshot: [
    section<UnmaturedCredit>(
      'unmatured_credit',
      ({ credits }) => credits.all(),
      ({ credits }, credit) => {
        credits.add(credit);
      },
    ),
    section<TimedCredit>(
      'timed_credit',
      ({ credits }) => credits.allTimed(),
      (state, credit) => {
        state.credits.setTimed(credit);
        setCreditTimer(state, credit);
      },
    ),
    section<UserSum>(
      'debt',
      ({ credits }) => credits.debts.all(),
      ({ credits }, { user, currency, amount }) => {
        credits.debts.add(user, currency, amount);
      },
    ),
  ],
  audit,
  timers: { [creditTimer]: creditTimeDue },
};

function audit(state: ExchangeState): void {
  const { credits, causes, currencies, timers } = state;
  const [sums, timedSums] = [new UserSums(), new UserSums()];
  const timed = credits.allTimed();
  for (const credit of [...credits.all(), ...timed]) {
    const { source, n, user, accountType, currency, amount } = credit;
    const isBooked = causes.credit_deposit.has(source, n) && !causes.reverse_credit.has(source, n);
    invariant(isBooked, 'an unmatured credit must be booked and not reversed');
    invariant(isUserId(user) && isPersonal(accountType), 'an unmatured credit must be of an account of a user');
    invariant(isMovable(amount), 'an unmatured credit must be a positive amount');
    ('untilMs' in credit ? timedSums : sums).add(user, currency, amount);
  }
  for (const { untilMs, sequence } of timed) {
    invariant(timers.find(creditTimer, sequence) === untilMs, 'a credit that waits for a time must have a timer');
  }
  invariant(timers.count(creditTimer) === timed.length, 'every timer of a credit must have a credit');
  invariant(isSame(credits.unmatured, sums), 'unmatured sums must match the unmatured credits');
  invariant(isSame(credits.timed, timedSums), 'timed sums must match the credits that wait for a time');
  for (const { user, currency, amount } of credits.debts.all()) {
    invariant(isUserId(user) && currencies.has(currency), 'a debt must be of a user and a listed currency');
    invariant(isMovable(amount), 'a debt must be a positive amount');
    invariant(Number.isSafeInteger(credits.debts.total(currency)), 'the debts of a currency must be a safe integer');
  }
}

function isSame(stored: ReadableSums, computed: ReadableSums): boolean {
  return JSON.stringify([...stored.all()]) === JSON.stringify([...computed.all()]);
}
