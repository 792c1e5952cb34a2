import type { Topup, TopupStatus } from '@bourse/contract/topup';
import type { Language } from '@bourse/contract/texts';
import { type Listings, unitsText } from '../../ground/feed/index.ts';
import { say } from '../../ground/texts/index.ts';
import type { Arrival } from './arrivals.ts';
import { decimalText } from './dollars.ts';
import type { StoredTopup } from './topup.ts';

/** The currency that cards pay. */
export const fiat = 'USD';

/** A top-up as its owner sees it. */
export function topupOnWire(listings: Listings, topup: StoredTopup, arrival: Arrival, language: Language): Topup {
  const currency = listings.currency(topup.currency);
  const status = statusOf(topup, arrival);
  return {
    id: topup.id,
    currency_id: currency.id,
    currency_code: currency.code,
    fiat,
    amount: decimalText(topup.cents),
    fee: decimalText(topup.feeCents),
    number: unitsText(currency, topup.units),
    status,
    status_name: say(language, `topup.status.${status}`),
    credited: arrival.credited === 0 ? null : unitsText(currency, arrival.credited),
    matures_at: arrival.maturesAtMs,
    redirect_url: status === 'pending' ? topup.redirectUrl : null,
    expires_at: topup.expiresAtMs,
    created_at: topup.createdMs,
  };
}

/** Coins that were credited count, whatever the provider has reported, unless the payment was charged back. */
export function statusOf({ status }: StoredTopup, { credited }: Arrival): TopupStatus {
  return status !== 'charged_back' && credited > 0 ? 'credited' : status;
}
