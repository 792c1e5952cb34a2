import type { FeeRates, FeeRules, FeeTierSet, UserFeesSet, UserFeeTierSet, UserId } from '@bourse/engine';
import { assertNever } from '@bourse/engine';
import type { Market } from './listings.ts';

/** What changes somebody's fees and not the market's own. */
type FeeEvent = FeeTierSet | UserFeeTierSet | UserFeesSet;

/** Which users pay other fees than everybody, as of the last committed command; the same order of precedence as in the exchange. */
export class FeeView {
  /** By market and tier, from tier 1 on. */
  readonly #tiers = new Map<number, Map<number, FeeRates>>();
  /** By user; who is not here is in tier 0. */
  readonly #userTiers = new Map<number, number>();
  /** By user and market; null stands for all markets. */
  readonly #own = new Map<number, Map<number | null, FeeRates>>();

  constructor({ tiers, userTiers, ownRates }: FeeRules) {
    for (const { market, tier, rates } of tiers) keep(this.#tiers, market, tier, rates);
    for (const { user, tier } of userTiers) this.#userTiers.set(user, tier);
    for (const { user, market, rates } of ownRates) keep(this.#own, user, market, rates);
  }

  /** What the user would pay in a trade of this market now. */
  ratesOf(user: UserId, market: Market): FeeRates {
    const own = this.#own.get(user);
    return own?.get(market.id) ?? own?.get(null) ?? this.#ratesOfTier(this.#userTiers.get(user) ?? 0, market);
  }

  apply(event: FeeEvent): void {
    switch (event.type) {
      case 'fee_tier_set':
        // Tier 0 is what the market's listing says.
        if (event.tier > 0) keep(this.#tiers, event.market, event.tier, event.after);
        return;
      case 'user_fee_tier_set':
        if (event.after === 0) this.#userTiers.delete(event.user);
        else this.#userTiers.set(event.user, event.after);
        return;
      case 'user_fees_set':
        keep(this.#own, event.user, event.market, event.after);
        return;
      default:
        assertNever(event);
    }
  }

  /** The rates of a tier, or of the next lower one that the market knows. */
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

/** Sets a value of two keys, or removes it when it is null. */
function keep<Key>(all: Map<number, Map<Key, FeeRates>>, first: number, second: Key, rates: FeeRates | null): void {
  const known = all.get(first) ?? new Map<Key, FeeRates>();
  if (rates === null) known.delete(second);
  else known.set(second, rates);
  if (known.size === 0) all.delete(first);
  else all.set(first, known);
}
