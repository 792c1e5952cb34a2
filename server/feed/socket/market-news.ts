import type { Event, FeeTierSet, MarketListed, MarketSettingsChanged, MarketStateChanged } from '@bourse/engine';
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
    // Everybody sees what tier 0 pays; the others are of those who are in them.
    (event.type === 'fee_tier_set' && event.tier === 0)
  );
}
