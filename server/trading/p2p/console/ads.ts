import type { P2pAdRow } from '@bourse/contract/console';
import { p2pCalls } from '@bourse/contract/console';
import { safeInteger } from '../../../ground/database/index.ts';
import { unitsText, wideText } from '../../../ground/feed/index.ts';
import { answered, changed, refusal } from '../../../ground/console-gateway/index.ts';
import { fiatOf } from '../rates/fiats.ts';
import { type Ad, adOf, lockAd } from '../shop/ad.ts';
import { findMerchants } from '../shop/merchant.ts';
import { priceScale } from '../shop/prices.ts';
import type { P2pConsoleParts } from './parts.ts';
import { pageWith, readPage } from './place.ts';

/** Serves ads to staff, who can suspend them. */
export function registerAdConsole(parts: P2pConsoleParts): void {
  const { console, identityDb, notices, now } = parts;

  console.read(p2pCalls.p2pAds, async ({ fiat, state, user, ...paging }) => {
    const read = readPage(paging);
    if (read === 'malformed') return refusal('invalid_request', { field: 'cursor', problem: 'format' });
    const { after, limit } = read;
    const rows = await identityDb
      .selectFrom('ads')
      .selectAll()
      .where('stage', '=', 'live')
      .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'open'))
      .$if(user !== undefined, (query) => query.where('user_id', '=', String(Number(user))))
      .$if(fiat !== undefined, (query) => query.where('fiat', '=', fiat ?? ''))
      .$if(after.id > 0, (query) => query.where('id', '<', String(after.id)))
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute();
    const { next, page } = pageWith(rows.map(adOf), limit, ({ id }) => ({ group: 0, key: 0, id }));
    return answered({ rows: await rowsOf(parts, page), next, as_of: now() });
  });

  console.change(p2pCalls.suspendP2pAd, async (input, { committed, now: nowMs, transaction }) => {
    const ad = await lockAd(transaction, input.id);
    if (ad === null || ad.stage !== 'live') return refusal('ad_unknown');
    if (ad.version !== input.version) return refusal('changed_meanwhile');
    const isByStaff = ad.suspendedBy === 'staff';
    if (ad.state === 'off_shelf' || isByStaff === input.suspended) return refusal('ad_state', { state: ad.state });
    const words = input.words.trim();
    if (input.suspended && words === '') return refusal('words_required');
    // Its owner opens it again, unless it does so by itself.
    const opens = !input.suspended && ad.autoOpen;
    const after = opens ? ('open' as const) : ('suspended' as const);
    await transaction
      .updateTable('ads')
      .set({
        state: after,
        suspended_by: input.suspended ? 'staff' : opens ? null : 'merchant',
        words: input.suspended ? words : '',
        version: ad.version + 1,
        changed_at: nowMs,
      })
      .where('id', '=', String(ad.id))
      .execute();
    const send = input.suspended
      ? await notices.write(transaction, ad.user, 'p2p_ad_suspended', { ad: String(ad.id) })
      : null;
    committed(() => {
      send?.();
      parts.adChanged(ad.id);
    });
    return changed(
      { state: after, version: ad.version + 1 },
      {
        subject: { kind: 'ad', id: String(ad.id) },
        before: { state: ad.state, suspended_by: ad.suspendedBy },
        after: { state: after, suspended_by: input.suspended ? 'staff' : null, words },
      },
    );
  });
}

async function rowsOf({ identityDb, orders, views }: P2pConsoleParts, ads: readonly Ad[]): Promise<P2pAdRow[]> {
  const ids = ads.map(({ id }) => id);
  if (ids.length === 0) return [];
  const [merchants, open, reported] = await Promise.all([
    findMerchants(identityDb, [...new Set(ads.map(({ user }) => user))]),
    orders.openOfAds(ids),
    identityDb
      .selectFrom('trader_reports')
      .select(({ fn }) => ['ad_id', fn.countAll<string>().as('count')])
      .where('ad_id', 'in', ids.map(String))
      .groupBy('ad_id')
      .execute(),
  ]);
  const reports = new Map(reported.map((row) => [safeInteger(row.ad_id ?? '0'), safeInteger(row.count)]));
  return ads.map((ad) => {
    const coin = views.listings.currency(ad.currency);
    const { decimals } = fiatOf(ad.fiat);
    return {
      id: ad.id,
      version: ad.version,
      user_id: ad.user,
      merchant: merchants.get(ad.user)?.name ?? '',
      side: ad.side,
      currency_code: coin.code,
      fiat: ad.fiat,
      price: ad.price === null ? null : wideText(ad.price, priceScale),
      percent: ad.basisPoints === null ? null : wideText(BigInt(ad.basisPoints), 2),
      min: wideText(BigInt(ad.min), decimals),
      max: wideText(BigInt(ad.max), decimals),
      total: unitsText(coin, ad.total),
      left: unitsText(coin, ad.left),
      terms: ad.terms,
      auto_reply: ad.autoReply,
      state: ad.state,
      suspended_by: ad.suspendedBy,
      orders_open: open.get(ad.id) ?? 0,
      reports: reports.get(ad.id) ?? 0,
      changed_at: ad.changedAtMs,
    };
  });
}
