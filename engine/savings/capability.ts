import { section } from '../capability.ts';
import { venue } from '../identifiers.ts';
import { invariant } from '../invariant.ts';
import { accountType } from '../ledger/account.ts';
import { mature, maturity, setMaturityTimer } from './mature.ts';
import type { Capability, Lock } from '../capability.ts';
import type { ExchangeState } from '../state.ts';
import type { Deposit, SavingsProduct } from './state.ts';

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
    section<Deposit>(
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
  timers: { [maturity]: mature },
};

/** Nothing where there never was a deposit. */
function* countOf({ savings: { depositCount } }: ExchangeState): Generator<DepositCount> {
  if (depositCount > 0) yield { depositCount };
}

function* locks({ savings, ledger }: ExchangeState): Generator<Lock> {
  for (const { user, currency, amount, interest } of savings.deposits()) {
    yield { account: ledger.open(user, accountType.financial, currency), amount };
    yield { account: ledger.open(venue, accountType.savingsHouse, currency), amount: interest };
  }
}

function audit({ savings, timers, timeMs }: ExchangeState): void {
  const timed = new Set(timers.all().flatMap(({ kind, id }) => (kind === maturity ? [id] : [])));
  const counts = new Map<number, number>();
  let overdue = 0;
  let last = 0;
  for (const { deposit, product, maturesAtMs } of savings.deposits()) {
    invariant(deposit > last && deposit <= savings.depositCount, 'deposits must be kept by id');
    invariant(timed.has(deposit), 'a deposit must have a timer');
    if (maturesAtMs <= timeMs) overdue += 1;
    counts.set(product, (counts.get(product) ?? 0) + 1);
    last = deposit;
  }
  invariant(overdue === 0 || timers.nextAtMs <= timeMs, 'a deposit that is mature must be due work');
  for (const { product } of savings.offered()) {
    invariant(savings.running(product) === (counts.get(product) ?? 0), 'running deposits must be counted');
  }
}
