import { isOperatorId } from '../identifiers.ts';
import { invalidSetting, settingsOf } from './market-settings.ts';
import { done } from '../outcome.ts';
import type { ChangeMarketSettings, ChangeMarketState, MarketSettings } from './commands.ts';
import type { Event } from '../event.ts';
import type { RejectionFor } from '../rejection.ts';
import type { Done } from '../outcome.ts';
import type { ExchangeState } from '../state.ts';

/** Opens, restricts or halts a market. Its resting orders keep their places. */
export function changeMarketState(
  state: ExchangeState,
  command: ChangeMarketState,
  events: Event[],
): Done | RejectionFor<'operator_invalid' | 'market_unknown' | 'setting_unchanged'> {
  const { operator, cause, market: id, state: after } = command;
  if (!isOperatorId(operator)) return { reason: 'operator_invalid' };
  const market = state.markets[id];
  if (market === undefined) return { reason: 'market_unknown' };
  const before = market.listing.state;
  if (before === after) return { reason: 'setting_unchanged' };

  market.listing = { ...market.listing, state: after };
  events.push({ type: 'market_state_changed', market: id, before, after, operator, cause });
  return done;
}

/** Changes settings of a market for future orders. */
export function changeMarketSettings(
  state: ExchangeState,
  command: ChangeMarketSettings,
  events: Event[],
): Done | RejectionFor<'operator_invalid' | 'market_unknown' | 'setting_invalid' | 'setting_unchanged'> {
  const { operator, cause, market: id } = command;
  if (!isOperatorId(operator)) return { reason: 'operator_invalid' };
  const market = state.markets[id];
  if (market === undefined) return { reason: 'market_unknown' };
  const before = settingsOf(market.listing);
  const after = settingsOf({ ...before, ...command.settings });
  const field = invalidSetting(after);
  if (field !== null) return { reason: 'setting_invalid', field };
  if (isSame(before, after)) return { reason: 'setting_unchanged' };

  market.listing = { ...market.listing, ...after };
  events.push({ type: 'market_settings_changed', market: id, before, after, operator, cause });
  return done;
}

function isSame(before: MarketSettings, after: MarketSettings): boolean {
  return JSON.stringify(before) === JSON.stringify(after);
}
