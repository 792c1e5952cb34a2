import { section } from '../capability.ts';
import { isUserId } from '../identifiers.ts';
import { invariant } from '../invariant.ts';
import { isPersonal } from '../ledger/account.ts';
import { isMovable } from '../ledger/movable.ts';
import { UserSums } from '../ledger/user-sums.ts';
import type { Capability } from '../capability.ts';
import type { UserSum } from '../ledger/user-sums.ts';
import type { ExchangeState } from '../state.ts';
import type { UnmaturedCredit } from './state.ts';

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
    section<UserSum>(
      'debt',
      ({ credits }) => credits.debts.all(),
      ({ credits }, { user, currency, amount }) => {
        credits.debts.add(user, currency, amount);
      },
    ),
  ],
  audit,
};

function audit({ credits, causes, currencies }: ExchangeState): void {
  const sums = new UserSums();
  for (const { source, n, user, accountType, currency, amount } of credits.all()) {
    const isBooked = causes.credit_deposit.has(source, n) && !causes.reverse_credit.has(source, n);
    invariant(isBooked, 'an unmatured credit must be booked and not reversed');
    invariant(isUserId(user) && isPersonal(accountType), 'an unmatured credit must be of an account of a user');
    invariant(isMovable(amount), 'an unmatured credit must be a positive amount');
    sums.add(user, currency, amount);
  }
  const [stored, computed] = [[...credits.unmatured.all()], [...sums.all()]];
  invariant(JSON.stringify(stored) === JSON.stringify(computed), 'unmatured sums must match the unmatured credits');
  for (const { user, currency, amount } of credits.debts.all()) {
    invariant(isUserId(user) && currencies.has(currency), 'a debt must be of a user and a listed currency');
    invariant(isMovable(amount), 'a debt must be a positive amount');
    invariant(Number.isSafeInteger(credits.debts.total(currency)), 'the debts of a currency must be a safe integer');
  }
}
