import { decimalText } from './dollars.ts';
import type { Chains, CurrencyProtocol, OpenChain } from '../chains/index.ts';
import type { Currency, Listings } from '../../ground/feed/index.ts';
import { refused } from '../../ground/gateway/index.ts';
import type { OnRamp } from './on-ramp.ts';

export interface TopupSettings {
  readonly topup_open: 0 | 1;
  readonly topup_min_usd: number;
  readonly topup_max_usd: number;
  readonly topup_day_usd: number;
}

/** A currency that a card can buy, and the network on which it is delivered. */
export interface Sold {
  readonly currency: Currency;
  readonly protocol: CurrencyProtocol;
  readonly chain: OpenChain;
}

interface Shop {
  readonly chains: Chains;
  readonly listings: Listings;
  readonly onRamp: OnRamp;
}

/** The currencies that the provider delivers to addresses of their own, the first network of each. */
export function soldBy({ chains, listings, onRamp }: Shop): Sold[] {
  const sold = new Map<number, Sold>();
  for (const protocol of chains.protocols) {
    const currency = listings.findCurrency(protocol.currency);
    const chain = chains.chain(protocol.chain);
    const isOpen = protocol.opensDeposits && !protocol.memoRequired;
    if (!isOpen || chain === null || currency === undefined || sold.has(currency.id)) continue;
    if (onRamp.sells(currency, protocol)) sold.set(currency.id, { chain, currency, protocol });
  }
  return [...sold.values()];
}

/** The refusal of an amount outside the bounds of one top-up; null within them. */
export function amountRefusal({ topup_max_usd: maximum, topup_min_usd: minimum }: TopupSettings, cents: number) {
  if (cents >= minimum * 100 && cents <= maximum * 100) return null;
  return refused('topup_amount', { minimum: decimalText(minimum * 100), maximum: decimalText(maximum * 100) });
}
