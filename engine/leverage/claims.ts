import { accountType } from '../ledger/account.ts';
import { datedMarksVersion } from '../logic-version.ts';
import { Booking } from './booking.ts';
import { LeverAccount } from './state.ts';
import type { Event } from '../event.ts';
import { type Amount, asAmount } from '../money.ts';
import type { ExchangeState } from '../state.ts';
import type { LeverRow } from './row.ts';
import type { LeverPair } from './state.ts';

/** Notes what the house could not pay of a profit. Older versions forgot it. */
export function oweProfit({ logicVersion }: ExchangeState, { pair, order }: LeverRow, unpaid: Amount): void {
  if (unpaid === 0 || logicVersion < datedMarksVersion) return;
  pair.claims.push({ position: order.position, user: order.user, amount: unpaid });
}

/**
 * Pays the claims on a pair, oldest first, from the money that the house has just gained on it. They are paid in the
 * same piece of work, so that no younger profit is paid from this money; each claim ends once, however many gains pay
 * it.
 */
export function payClaims(state: ExchangeState, pair: LeverPair, gain: number, events: Event[]): void {
  const { leverage, ledger } = state;
  const { market, quote: currency, claims } = pair;
  let rest = gain;
  for (let [claim] = claims; claim !== undefined && rest > 0; [claim] = claims) {
    const { position, user } = claim;
    const amount = asAmount(Math.min(rest, claim.amount));
    const left = asAmount(claim.amount - amount);
    rest -= amount;
    if (left > 0) claims[0] = { position, user, amount: left };
    else claims.shift();
    const account =
      leverage.account(user, currency) ??
      new LeverAccount(user, currency, ledger.open(user, accountType.lever, currency));
    const booking = new Booking(state, account);
    booking.payClaim(amount);
    events.push({ type: 'lever_claim_paid', position, user, market, currency, amount, left, ...booking.close() });
  }
}
