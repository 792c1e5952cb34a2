import { beforeEach, describe, expect, it } from 'vitest';
import { amount } from '../money.ts';
import { LeverMarket } from '../testing/leverage.ts';
import { alice, bob, btcusdt, usdt } from '../testing/test-exchange.ts';
import { auditLeverage } from './audit-leverage.ts';
import { ClaimQueue } from './claim-queue.ts';
import { positionId } from './index.ts';
import type { ExchangeState } from '../state.ts';
import type { LeverRow } from './row.ts';
import type { LeverAccount, LeverageState, LeverPair } from './state.ts';

/** The state of leverage with rows of every kind. */
interface Parts {
  readonly leverage: LeverageState;
  readonly pair: LeverPair;
  /** Alice's, of the rows 1, 2, 4 and 5, and Bob's, of row 3. */
  readonly account: LeverAccount;
  readonly other: LeverAccount;
  readonly row: (position: number) => LeverRow;
}

let state: ExchangeState;
let parts: Parts;

beforeEach(() => {
  const market = new LeverMarket();
  market.submit({ share: 10, takeProfit: 66_000_000, stopLoss: 64_000_000 });
  market.submit({ share: 10 });
  market.submit({ user: bob, side: 'short', share: 10 });
  market.price(6_500_000);
  market.submit({ kind: 'limit', target: 60_000_000, share: 1 });
  market.change('close_lever', 2);
  market.submit({ share: 1 });
  state = market.exchange.exchange.read((all) => all as unknown as ExchangeState);
  const { leverage } = state;
  parts = {
    leverage,
    pair: the(leverage.pair(btcusdt)),
    account: the(leverage.account(alice, usdt)),
    other: the(leverage.account(bob, usdt)),
    row: (position) => the(leverage.rows.get(positionId(position))),
  };
});

function the<Thing>(thing: Thing | undefined): Thing {
  if (thing === undefined) throw new Error('there is none');
  return thing;
}

/** A claim of Alice. */
function claims(...amounts: number[]): ClaimQueue {
  const queue = new ClaimQueue();
  const [position, user] = [positionId(1), alice];
  for (const [at, units] of amounts.entries()) {
    queue.add({ position, user, market: (btcusdt + at) as typeof btcusdt, amount: amount(units) });
  }
  return queue;
}

/** Lets Bob's position need more than he has. */
function endanger({ row, other }: Parts): void {
  const change = { maintenance: amount(1_000_000_000_000) };
  Object.assign(row(3), change);
  other.maintenances = change.maintenance;
}

describe('the audit of leverage', () => {
  it.each<[string, (of: Parts) => void]>([
    ['rows of every kind', () => undefined],
    ['claims', ({ leverage }) => leverage.claims.set(usdt, claims(5, 7))],
    ['claims above the safe integers', ({ leverage }) => leverage.claims.set(usdt, claims(2 ** 53 - 1, 2 ** 53 - 1))],
    [
      'an account that is to be liquidated',
      (of) => {
        endanger(of);
        of.leverage.due.add(of.other.due);
      },
    ],
    [
      'a profit that has reached its reserve',
      ({ leverage, pair, row }) => {
        row(1).atReserve.key = 1;
        leverage.reserveDue.add(pair);
      },
    ],
  ])('accepts %s', (_, change) => {
    change(parts);
    expect(() => {
      auditLeverage(state);
    }).not.toThrow();
  });

  it.each<[string, (of: Parts) => void]>([
    ["a pair's sums must match its rows", ({ pair }) => (pair.rowCount += 1)],
    ["a pair's sums must match its rows", ({ pair }) => (pair.gross += 1)],
    ['a stored mark must match the indices', ({ pair }) => (pair.mark = 65_000_001)],
    ['the last mark must be the present one', ({ pair }) => (pair.lastMark = 65_000_001)],
    ['a profit that has reached its reserve must be known', ({ row }) => (row(1).atReserve.key = 1)],
    ['a profit that has reached its reserve must be known', ({ row }) => (row(3).atReserve.key = -1e9)],
    ['a claim must be of an amount', ({ leverage }) => leverage.claims.set(usdt, claims())],
    ['a claim must be of an amount', ({ leverage }) => leverage.claims.set(usdt, claims(5, 0))],
    [
      'an account must have rows',
      ({ other, row }) => {
        other.remove(row(3));
      },
    ],
    [
      'every row must be in its account',
      ({ account, row }) => {
        account.remove(row(1));
        account.locked = amount(0);
      },
    ],
    ['margins must match the rows', ({ account }) => (account.margins += 1)],
    ['held money must match the rows', ({ account }) => (account.held += 1)],
    ['held margins must match', ({ account }) => (account.heldMargins += 1)],
    ['maintenance must match the rows', ({ account }) => (account.maintenances += 1)],
    [
      'no more may be locked than rows need',
      ({ account }) => (account.locked = amount(account.margins + account.held + 1)),
    ],
    ['an account at its maintenance margin must be known', endanger],
    [
      'an account that can be liquidated must be due',
      (of) => {
        endanger(of);
        of.leverage.stuck.add(of.other);
      },
    ],
    ['a position must have an id that was assigned', ({ leverage }) => (leverage.positionCount = 4)],
    ['a filled row must have a reserve', ({ row }) => (row(3).reserve = amount(0))],
  ])('finds that %s', (message, change) => {
    change(parts);
    expect(() => {
      auditLeverage(state);
    }).toThrow(message);
  });

  it.each<[string, (of: Parts) => void]>([
    ['waiting rows must be in their queue', ({ pair, row }) => pair.waiting.remove(row(5).queued)],
    ['closing rows must be in their queue', ({ pair, row }) => pair.closing.remove(row(2).queued)],
    ['filled rows must be sorted by price', ({ pair, row }) => pair.byEntry.long.remove(row(1).byEntry)],
    ['filled rows must be sorted by price', ({ pair, row }) => pair.byEntry.short.remove(row(3).byEntry)],
    ['filled rows must be sorted by reserve', ({ pair, row }) => pair.atReserve.long.remove(row(2).atReserve)],
    ['filled rows must be sorted by reserve', ({ pair, row }) => pair.atReserve.short.remove(row(3).atReserve)],
    ['thresholds must match orders and stops', ({ pair, row }) => pair.falling.remove(row(1).falling)],
    ['thresholds must match orders and stops', ({ pair, row }) => pair.rising.remove(row(1).rising)],
    ['thresholds must match orders and stops', ({ pair, row }) => pair.falling.remove(row(4).falling)],
  ])('finds in a heap or a tree without one of its rows that %s', (message, remove) => {
    remove(parts);
    expect(() => {
      auditLeverage(state);
    }).toThrow(message);
  });
});
