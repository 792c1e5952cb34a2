import type {
  Event,
  FeeTierSet,
  MarketListed,
  MarketSettingsChanged,
  MarketStateChanged,
  UserId,
} from '@bourse/engine';
import type { Committed } from '../../core/index.ts';
import type { Market } from '../listings.ts';
import type { Views } from '../views.ts';

/** The markets that a command listed or of which it changed what everybody sees, as they are behind it. */
export function changedMarkets(command: Committed, views: Views): Market[] {
  return command.events.flatMap((event) => (changesMarket(event) ? [views.listings.market(event.market)] : []));
}

function changesMarket(event: Event): event is MarketListed | MarketStateChanged | MarketSettingsChanged | FeeTierSet {
  return (
    event.type === 'market_listed' ||
    event.type === 'market_state_changed' ||
    event.type === 'market_settings_changed' ||
    event.type === 'fee_tier_set'
  );
}

/** The markets on which a command changed what one user alone pays. */
export function changedFees(
  command: Committed,
  views: Views,
): { readonly user: UserId; readonly markets: readonly Market[] }[] {
  return command.events.flatMap((event) => {
    if (event.type !== 'user_fees_set' && event.type !== 'user_fee_tier_set') return [];
    const market = event.type === 'user_fees_set' ? event.market : null;
    return [
      { user: event.user, markets: market === null ? views.listings.markets() : [views.listings.market(market)] },
    ];
  });
}
