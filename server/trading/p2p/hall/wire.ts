import type { LegalAd, LegalTrader } from '@bourse/contract/p2p';
import type { Language } from '@bourse/contract/texts';
import { unitsText, type Views, wideText } from '../../../ground/feed/index.ts';
import type { FiatRates } from '../rates/fiat-rates.ts';
import { fiatOf, rateDecimals } from '../rates/fiats.ts';
import type { Listed } from '../shop/board.ts';
import { priceScale } from '../shop/prices.ts';
import { currencyOnWire, methodOnWire } from '../shop/wire.ts';
import type { Shown } from './offers.ts';

/** An ad as a caller sees it. */
export function adOnWire(
  { rates, views }: { readonly views: Views; readonly rates: Pick<FiatRates, 'find'> },
  { listed, obstacle, price }: Shown,
  merchant: LegalTrader,
  language: Language,
): LegalAd {
  const { ad, codes } = listed;
  const coin = views.listings.currency(ad.currency);
  const { decimals } = fiatOf(ad.fiat);
  const shownPrice = price ?? ad.price;
  return {
    id: ad.id,
    side: ad.side === 'sell' ? 'buy' : 'sell',
    currency: currencyOnWire(coin),
    fiat: ad.fiat,
    price: shownPrice === null ? null : wideText(shownPrice, priceScale),
    floating: ad.price === null ? 1 : 0,
    min: wideText(BigInt(ad.min), decimals),
    max: wideText(BigInt(Math.min(ad.max, levelMaximum(rates, listed))), decimals),
    left: unitsText(coin, ad.left),
    methods: codes.map((code) => methodOnWire(code, language)),
    pay_minutes: ad.payMinutes,
    terms: ad.terms,
    rules: { orders: ad.needs.orders, days: ad.needs.days, hours: ad.hours },
    merchant,
    obstacle,
  };
}

/** The largest order of the merchant's level in the fiat currency. */
function levelMaximum(rates: Pick<FiatRates, 'find'>, { ad, merchant }: Listed): number {
  const rate = rates.find(ad.fiat);
  if (rate === null) return ad.max;
  const { decimals } = fiatOf(ad.fiat);
  const units = (BigInt(merchant.level.orderUsd) * rate.rate * 10n ** BigInt(decimals)) / 10n ** BigInt(rateDecimals);
  return units > BigInt(ad.max) ? ad.max : Number(units);
}
