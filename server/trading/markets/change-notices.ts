import type { MarketChangedMessage } from '@bourse/contract/markets';
import type { Event, UserId } from '@bourse/engine';
import type { Market, Notice, NoticeSource, Views } from '../../ground/feed/index.ts';

/** Sends `MARKET_CHANGED` for listed or changed markets: to every client, or to one user whose fees changed. */
export const marketChangeNotices: NoticeSource = {
  reads: [
    'market_listed',
    'market_state_changed',
    'market_settings_changed',
    'fee_tier_set',
    'user_fees_set',
    'user_fee_tier_set',
  ],
  of: ({ events }, views) => events.flatMap((event) => noticesOf(event, views)),
};

function noticesOf(event: Event, views: Views): Notice[] {
  const { type } = event;
  if (
    type === 'market_listed' ||
    type === 'market_state_changed' ||
    type === 'market_settings_changed' ||
    type === 'fee_tier_set'
  ) {
    return [noticeOf(null, views.listings.market(event.market), views)];
  }
  if (type !== 'user_fees_set' && type !== 'user_fee_tier_set') return [];
  // A user's rates apply to one market or, when `market` is null, to all of them.
  const market = type === 'user_fees_set' ? event.market : null;
  const changed = market === null ? views.listings.markets() : [views.listings.market(market)];
  return changed.map((each) => noticeOf(event.user, each, views));
}

function noticeOf(user: UserId | null, { id, symbol, state }: Market, { sequence }: Views): Notice {
  const message: MarketChangedMessage = {
    type: 'MARKET_CHANGED',
    currency_match_id: id,
    symbol,
    sequence,
    state,
  };
  return { user, delivery: { kind: 'connected', key: `market ${String(id)}` }, write: () => [message] };
}
