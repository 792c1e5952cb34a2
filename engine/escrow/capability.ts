import { section } from '../capability.ts';
import { accountType } from '../ledger/account.ts';
import { auditEscrow } from './audit-escrow.ts';
import { longestGapMs } from './formulas.ts';
import { maturityDue, maturityTimer, setMaturityTimer } from './mature-coins.ts';
import { windowDue } from './transitions.ts';
import { setWindowTimer, windowTimer } from './windows.ts';
import type { Capability, Lock } from '../capability.ts';
import type { Event } from '../event.ts';
import type { ExchangeState } from '../state.ts';
import type { DailyCount } from './daily-counts.ts';
import type { CancelledEscrow, MaturingCoins, Offer, OpenEscrow } from './state.ts';
import type { NumberInterval } from './used-numbers.ts';

interface ClosedTime {
  readonly closedMs: number;
}

/** Coins between two users while they exchange fiat money. */
export const escrowCapability: Capability = {
  snapshot: [
    section<ClosedTime>(
      'closed_time',
      ({ timers: { closedMs } }) => (closedMs > 0 ? [{ closedMs }] : []),
      ({ timers }, { closedMs }) => {
        timers.stop(closedMs);
      },
    ),
    section<NumberInterval>(
      'escrow_numbers',
      ({ escrow }) => escrow.used.intervals(),
      ({ escrow }, interval) => {
        escrow.used.load(interval);
      },
    ),
    section<Offer>(
      'offer',
      ({ escrow }) => escrow.offers(),
      ({ escrow }, offer) => {
        escrow.setOffer(offer);
      },
    ),
    section<OpenEscrow>(
      'escrow',
      ({ escrow }) => escrow.open(),
      (state, open) => {
        state.escrow.add(open);
        setWindowTimer(state, open);
      },
    ),
    section<CancelledEscrow>(
      'cancelled_escrow',
      ({ escrow, timeMs }) => escrow.cancelled(timeMs),
      ({ escrow }, cancelled) => {
        escrow.keepCancelled(cancelled);
      },
    ),
    section<DailyCount>(
      'escrow_cancels',
      ({ escrow, timeMs }) => escrow.cancels.all(timeMs),
      ({ escrow }, count) => {
        escrow.cancels.load(count);
      },
    ),
    section<MaturingCoins>(
      'maturing_coins',
      ({ escrow }) => escrow.allMaturing(),
      (state, coins) => {
        state.escrow.addMaturing(coins);
        setMaturityTimer(state, coins);
      },
    ),
  ],
  audit: auditEscrow,
  locks,
  timers: { [windowTimer]: windowDue, [maturityTimer]: maturityDue },
  timePassed,
};

function* locks({ escrow, ledger }: ExchangeState): Generator<Lock> {
  for (const { owner, currency, left } of escrow.offers()) {
    if (left > 0) yield { account: ledger.open(owner, accountType.legal, currency), amount: left };
  }
  for (const { seller, currency, amount } of escrow.open()) {
    yield { account: ledger.open(seller, accountType.legal, currency), amount };
  }
}

/** A longer gap between two commands is a stop of the exchange, which no window includes. */
function timePassed(state: ExchangeState, events: Event[], passedMs: number): void {
  const { escrow, timers } = state;
  escrow.sweep(state.timeMs);
  if (passedMs <= longestGapMs || escrow.openCount === 0) return;
  timers.stop(passedMs);
  events.push({ type: 'escrow_windows_moved', byMs: passedMs, closedMs: timers.closedMs });
}
