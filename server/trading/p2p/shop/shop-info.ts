import type { ShopInfo } from '@bourse/contract/p2p';
import type { UserId } from '@bourse/engine';
import { safeInteger } from '../../../ground/database/index.ts';
import { unitsText } from '../../../ground/feed/index.ts';
import { type ApplicationParts, bondKeptMs, type Conditions, conditionsOf } from './apply.ts';
import { bondCurrency, bondOf, partsOf, sumOf } from './bonds.ts';
import { levelOf } from './levels.ts';
import { findMerchant, type Merchant } from './merchant.ts';
import { noFigures, type OrderRecords } from './ports.ts';
import { figuresOnWire, isShop, type Traders } from './traders.ts';
import { currencyOnWire } from './wire.ts';

export interface InfoParts extends ApplicationParts {
  readonly orders: Pick<OrderRecords, 'lostAppealsOf' | 'openOf'>;
  readonly traders: Pick<Traders, 'withFigures'>;
}

/** A user as a merchant, or as one who could apply. */
export async function shopOf(parts: InfoParts, user: UserId): Promise<ShopInfo> {
  const { identityDb, orders, settings, traders, views } = parts;
  const [merchant, bond, conditions, open, ads, figures] = await Promise.all([
    findMerchant(identityDb, user),
    partsOf(identityDb, user),
    conditionsOf(parts, user),
    orders.openOf(null, user),
    countAds(parts, user),
    traders.withFigures([user]),
  ]);
  const currency = bondCurrency(views.listings);
  const state = merchant === null || merchant.state === 'applying' ? 'none' : merchant.state;
  const held = sumOf(bond, 'held');
  const hasBond = merchant !== null && (merchant.state === 'pending' || isShop(merchant));
  const needed = hasBond ? merchant.bondNeeded : bondOf(settings, currency);
  const level = merchant?.level ?? levelOf(1);
  return {
    state,
    name: merchant?.name ?? '',
    applied_at: merchant?.appliedAtMs ?? null,
    decided_at: merchant?.decidedAtMs ?? null,
    words: merchant?.words ?? '',
    conditions: conditionsOnWire(conditions, hasBond && held >= needed),
    bond: {
      currency: currencyOnWire(currency),
      needed: unitsText(currency, needed),
      held: unitsText(currency, held),
      returned_at: returnedAt(merchant),
    },
    level: merchant?.state === 'approved' ? level.level : null,
    paused: merchant?.paused === true ? 1 : 0,
    ads_open: ads,
    ads_maximum: level.ads,
    order_maximum_usd: String(level.orderUsd),
    orders_open: open,
    ...figuresOnWire(figures.get(user)?.figures ?? noFigures),
  };
}

function conditionsOnWire(
  { barredUntilMs, phone, secondFactor, verified }: Conditions,
  hasBond: boolean,
): ShopInfo['conditions'] {
  const flag = (isMet: boolean) => (isMet ? (1 as const) : (0 as const));
  return [
    { name: 'verified', met: flag(verified) },
    ...(phone === null ? [] : [{ name: 'phone' as const, met: flag(phone) }]),
    { name: 'second_factor', met: flag(secondFactor) },
    { name: 'no_lost_appeal', met: flag(barredUntilMs === null) },
    { name: 'bond', met: flag(hasBond) },
  ];
}

function returnedAt(merchant: Merchant | null): number | null {
  return merchant?.state === 'leaving' && merchant.leftAtMs !== null ? merchant.leftAtMs + bondKeptMs : null;
}

async function countAds({ identityDb }: InfoParts, user: UserId): Promise<number> {
  const { count } = await identityDb
    .selectFrom('ads')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', String(user))
    .where('stage', '=', 'live')
    .where('state', '<>', 'off_shelf')
    .executeTakeFirstOrThrow();
  return safeInteger(count);
}
