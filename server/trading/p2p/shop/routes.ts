import {
  shopAdAdd,
  shopAdEdit,
  shopAds,
  shopAdState,
  shopApply,
  shopInfo,
  shopLeave,
  shopPause,
} from '@bourse/contract/p2p';
import type { UserId } from '@bourse/engine';
import type { Language } from '@bourse/contract/texts';
import { safeInteger } from '../../../ground/database/index.ts';
import { done, type Gateway, pageOf, readPaging } from '../../../ground/gateway/index.ts';
import { type Ad, adOf } from './ad.ts';
import { apply, leave } from './apply.ts';
import type { OrderRecords } from './ports.ts';
import { addAd, editAd, type PublishParts, setAdState } from './publish.ts';
import { type InfoParts, shopOf } from './shop-info.ts';
import { ownAdsOnWire } from './wire.ts';

export interface ShopRouteParts extends InfoParts, PublishParts {
  readonly orders: InfoParts['orders'] & PublishParts['orders'] & Pick<OrderRecords, 'openOfAds'>;
  readonly settings: InfoParts['settings'] & PublishParts['settings'];
}

/** Serves the shops of merchants. */
export function registerShop(gateway: Gateway, parts: ShopRouteParts): void {
  const { adChanged, coins, identityDb, merchantChanged, now, orders } = parts;

  gateway.member(shopInfo, async (_input, { user }) => done(await shopOf(parts, user)));

  gateway.member(shopApply, async (input, member) => {
    const refusal = await apply(parts, input, member);
    return refusal ?? done(await shopOf(parts, member.user));
  });

  gateway.member(shopLeave, async (input, member) => {
    const leaving = { ...parts, adChanged, carryOutAd: (ad: number) => coins.carryOut(ad) };
    const refusal = await leave(leaving, input, member);
    return refusal ?? done(await shopOf(parts, member.user));
  });

  gateway.member(shopPause, async ({ on }, { user }) => {
    await identityDb
      .updateTable('merchants')
      .set({ paused: on === 1, changed_at: now() })
      .where('user_id', '=', String(user))
      .execute();
    merchantChanged(user);
    return done(await shopOf(parts, user));
  });

  gateway.member(shopAdAdd, async (input, member) => {
    const ad = await addAd(parts, input, member);
    return 'ok' in ad ? ad : done(await shown(ad, member));
  });

  gateway.member(shopAdEdit, async (input, member) => {
    const ad = await editAd(parts, input, member);
    return 'ok' in ad ? ad : done(await shown(ad, member));
  });

  gateway.member(shopAdState, async (input, member) => {
    const ad = await setAdState(parts, input, member);
    return 'ok' in ad ? ad : done(await shown(ad, member));
  });

  gateway.member(shopAds, async ({ state, ...input }, { language, user }) => {
    const paging = readPaging(input);
    if (!paging.ok) return paging;
    let own = identityDb.selectFrom('ads').where('user_id', '=', String(user)).where('stage', '=', 'live');
    own = state === undefined ? own.where('state', '<>', 'off_shelf') : own.where('state', '=', state);
    const { total } = await own.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirstOrThrow();
    const rows = await own.selectAll().orderBy('id', 'desc').offset(paging.offset).limit(paging.limit).execute();
    const ads = rows.map(adOf);
    const open = await orders.openOfAds(ads.map(({ id }) => id));
    return done(pageOf(await ownAdsOnWire(parts, ads, open, { language, user }), safeInteger(total), paging));
  });

  async function shown(ad: Ad, reader: { readonly user: UserId; readonly language: Language }) {
    const [own] = await ownAdsOnWire(parts, [ad], await orders.openOfAds([ad.id]), reader);
    if (own === undefined) throw new Error(`ad ${ad.id} is not shown`);
    return own;
  }
}
