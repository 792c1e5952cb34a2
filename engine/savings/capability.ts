import { section } from '../capability.ts';
import { venue } from '../identifiers.ts';
import { invariant } from '../invariant.ts';
import { accountType } from '../ledger/account.ts';
import { absent } from '../absent.ts';
import { accruedInterest } from './interest.ts';
import { matureDue, maturity, setMaturityTimer } from './mature.ts';
import type { Capability, Lock } from '../capability.ts';
import type { CurrencyId, UserId } from '../identifiers.ts';
import type { AccountType } from '../ledger/account.ts';
import type { AccountSlot, Ledger } from '../ledger/ledger.ts';
import type { ExchangeState } from '../state.ts';
import type { KeptDeposit, SavingsProduct } from './state.ts';

interface DepositCount {
  readonly depositCount: number;
}

/** Fixed-term deposits. */
export const savingsCapability: Capability = {
  snapshot: [
    section<DepositCount>('savings', countOf, ({ savings }, { depositCount }) => {
      savings.depositCount = depositCount;
    }),
    section<SavingsProduct>(
      'savings_product',
      ({ savings }) => savings.offered(),
      ({ savings }, product) => {
        savings.products.set(product.product, product);
      },
    ),
    section<KeptDeposit>(
      'deposit',
      ({ savings }) => savings.deposits(),
      (state, deposit) => {
        state.savings.add(deposit);
        setMaturityTimer(state, deposit);
      },
    ),
  ],
  audit,
  locks,
  timers: { [maturity]: matureDue },
};

/** Omitted until the first deposit. */
function* countOf({ savings: { depositCount } }: ExchangeState): Generator<DepositCount> {
  if (depositCount > 0) yield { depositCount };
}

function* locks({ savings, ledger }: ExchangeState): Generator<Lock> {
  for (const { user, currency, amount, interest } of savings.deposits()) {
    yield { account: accountOf(ledger, user, accountType.financial, currency), amount };
    // A small principal for a short term may earn less than one unit.
    if (interest > 0) yield { account: accountOf(ledger, venue, accountType.savingsHouse, currency), amount: interest };
  }
}

function accountOf(ledger: Ledger, user: UserId, type: AccountType, currency: CurrencyId): AccountSlot {
  const account = ledger.find(user, type, currency);
  invariant(account !== absent, 'a deposit must lock money in existing accounts');
  return account;
}

function audit({ savings, timers }: ExchangeState): void {
  const running = new Map<string, number>();
  const count = (key: string): void => {
    running.set(key, (running.get(key) ?? 0) + 1);
  };
  let last = 0;
  let total = 0;
  for (const deposit of savings.deposits()) {
    const { deposit: id, user, product, days, interest, maturesAtMs } = deposit;
    invariant(id > last && id <= savings.depositCount, 'deposits must be stored in the order of their ids');
    invariant(timers.find(maturity, id) === maturesAtMs, 'a deposit must have a timer at its maturity');
    invariant(accruedInterest(deposit, days) === interest, 'the reserved interest must match the terms');
    count(`${product}`);
    count(`${product} ${user}`);
    last = id;
    total += 1;
  }
  invariant(timers.count(maturity) === total, 'every maturity timer must belong to a running deposit');
  for (const { product } of savings.offered()) {
    invariant(
      savings.running(product) === (running.get(`${product}`) ?? 0),
      "the count of a product's running deposits must be correct",
    );
  }
  for (const { user, product } of savings.deposits()) {
    const counted = savings.runningOf(user, product);
    invariant(counted === running.get(`${product} ${user}`), "the count of a user's running deposits must be correct");
  }
}
