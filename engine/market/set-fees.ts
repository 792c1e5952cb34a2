import { isOperatorId, isUserId } from '../identifiers.ts';
import { marketsInOrder } from '../state.ts';
import { feeTierLimit, invalidRate, ratesIn } from './fees.ts';
import { isBetween } from './market-settings.ts';
import { done } from '../outcome.ts';
import type { FeeRates, SetFeeTier, SetUserFees, SetUserFeeTier } from './commands.ts';
import type { Event } from '../event.ts';
import type { UserId } from '../identifiers.ts';
import type { RejectionFor } from '../rejection.ts';
import type { Done } from '../outcome.ts';
import type { ExchangeState } from '../state.ts';

/** Sets or removes a market's rates for a tier. */
export function setFeeTier(
  state: ExchangeState,
  command: SetFeeTier,
  events: Event[],
): Done | RejectionFor<'operator_invalid' | 'market_unknown' | 'setting_invalid' | 'setting_unchanged'> {
  const { operator, cause, market: id, tier } = command;
  if (!isOperatorId(operator)) return { reason: 'operator_invalid' };
  const market = state.markets[id];
  if (market === undefined) return { reason: 'market_unknown' };
  const isRemovable = command.rates !== null || tier > 0;
  if (!isTier(tier) || !isRemovable) return { reason: 'setting_invalid', field: 'tier' };
  const field = command.rates === null ? null : invalidRate(command.rates);
  if (field !== null) return { reason: 'setting_invalid', field };
  const before = market.tier(tier);
  const after = command.rates === null ? null : ratesIn(command.rates);
  if (areSame(before, after)) return { reason: 'setting_unchanged' };

  market.setTier(tier, after);
  for (const trader of market.traders.all()) {
    market.traders.setRates(trader, state.fees.ratesOf(market.traders.user(trader), market));
  }
  events.push({ type: 'fee_tier_set', market: id, tier, before, after, operator, cause });
  return done;
}

/** Assigns a user to a tier. */
export function setUserFeeTier(
  state: ExchangeState,
  command: SetUserFeeTier,
  events: Event[],
): Done | RejectionFor<'operator_invalid' | 'user_invalid' | 'setting_invalid' | 'setting_unchanged'> {
  const { operator, cause, user, tier: after } = command;
  if (!isOperatorId(operator)) return { reason: 'operator_invalid' };
  if (!isUserId(user)) return { reason: 'user_invalid' };
  if (!isTier(after)) return { reason: 'setting_invalid', field: 'tier' };
  const before = state.fees.tierOf(user);
  if (before === after) return { reason: 'setting_unchanged' };

  state.fees.setTier(user, after);
  updateTrader(state, user);
  events.push({ type: 'user_fee_tier_set', user, before, after, operator, cause });
  return done;
}

/** Sets or removes a user's own rates. */
export function setUserFees(
  state: ExchangeState,
  command: SetUserFees,
  events: Event[],
):
  | Done
  | RejectionFor<'operator_invalid' | 'user_invalid' | 'market_unknown' | 'setting_invalid' | 'setting_unchanged'> {
  const { operator, cause, user, market } = command;
  if (!isOperatorId(operator)) return { reason: 'operator_invalid' };
  if (!isUserId(user)) return { reason: 'user_invalid' };
  if (market !== null && state.markets[market] === undefined) return { reason: 'market_unknown' };
  const field = command.rates === null ? null : invalidRate(command.rates);
  if (field !== null) return { reason: 'setting_invalid', field };
  const before = state.fees.ownRates(user, market);
  const after = command.rates === null ? null : ratesIn(command.rates);
  if (areSame(before, after)) return { reason: 'setting_unchanged' };

  state.fees.setOwnRates(user, market, after);
  updateTrader(state, user);
  events.push({ type: 'user_fees_set', user, market, before, after, operator, cause });
  return done;
}

/** Traders cache their rates, so every market on which the user trades is updated. */
function updateTrader(state: ExchangeState, user: UserId): void {
  for (const market of marketsInOrder(state)) market.updateRates(user, state.fees);
}

function isTier(tier: number): boolean {
  return isBetween(tier, 0, feeTierLimit - 1);
}

function areSame(before: FeeRates | null, after: FeeRates | null): boolean {
  return before?.makerFeePpm === after?.makerFeePpm && before?.takerFeePpm === after?.takerFeePpm;
}
