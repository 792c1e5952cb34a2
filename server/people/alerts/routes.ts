import {
  type Alert,
  alertsAdd,
  alertsList,
  alertsRemove,
  maxAlerts,
  noticePreferences,
  noticesList,
  noticesRead,
  setNoticePreferences,
} from '@bourse/contract/alerts';
import { type Market, priceText, readPrice } from '../../ground/feed/index.ts';
import { done, type Gateway, readPaging, refused } from '../../ground/gateway/index.ts';
import type { AlertKeeper } from './alert-keeper.ts';
import type { StoredAlert } from './alert-store.ts';
import type { With } from '../../ground/parts.ts';

export interface AlertRouteParts extends With<'notices' | 'views'> {
  readonly keeper: AlertKeeper;
}

/** Serves price alerts, notices and the preferences of their delivery. */
export function registerAlerts(gateway: Gateway, { keeper, notices, views }: AlertRouteParts): void {
  const { listings } = views;

  gateway.member(alertsList, (_input, { user }) =>
    done(
      keeper.of(user).flatMap((alert) => {
        const market = listings.findMarket(alert.market);
        // A row without an id is being added; the answer to that call contains the alert.
        return market === undefined || alert.id === null ? [] : [alertOnWire(alert.id, alert, market)];
      }),
    ),
  );

  gateway.member(alertsAdd, async (input, { user }) => {
    const market = listings.findMarket(Number(input.currency_match_id));
    if (market === undefined) return refused('market_unknown');
    const price = readPrice(input.price, market);
    if (price === null) return refused('price_required');
    if (typeof price === 'object') return price;
    const added = await keeper.add(user, market, { direction: input.direction, price, repeat: input.repeat === 1 });
    switch (added) {
      case 'exists':
        return refused('alert_exists');
      case 'too_many':
        return refused('too_many_alerts', { maximum: maxAlerts });
      case 'reached':
        return refused('alert_price_reached', { price: priceText(market, views.lastPrice(market.id)) });
      default:
        return done(alertOnWire(added.id, added, market));
    }
  });

  gateway.member(alertsRemove, async ({ id }, { user }) =>
    (await keeper.remove(user, Number(id))) ? done(null) : refused('alert_unknown'),
  );

  gateway.member(noticesList, async (input, { user }) => {
    const paging = readPaging(input.limit === undefined ? {} : { limit: input.limit });
    if (!paging.ok) return paging;
    const before = input.before === undefined ? null : Number(input.before);
    const { rows, unread } = await notices.list(user, before, paging.limit + 1);
    const data = rows.slice(0, paging.limit);
    return done({ unread, data, next: rows.length > paging.limit ? (data.at(-1)?.n ?? null) : null });
  });

  gateway.member(noticesRead, async ({ n }, { user }) => done({ unread: await notices.read(user, Number(n)) }));

  gateway.member(noticePreferences, async (_input, { user }) => done(await notices.preferences(user)));

  gateway.member(setNoticePreferences, async (input, { user }) => done(await notices.prefer(user, input)));
}

function alertOnWire(id: number, alert: StoredAlert, market: Market): Alert {
  const { armed, createdAtMs, direction, firedAtMs, price, repeat } = alert;
  return {
    id,
    currency_match_id: market.id,
    symbol: market.symbol,
    direction,
    price: priceText(market, price),
    repeat: repeat ? 1 : 0,
    armed: armed ? 1 : 0,
    created_at: createdAtMs,
    fired_at: firedAtMs,
  };
}
