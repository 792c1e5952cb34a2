import { invariant } from '../invariant.ts';
import { venue } from '../identifiers.ts';
import { accountType } from '../ledger/account.ts';
import { posting } from '../ledger/posting.ts';
import { freeOfHouse } from './claims.ts';
import { close } from './close-position.ts';
import type { Event } from '../event.ts';
import { asAmount } from '../money.ts';
import type { ExchangeState } from '../state.ts';
import type { LeverRow } from './row.ts';

/**
 * Doubles the reserve of a row whose profit has reached it. If the house has too little beyond what it owes, closes the
 * row with the best entry of the same pair and side instead (auto-deleveraging): among them it has the highest return.
 */
export function secureProfit(state: ExchangeState, row: LeverRow, events: Event[]): void {
  const { pair, reserve, order } = row;
  const { position, market, currency } = order;
  const victim = deleveraged(state, row);
  if (victim === null) {
    state.ledger.hold(state.ledger.open(venue, accountType.leverHouse, currency), reserve);
    row.reserve = asAmount(2 * reserve);
    pair.reserveRaised(row);
    const postings = [posting(venue, accountType.leverHouse, currency, 0 - reserve, reserve)];
    events.push({ type: 'lever_reserve_raised', position, market, currency, reserve: row.reserve, postings });
    return;
  }
  close(state, victim, { mark: pair.knownMark, reason: 'deleveraging', sinceMs: null }, events);
}

/** The position that is closed because the house cannot secure this profit; null if it can. */
export function deleveraged(state: ExchangeState, { pair, reserve, order }: LeverRow): LeverRow | null {
  if (freeOfHouse(state, order.currency) >= reserve) return null;
  const best = pair.byEntry[order.side].first()?.subject;
  invariant(best !== undefined, 'a pair with a profit must have a best entry');
  return best;
}
