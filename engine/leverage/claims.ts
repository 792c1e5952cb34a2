import { absent } from '../absent.ts';
import { venue } from '../identifiers.ts';
import { invariant } from '../invariant.ts';
import { accountType } from '../ledger/account.ts';
import { keptClaimsVersion } from '../logic-version.ts';
import { Booking } from './booking.ts';
import { ClaimQueue } from './claim-queue.ts';
import { LeverAccount } from './state.ts';
import type { CurrencyId } from '../identifiers.ts';
import type { AccountType } from '../ledger/account.ts';
import type { Event } from '../event.ts';
import { type Amount, asAmount, noAmount } from '../money.ts';
import type { ExchangeState } from '../state.ts';
import type { LeverRow } from './row.ts';

/** Notes what the house could not pay of a profit. Older versions forgot it. */
export function oweProfit({ leverage, logicVersion }: ExchangeState, { order }: LeverRow, unpaid: Amount): void {
  if (unpaid === 0 || logicVersion < keptClaimsVersion) return;
  const { position, user, market, currency } = order;
  const claims = leverage.claims.get(currency) ?? new ClaimQueue();
  leverage.claims.set(currency, claims);
  claims.add({ position, user, market, amount: unpaid });
}

/**
 * Sets a loss that an account cannot bear off against the account's own claims, so that neither insurance nor the house
 * bears what the house owes the same user; by market. Returns how much of the loss is settled.
 */
export function offsetClaims({ leverage }: ExchangeState, row: LeverRow, loss: number, events: Event[]): Amount {
  const { position, user, currency } = row.order;
  const claims = leverage.claims.get(currency);
  let rest = loss;
  if (claims === undefined || loss === 0) return noAmount;
  for (const { market, quote } of leverage.allPairs()) {
    const claim = quote === currency ? claims.of(user, market) : undefined;
    if (claim === undefined || rest === 0) continue;
    const amount = asAmount(Math.min(rest, claim.amount));
    rest -= amount;
    const facts = { position: claim.position, user, market, currency, amount, left: claims.settle(claim, amount) };
    events.push({ type: 'lever_claim_offset', ...facts, loss: position });
  }
  if (claims.isEmpty) leverage.claims.delete(currency);
  return asAmount(loss - rest);
}

/** The lowest currency in which the house owes something and has, or insurance has, money to pay it. */
export function payableCurrency(state: ExchangeState): CurrencyId | null {
  let lowest: CurrencyId | null = null;
  for (const currency of state.leverage.claims.keys()) {
    if (lowest !== null && lowest < currency) continue;
    const { leverHouse, insurance } = accountType;
    if (availableOf(state, leverHouse, currency) + availableOf(state, insurance, currency) > 0) lowest = currency;
  }
  return lowest;
}

/** Pays the oldest claim in a currency, in part if house and insurance have less. */
export function payClaim(state: ExchangeState, currency: CurrencyId, events: Event[]): void {
  const { leverage, ledger } = state;
  const claims = leverage.claims.get(currency);
  const claim = claims?.first();
  invariant(claims !== undefined && claim !== undefined, 'a currency in which a claim is paid must have one');
  const { position, user, market } = claim;
  const account =
    leverage.account(user, currency) ??
    new LeverAccount(user, currency, ledger.open(user, accountType.lever, currency));
  const booking = new Booking(state, account);
  const amount = booking.payClaim(claim.amount);
  const left = claims.settle(claim, amount);
  if (claims.isEmpty) leverage.claims.delete(currency);
  events.push({ type: 'lever_claim_paid', position, user, market, currency, amount, left, ...booking.close() });
}

/** The sum of all claims in a currency. */
export function owedIn({ leverage }: Pick<ExchangeState, 'leverage'>, currency: CurrencyId): number {
  return leverage.claims.get(currency)?.total ?? 0;
}

/** The money that the house has available beyond what it owes; negative if it owes more. */
export function freeOfHouse(state: Pick<ExchangeState, 'leverage' | 'ledger'>, currency: CurrencyId): number {
  return availableOf(state, accountType.leverHouse, currency) - owedIn(state, currency);
}

function availableOf({ ledger }: Pick<ExchangeState, 'ledger'>, type: AccountType, currency: CurrencyId): number {
  const slot = ledger.find(venue, type, currency);
  return slot === absent ? 0 : ledger.available(slot);
}
