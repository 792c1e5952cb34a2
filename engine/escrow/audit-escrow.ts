import { isUserId } from '../identifiers.ts';
import { invariant } from '../invariant.ts';
import { UserSums, type ReadableSums } from '../ledger/user-sums.ts';
import { exposureOf } from './exposure.ts';
import { escrowFee } from './formulas.ts';
import { maturityTimer } from './mature-coins.ts';
import { windowTimer } from './windows.ts';
import type { ExchangeState } from '../state.ts';
import type { OpenEscrow } from './state.ts';

/** Throws unless offers, escrows, maturing coins, sums and timers agree. */
export function auditEscrow(state: ExchangeState): void {
  const { escrow, timers, timeMs } = state;
  const locked = new UserSums();
  const maturing = new UserSums();
  for (const { owner, currency, left } of escrow.offers()) {
    invariant(isUserId(owner) && left >= 0, 'an offer must be of a user and not owe coins');
    locked.add(owner, currency, left);
  }
  let windows = 0;
  for (const open of escrow.open()) {
    auditOpen(state, open);
    locked.add(open.seller, open.currency, open.amount);
    if (open.step !== 'appealed') windows += 1;
  }
  invariant(timers.count(windowTimer) === windows, 'every window must belong to an open escrow');
  for (const { n } of escrow.cancelled(timeMs)) {
    invariant(escrow.used.has(n) && escrow.find(n) === undefined, 'a cancelled escrow must have ended');
  }
  const coins = escrow.allMaturing();
  for (const { n, user, currency, amount, untilMs } of coins) {
    invariant(escrow.used.has(n) && escrow.find(n) === undefined, 'coins mature after their escrow has ended');
    invariant(timers.find(maturityTimer, n) === untilMs, 'maturing coins must have a timer');
    maturing.add(user, currency, amount);
  }
  invariant(timers.count(maturityTimer) === coins.length, 'every timer of maturing coins must have coins');
  invariant(isSame(escrow.locked, locked), 'the locked sums must match offers and escrows');
  invariant(isSame(escrow.maturing, maturing), 'the maturing sums must match the maturing coins');
  for (const currency of state.currencies.keys()) {
    invariant(Number.isSafeInteger(exposureOf(state, currency)), 'locked and unmatured coins must be a safe integer');
  }
}

function auditOpen({ escrow, timers }: ExchangeState, open: OpenEscrow): void {
  const { n, seller, buyer, maker, amount, fee, feePpm, step, paidAtMs, appeal, dueAtMs } = open;
  invariant(escrow.used.has(n), 'the number of an escrow must be used');
  invariant(seller !== buyer && (maker === seller || maker === buyer), 'an escrow must be between two users');
  invariant(fee === escrowFee(amount, feePpm) && fee < amount, 'the fee of an escrow must match its terms');
  invariant((step === 'created') === (paidAtMs === null), 'an escrow must be paid exactly when it is not new');
  invariant((step === 'appealed') === (appeal !== null), 'an escrow must have an appeal exactly when it is appealed');
  const dueAt = step === 'appealed' ? undefined : dueAtMs;
  invariant(timers.find(windowTimer, n) === dueAt, 'a window must run exactly outside of appeals');
}

function isSame(stored: ReadableSums, computed: ReadableSums): boolean {
  return JSON.stringify([...stored.all()]) === JSON.stringify([...computed.all()]);
}
