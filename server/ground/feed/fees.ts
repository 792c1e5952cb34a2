import { type FeeRates, type FeeRules, type MarketId, marketId, type UserId } from '@bourse/engine';
import type { Market } from './listings.ts';
import type { EventReaders, View } from './view.ts';

/**
 * The fee rates that differ from a market's listing, as of the last committed command. Precedence is the same as in the
 * engine.
 */
export class FeeView implements View {
  /** The fee rates by market and tier, starting with tier 1. */
  readonly #tiers = new Map<number, Map<number, FeeRates>>();
  /** The tier of each user; absent users are in tier 0. */
  readonly #userTiers = new Map<number, number>();
  /** The own fee rates of users by market; the key null means all markets. */
  readonly #own = new Map<number, Map<number | null, FeeRates>>();

  constructor({ tiers, userTiers, ownRates }: FeeRules) {
    for (const { market, tier, rates } of tiers) keep(this.#tiers, market, tier, rates);
    for (const { user, tier } of userTiers) this.#userTiers.set(user, tier);
    for (const { user, market, rates } of ownRates) keep(this.#own, user, market, rates);
  }

  /** The rates that the user pays in this market now. */
  ratesOf(user: UserId, market: Market): FeeRates {
    const own = this.#own.get(user);
    return own?.get(market.id) ?? own?.get(null) ?? this.#ratesOfTier(this.#userTiers.get(user) ?? 0, market);
  }

  tierOf(user: UserId): number {
    return this.#userTiers.get(user) ?? 0;
  }

  /** The own rates of a user, those for all markets first, then by market. */
  ownRatesOf(user: UserId): readonly { readonly market: MarketId | null; readonly rates: FeeRates }[] {
    return [...(this.#own.get(user) ?? [])]
      .map(([market, rates]) => ({ market: market === null ? null : marketId(market), rates }))
      .toSorted((a, b) => (a.market ?? 0) - (b.market ?? 0));
  }

  /** The rates of a market's tiers above 0, ascending. */
  tiersOf(market: Market): readonly { readonly tier: number; readonly rates: FeeRates }[] {
    const known = [...(this.#tiers.get(market.id) ?? noTiers)];
    return known.map(([tier, rates]) => ({ tier, rates })).toSorted((a, b) => a.tier - b.tier);
  }

  readonly reads: EventReaders = {
    fee_tier_set: ({ market, tier, after }) => {
      // The rates of tier 0 are those of the market's listing.
      if (tier > 0) keep(this.#tiers, market, tier, after);
    },
    user_fee_tier_set: ({ user, after }) => {
      if (after === 0) this.#userTiers.delete(user);
      else this.#userTiers.set(user, after);
    },
    user_fees_set: ({ user, market, after }) => {
      keep(this.#own, user, market, after);
    },
  };

  /** The rates of a tier, or of the next lower tier that has rates in this market. */
  #ratesOfTier(tier: number, market: Market): FeeRates {
    const known = this.#tiers.get(market.id) ?? noTiers;
    for (let at = tier; at > 0; at -= 1) {
      const rates = known.get(at);
      if (rates !== undefined) return rates;
    }
    return market;
  }
}

const noTiers: ReadonlyMap<number, FeeRates> = new Map();

/** Sets the rates at two keys; null removes them. */
function keep<Key>(all: Map<number, Map<Key, FeeRates>>, first: number, second: Key, rates: FeeRates | null): void {
  const known = all.get(first) ?? new Map<Key, FeeRates>();
  if (rates === null) known.delete(second);
  else known.set(second, rates);
  if (known.size === 0) all.delete(first);
  else all.set(first, known);
}
