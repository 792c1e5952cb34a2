import {
  decideDemoTopup,
  demoTopup,
  ownTopups,
  topupCreate,
  topupQuote,
  topupSetting,
  topupWebhook,
} from '@bourse/contract/topup';
import { done, type Gateway, pageOf, readPaging, refused } from '../../ground/gateway/index.ts';
import { readArrivals } from './arrivals.ts';
import type { DemoProvider } from './demo-provider.ts';
import { decimalText } from './dollars.ts';
import { quoteMs } from './quotes.ts';
import { begin, openOnRamp, quote, type TopupRequestParts } from './requests.ts';
import { readTopupsOf } from './store.ts';
import { soldBy } from './terms.ts';
import { receive, type WebhookParts } from './webhook.ts';
import { fiat, topupOnWire } from './wire.ts';

export interface TopupRouteParts extends TopupRequestParts, WebhookParts {
  readonly settings: TopupRequestParts['settings'] & { readonly topup_mature_days: number };
  /** The provider of a demo; null in a live exchange. */
  readonly demoProvider: DemoProvider | null;
  /** Called when an order of a demo was decided. */
  readonly decided: () => void;
}

/** Serves card top-ups, the reports of their provider, and the provider of a demo. */
export function registerTopups(gateway: Gateway, parts: TopupRouteParts): void {
  const { db, views } = parts;
  gateway.visitor(topupSetting, () => done(settingOnWire(parts)));
  gateway.member(topupQuote, (input, member) => quote(parts, input, member));
  gateway.member(topupCreate, (input, member) => begin(parts, input, member));
  gateway.member(ownTopups, async (input, { language, user }) => {
    const paging = readPaging(input);
    if (!paging.ok) return paging;
    const { rows, total } = await readTopupsOf(db, user, paging);
    const arrivalOf = await readArrivals(parts, rows);
    const data = rows.map((row) => topupOnWire(views.listings, row, arrivalOf(row), language));
    return done(pageOf(data, total, paging));
  });
  gateway.reports(topupWebhook, (headers, body) => receive(parts, headers, body));
  registerDemo(gateway, parts);
}

function registerDemo(gateway: Gateway, { decided, demoProvider }: TopupRouteParts): void {
  gateway.visitor(demoTopup, async ({ order }) => {
    const topup = (await demoProvider?.find(order)) ?? null;
    if (demoProvider === null || topup === null) return refused('topup_unknown');
    return done(await demoProvider.shown(topup));
  });
  gateway.visitor(decideDemoTopup, async ({ decision, order }) => {
    const topup = (await demoProvider?.find(order)) ?? null;
    if (demoProvider === null || topup === null) return refused('topup_unknown');
    const isFirst = await demoProvider.decide(topup, decision);
    const shown = await demoProvider.shown(topup);
    // A press that was repeated without an answer decides nothing else.
    if (!isFirst && shown.decision !== decision) return refused('topup_decided');
    decided();
    return done(shown);
  });
}

function settingOnWire(parts: TopupRouteParts) {
  const { chains, settings, views } = parts;
  const onRamp = openOnRamp(parts);
  const sold = onRamp === null ? [] : soldBy({ chains, listings: views.listings, onRamp });
  return {
    currencies: sold.map(({ currency: { code, id }, protocol }) => ({ id, code, network: protocol.code })),
    provider: onRamp?.name ?? null,
    is_demo: onRamp?.isDemo === true ? (1 as const) : (0 as const),
    fiat,
    minimum: decimalText(settings.topup_min_usd * 100),
    maximum: decimalText(settings.topup_max_usd * 100),
    day_limit: decimalText(settings.topup_day_usd * 100),
    mature_days: settings.topup_mature_days,
    quote_ms: quoteMs,
  };
}
