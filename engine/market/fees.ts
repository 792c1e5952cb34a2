import { million } from '../money.ts';
import { isBetween } from './market-settings.ts';
import type { FeeRates } from './commands.ts';
import type { MarketId, UserId } from '../identifiers.ts';
import type { LiveMarket } from './market.ts';

/** Tiers are below this, which bounds the search for the next lower one. */
export const feeTierLimit = 100;

/** A user's own rates: for one market, or for all (`market` null). */
export interface OwnRates {
  readonly user: UserId;
  readonly market: MarketId | null;
  readonly rates: FeeRates;
}

/** The rates of a tier above 0 on a market. */
export interface FeeTier {
  readonly market: MarketId;
  readonly tier: number;
  readonly rates: FeeRates;
}

/** All rules that make a user's fees differ from a market's default. */
export interface FeeRules {
  readonly tiers: Iterable<FeeTier>;
  /** Users above tier 0. */
  readonly userTiers: Iterable<{ readonly user: UserId; readonly tier: number }>;
  readonly ownRates: Iterable<OwnRates>;
}

/**
 * Users' fee tiers and own rates. In order of precedence: the user's own rates on the market, the user's own rates on
 * all markets, the market's rates for the user's tier, and for the next lower tier that the market has.
 */
export class Fees {
  /** Users without an entry are in tier 0. */
  private readonly tiers = new Map<UserId, number>();
  private readonly own = new Map<UserId, Map<MarketId | null, FeeRates>>();

  /** The rates that the user pays on the market from the next trade on. */
  ratesOf(user: UserId, market: LiveMarket): FeeRates {
    const own = this.own.get(user);
    return own?.get(market.listing.market) ?? own?.get(null) ?? market.ratesOfTier(this.tierOf(user));
  }

  tierOf(user: UserId): number {
    return this.tiers.get(user) ?? 0;
  }

  setTier(user: UserId, tier: number): void {
    if (tier === 0) this.tiers.delete(user);
    else this.tiers.set(user, tier);
  }

  ownRates(user: UserId, market: MarketId | null): FeeRates | null {
    return this.own.get(user)?.get(market) ?? null;
  }

  setOwnRates(user: UserId, market: MarketId | null, rates: FeeRates | null): void {
    const own = this.own.get(user) ?? new Map<MarketId | null, FeeRates>();
    if (rates === null) own.delete(market);
    else own.set(market, rates);
    if (own.size === 0) this.own.delete(user);
    else this.own.set(user, own);
  }

  /** Users above tier 0, by id. */
  *allTiers(): Generator<{ readonly user: UserId; readonly tier: number }> {
    for (const [user, tier] of [...this.tiers].toSorted(([a], [b]) => a - b)) yield { user, tier };
  }

  /** Users' own rates, by user and market, those for all markets first. */
  *allOwnRates(): Generator<OwnRates> {
    for (const [user, own] of [...this.own].toSorted(([a], [b]) => a - b)) {
      for (const [market, rates] of [...own].toSorted(([a], [b]) => (a ?? 0) - (b ?? 0))) yield { user, market, rates };
    }
  }
}

/**
 * The first rate out of range, if any. Rates are below one million ppm, so that a fee, even rounded up, never exceeds
 * the received amount. A rebate never exceeds the taker's fee of its trade, whatever its rate.
 */
export function invalidRate({ makerFeePpm, takerFeePpm }: FeeRates): keyof FeeRates | null {
  if (!isBetween(makerFeePpm, 1 - million, million - 1)) return 'makerFeePpm';
  if (!isBetween(takerFeePpm, 0, million - 1)) return 'takerFeePpm';
  return null;
}

/** The rates from a listing or a command, in the order in which they are reported. */
export function ratesIn({ makerFeePpm, takerFeePpm }: FeeRates): FeeRates {
  return { makerFeePpm, takerFeePpm };
}
