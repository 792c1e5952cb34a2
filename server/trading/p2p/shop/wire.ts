import type { LegalMethod, ShopAd, ShopInfo } from '@bourse/contract/p2p';
import { maskedNumber, type PaymentCode, paymentCodeOf, paymentTypes } from '@bourse/contract/payments';
import type { Language } from '@bourse/contract/texts';
import type { UserId } from '@bourse/engine';
import { type Currency, unitsText, wideText } from '../../../ground/feed/index.ts';
import { say } from '../../../ground/texts/index.ts';
import type { PaymentMethods } from '../../../people/payments/index.ts';
import { fiatOf } from '../rates/fiats.ts';
import type { Ad } from './ad.ts';
import { type ConditionParts, priceOf } from './conditions.ts';
import { priceScale } from './prices.ts';

/** A payment type in the language of the reader. */
export function methodOnWire(code: PaymentCode, language: Language): LegalMethod {
  const { id, instant, reversible } = paymentTypes[code];
  return {
    type: id,
    code,
    name: say(language, `payTypes.${code}`),
    instant: instant ? 1 : 0,
    reversible: reversible ? 1 : 0,
  };
}

export function currencyOnWire({ code, id }: Currency): ShopInfo['bond']['currency'] {
  return { id, code };
}

interface OwnAdParts extends ConditionParts {
  readonly paymentMethods: Pick<PaymentMethods, 'list'>;
}

/** Ads of one owner as the owner sees them. */
export async function ownAdsOnWire(
  parts: OwnAdParts,
  ads: readonly Ad[],
  open: ReadonlyMap<number, number>,
  reader: { readonly user: UserId; readonly language: Language },
): Promise<ShopAd[]> {
  const { language, user } = reader;
  const own = ads.some(({ side }) => side === 'sell') ? await parts.paymentMethods.list(user) : [];
  const methodOf = (ad: Ad, id: number): ShopAd['methods'] => {
    if (ad.side === 'buy') {
      const code = paymentCodeOf(id);
      return code === null ? [] : [{ id: null, method: methodOnWire(code, language), account: '' }];
    }
    const method = own.find((one) => one.id === id);
    if (method === undefined) return [];
    const { code, data } = method;
    return [{ id, method: methodOnWire(code, language), account: maskedNumber(code, data) }];
  };
  return ads.map((ad) => ({
    ...termsOnWire(parts, ad),
    methods: ad.methods.flatMap((id) => methodOf(ad, id)),
    orders_open: open.get(ad.id) ?? 0,
  }));
}

function termsOnWire(parts: OwnAdParts, ad: Ad): Omit<ShopAd, 'methods' | 'orders_open'> {
  const coin = parts.views.listings.currency(ad.currency);
  const { decimals } = fiatOf(ad.fiat);
  const priced = priceOf(parts, ad);
  return {
    id: ad.id,
    version: ad.version,
    side: ad.side,
    currency: currencyOnWire(coin),
    fiat: ad.fiat,
    price: ad.price === null ? null : wideText(ad.price, priceScale),
    percent: ad.basisPoints === null ? null : wideText(BigInt(ad.basisPoints), 2),
    price_now: 'price' in priced ? wideText(priced.price, priceScale) : null,
    min: wideText(BigInt(ad.min), decimals),
    max: wideText(BigInt(ad.max), decimals),
    total: unitsText(coin, ad.total),
    sold: unitsText(coin, ad.sold),
    in_orders: unitsText(coin, ad.inOrders),
    left: unitsText(coin, ad.left),
    pay_minutes: ad.payMinutes,
    auto_open: ad.autoOpen ? 1 : 0,
    auto_reply: ad.autoReply,
    terms: ad.terms,
    orders: ad.needs.orders,
    days: ad.needs.days,
    hours: ad.hours,
    state: ad.state,
    suspended_by: ad.suspendedBy,
    created_at: ad.createdAtMs,
    changed_at: ad.changedAtMs,
    sequence: ad.sequence,
  };
}
