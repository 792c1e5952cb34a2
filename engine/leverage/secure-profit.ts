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
  const { position, market, currency, side } = order;
  if (freeOfHouse(state, currency) >= reserve) {
    state.ledger.hold(state.ledger.open(venue, accountType.leverHouse, currency), reserve);
    row.reserve = asAmount(2 * reserve);
    pair.reserveRaised(row);
    const postings = [posting(venue, accountType.leverHouse, currency, 0 - reserve, reserve)];
    events.push({ type: 'lever_reserve_raised', position, market, currency, reserve: row.reserve, postings });
    return;
  }
  const best = pair.byEntry[side].first()?.subject;
  invariant(best !== undefined, 'a pair with a profit must have a best entry');
  close(state, best, pair.knownMark, 'deleveraging', events);
}
