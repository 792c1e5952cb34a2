import { section } from '../capability.ts';
import { venue } from '../identifiers.ts';
import { invariant } from '../invariant.ts';
import { accountType } from '../ledger/account.ts';
import { marketOf } from '../market/capability.ts';
import { auditLeverage } from './audit-leverage.ts';
import { ClaimQueue } from './claim-queue.ts';
import { unitOf } from './configure-leverage.ts';
import { leverWork } from './due.ts';
import { presentMark } from './marks.ts';
import { evaluateAgain } from './risk.ts';
import { LeverRow, orderOf } from './row.ts';
import { LeverAccount, LeverPair } from './state.ts';
import type { Capability, Lock } from '../capability.ts';
import type { CurrencyId, MarketId, UserId } from '../identifiers.ts';
import type { Amount } from '../money.ts';
import type { ExchangeState } from '../state.ts';
import type { LeverClaim } from './claim-queue.ts';
import type { LeverTerms } from './commands.ts';
import type { KeptRow } from './row.ts';
import type { ReachedMark } from './reached-marks.ts';
import type { LeverFloor } from './state.ts';

interface KeptPair extends LeverTerms {
  readonly market: MarketId;
  readonly version: number;
  /** Null without rows. */
  readonly lastMark: number | null;
}

interface KeptAccount {
  readonly user: UserId;
  readonly currency: CurrencyId;
  readonly locked: Amount;
}

interface Turn {
  readonly turn: number;
}

interface PositionCount {
  readonly positionCount: number;
}

/** Leveraged positions at the mark, with cross margin per user and quote currency. */
export const leverageCapability: Capability = {
  snapshot: [
    section<PositionCount>(
      'lever_count',
      ({ leverage: { positionCount } }) => (positionCount > 0 ? [{ positionCount }] : []),
      ({ leverage }, { positionCount }) => {
        leverage.positionCount = positionCount;
      },
    ),
    section<KeptPair>('lever_pair', keptPairs, loadPair),
    section<LeverClaim>('lever_claim', keptClaims, loadClaim),
    section<LeverFloor>(
      'lever_floor',
      ({ leverage }) => [...leverage.floors.values()].toSorted((a, b) => a.currency - b.currency),
      ({ leverage }, floor) => {
        leverage.floors.set(floor.currency, floor);
      },
    ),
    section<KeptAccount>('lever_account', keptAccounts, loadAccount),
    section<KeptRow>('lever_row', keptRows, loadRow),
    section<Turn>(
      'lever_turn',
      ({ leverage: { turn } }) => (turn > 0 ? [{ turn }] : []),
      ({ leverage }, { turn }) => {
        leverage.turn = turn;
      },
    ),
    section<ReachedMark>(
      'reached_mark',
      ({ leverage }) => leverage.reached.all(),
      ({ leverage }, reached) => {
        leverage.reached.push(reached);
      },
    ),
  ],
  loaded,
  audit: auditLeverage,
  locks,
  due: [leverWork],
};

function keptPairs({ leverage }: ExchangeState): KeptPair[] {
  return leverage.allPairs().map(({ market, version, rowCount, lastMark, terms }) => {
    return { market, version, lastMark: rowCount > 0 ? lastMark : null, ...terms };
  });
}

function loadPair(state: ExchangeState, { market, version, lastMark, ...terms }: KeptPair): void {
  const { listing } = marketOf(state, market);
  const quote = state.currencies.get(listing.quote);
  invariant(quote !== undefined, 'a market must be of listed currencies');
  const pair = new LeverPair(listing, unitOf(terms, quote.decimals), terms, version);
  pair.lastMark = lastMark;
  state.leverage.addPair(pair);
}

function keptClaims({ leverage }: ExchangeState): LeverClaim[] {
  return [...leverage.claims].toSorted(([a], [b]) => a - b).flatMap(([, claims]) => [...claims.all()]);
}

function loadClaim({ leverage }: ExchangeState, { position, user, market, amount }: LeverClaim): void {
  const currency = leverage.pair(market)?.quote;
  invariant(currency !== undefined, 'a claim must be of a pair');
  const claims = leverage.claims.get(currency) ?? new ClaimQueue();
  leverage.claims.set(currency, claims);
  claims.add({ position, user, market, amount });
}

function keptAccounts({ leverage }: ExchangeState): KeptAccount[] {
  return [...leverage.allAccounts()]
    .map(({ user, currency, locked }) => ({ user, currency, locked }))
    .toSorted((a, b) => a.user - b.user || a.currency - b.currency);
}

function loadAccount({ leverage, ledger }: ExchangeState, { user, currency, locked }: KeptAccount): void {
  const account = new LeverAccount(user, currency, ledger.open(user, accountType.lever, currency));
  account.locked = locked;
  leverage.addAccount(account);
}

function* keptRows({ leverage }: ExchangeState): Generator<KeptRow> {
  for (const id of [...leverage.rows.keys()].toSorted((a, b) => a - b)) {
    const row = leverage.rows.get(id);
    if (row !== undefined) yield row.kept();
  }
}

function loadRow({ leverage }: ExchangeState, kept: KeptRow): void {
  const pair = leverage.pair(kept.market);
  const account = leverage.account(kept.user, kept.currency);
  invariant(pair !== undefined && account !== undefined, 'a row must be of a pair and an account');
  leverage.enter(new LeverRow(orderOf(kept), kept, pair, account));
}

/** Sets what is not stored: marks, and which accounts and pairs have work. */
function loaded(state: ExchangeState): void {
  const { leverage } = state;
  for (const pair of leverage.allPairs()) {
    pair.mark = presentMark(state, pair);
    leverage.reserveDue.add(pair);
  }
  evaluateAgain(state, leverage.allAccounts());
}

function* locks({ leverage, ledger }: ExchangeState): Generator<Lock> {
  for (const { slot, locked } of leverage.allAccounts()) yield { account: slot, amount: locked };
  for (const { order, reserve } of leverage.rows.values()) {
    if (reserve > 0) yield { account: ledger.open(venue, accountType.leverHouse, order.currency), amount: reserve };
  }
}
