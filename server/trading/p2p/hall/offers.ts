import type { TakeObstacle } from '@bourse/contract/p2p';
import type { PaymentCode } from '@bourse/contract/payments';
import type { CurrencyId } from '@bourse/engine';
import type { FiatRates } from '../rates/fiat-rates.ts';
import { fiatOf, rateDecimals } from '../rates/fiats.ts';
import type { References } from '../rates/references.ts';
import type { Ad } from '../shop/ad.ts';
import type { AdBoard, Listed, Shelf } from '../shop/board.ts';
import {
  type ConditionParts,
  decimalsOf,
  isOffered,
  isWithinHours,
  type PriceNow,
  pricesOf,
} from '../shop/conditions.ts';
import { type Decimals, fiatWithin, type Reference } from '../shop/prices.ts';
import { restrictionView } from '../../../people/restrictions/index.ts';
import { obstacleFor, type Taker } from './taker.ts';

export interface OfferParts extends ConditionParts {
  readonly board: Pick<AdBoard, 'ofOwner' | 'shelf'>;
  readonly rates: Pick<FiatRates, 'find'>;
  readonly references: Pick<References, 'decimalsOf' | 'of'>;
}

/** An ad with its price and what it takes now. */
interface Priced {
  readonly listed: Listed;
  /** Null while it has none. */
  readonly price: bigint | null;
  /** The smallest order, kept here because a look at all ads of a shelf reads few objects then. */
  readonly min: number;
  /** The most fiat money that its coins suffice for. */
  readonly most: number;
  /** Why no one can take it now. */
  readonly obstacle: TakeObstacle | null;
}

/** An ad as a caller sees it. */
export interface Shown {
  readonly listed: Listed;
  readonly price: bigint | null;
  /** Why the caller cannot take it now; null if nothing prevents it. */
  readonly obstacle: TakeObstacle | null;
}

type Pair = Pick<Ad, 'currency' | 'fiat'>;

/** The prices of all ads of a pair depend on these. */
interface Market {
  readonly reference: Reference | null;
  readonly percent: number;
}

interface Kept extends Market {
  readonly priced: Priced;
}

/** The ads of a shelf by price, the best for takers first; those without a price last. */
interface Ordered extends Market {
  readonly version: number;
  readonly rows: readonly Priced[];
}

/** The open ads of a shelf in order, and those of them that anyone can take. */
interface Hall {
  readonly minute: number;
  readonly restrictions: number;
  readonly all: readonly Priced[];
  readonly takeable: readonly Priced[];
  readonly others: readonly Priced[];
}

const obstacles = { rate: 'rate_stale', price: 'price_out_of_range' } as const;

/**
 * Prices of ads and their order, which are computed again only when a reference or an ad has changed. A page of a shelf
 * then costs no more with many ads, unless a user or a filter needs a few comparisons for each of them.
 */
export class Offers {
  readonly #parts: OfferParts;
  readonly #kept = new WeakMap<Listed, Kept>();
  readonly #halls = new WeakMap<readonly Priced[], Hall>();
  readonly #ordered = new WeakMap<Shelf, Ordered>();

  constructor(parts: OfferParts) {
    this.#parts = parts;
  }

  /** One page of the ads of a shelf: those that the caller can take first, then by price. */
  list(query: ListQuery, taker: Taker | null): { readonly total: number; readonly rows: readonly Shown[] } {
    const { amount, code, currency, fiat, limit, offset, side } = query;
    const hall = this.#hall(side === 'buy' ? 'sell' : 'buy', { currency, fiat });
    const obstacle = this.#obstacles(taker, fiat);
    let { takeable, others } = hall;
    if (taker !== null || amount !== null || code !== null) {
      const fitting = hall.all.filter(
        ({ listed, min, most }) =>
          (amount === null || (amount >= min && amount <= most)) &&
          (code === null || listed.codes.includes(code)) &&
          taker?.hidden.has(listed.ad.user) !== true,
      );
      [takeable, others] = parted(fitting, obstacle);
    }
    const first = takeable.slice(offset, offset + limit);
    const before = Math.max(0, offset - takeable.length);
    const page = [...first, ...others.slice(before, before + limit - first.length)];
    return { total: takeable.length + others.length, rows: page.map((priced) => shown(priced, obstacle)) };
  }

  /** The open ads of a merchant as a caller sees them. */
  ofMerchant(user: Ad['user'], taker: Taker | null): readonly Shown[] {
    return this.#parts.board.ofOwner(user).flatMap((listed) => {
      const open = this.#opened(this.#priced([listed], listed.ad));
      return open.map((priced) => shown(priced, this.#obstacles(taker, listed.ad.fiat)));
    });
  }

  /** The open ads of a shelf in order. They are parted again when a minute or a restriction begins or ends. */
  #hall(side: Ad['side'], pair: Pair): Hall {
    const rows = this.#inOrder(side, pair);
    const minute = Math.floor(this.#parts.now() / 60_000);
    const { version: restrictions } = restrictionView.of(this.#parts.views);
    const kept = this.#halls.get(rows);
    if (kept?.minute === minute && kept.restrictions === restrictions) return kept;
    const all = this.#opened(rows);
    const [takeable, others] = parted(all, ({ obstacle }) => obstacle);
    const hall = { minute, restrictions, all, takeable, others };
    this.#halls.set(rows, hall);
    return hall;
  }

  /** Those ads that neither their owners nor staff have closed, as anyone can take them now. */
  #opened(rows: readonly Priced[]): readonly Priced[] {
    const nowMs = this.#parts.now();
    const restrictions = restrictionView.of(this.#parts.views);
    return rows
      .filter(
        ({ listed: { ad, merchant } }) =>
          merchant.state === 'approved' && isOffered(ad) && restrictions.scopeOf(ad.user) === 'none',
      )
      .map((priced) => {
        const { ad, merchant } = priced.listed;
        const isOnline = !merchant.paused && isWithinHours(ad, nowMs);
        return isOnline ? priced : { ...priced, obstacle: 'merchant_offline' as const };
      });
  }

  #inOrder(side: Ad['side'], pair: Pair): readonly Priced[] {
    const shelf = this.#parts.board.shelf(side, pair.currency, pair.fiat);
    const market = this.#market(pair);
    const kept = this.#ordered.get(shelf);
    if (kept?.version === shelf.version && isSame(kept, market)) return kept.rows;
    const rows = merged(this.#priced(shelf.fixed, pair), this.#priced(shelf.floating, pair), side);
    this.#ordered.set(shelf, { ...market, version: shelf.version, rows });
    return rows;
  }

  #market({ currency, fiat }: Pair): Market {
    const { references, settings } = this.#parts;
    return { reference: references.of(currency, fiat), percent: settings.p2p_band_percent };
  }

  /** Ads of a pair with their prices. */
  #priced(ads: readonly Listed[], pair: Pair): Priced[] {
    const market = this.#market(pair);
    const priceNow = pricesOf(this.#parts, pair);
    const decimals = decimalsOf(this.#parts, pair);
    return ads.map((listed) => {
      const kept = this.#kept.get(listed);
      if (kept !== undefined && isSame(kept, market)) return kept.priced;
      const priced = offerOf(listed, priceNow(listed.ad), decimals);
      this.#kept.set(listed, { ...market, priced });
      return priced;
    });
  }

  /** Why a caller cannot take open ads of a fiat currency. */
  #obstacles(taker: Taker | null, fiat: string): ObstacleOf {
    if (taker === null) return ({ obstacle }) => obstacle;
    const dayMost = this.#dayMost(taker, fiat);
    return ({ listed, min, obstacle }) =>
      obstacleFor(taker, listed.ad) ?? obstacle ?? (min > dayMost ? 'p2p_day_limit' : null);
  }

  /** The most fiat money that is within what is left of the caller's day. */
  #dayMost(taker: Taker, fiat: string): number {
    const rate = this.#parts.rates.find(fiat);
    if (rate === null) return Infinity;
    const { decimals } = fiatOf(fiat);
    // Dollars are counts of 10^-8. Fractions of such a unit do not count.
    const over = (taker.dayLeft + 1n) * rate.rate * 10n ** BigInt(decimals);
    const under = 10n ** BigInt(rateDecimals + 8);
    return Number((over - 1n) / under);
  }
}

type ObstacleOf = (priced: Priced) => TakeObstacle | null;

/** Ads without and with an obstacle. */
function parted(rows: readonly Priced[], obstacle: ObstacleOf): [takeable: Priced[], others: Priced[]] {
  const [takeable, others]: [Priced[], Priced[]] = [[], []];
  for (const priced of rows) (obstacle(priced) === null ? takeable : others).push(priced);
  return [takeable, others];
}

/** An ad at its price. */
function offerOf(listed: Listed, now: PriceNow, decimals: Decimals): Priced {
  const { ad } = listed;
  if ('obstacle' in now) return { listed, price: null, min: ad.min, most: ad.max, obstacle: obstacles[now.obstacle] };
  const most = fiatWithin(BigInt(ad.left), now.price, decimals);
  return {
    listed,
    price: now.price,
    min: ad.min,
    most: most > BigInt(ad.max) ? ad.max : Number(most),
    obstacle: most < BigInt(ad.min) ? 'ad_exhausted' : null,
  };
}

function shown(priced: Priced, obstacle: ObstacleOf): Shown {
  return { listed: priced.listed, price: priced.price, obstacle: obstacle(priced) };
}

/** Two rows of a shelf by price, the best for takers first; those without a price last. */
function merged(fixed: readonly Priced[], floating: readonly Priced[], side: Ad['side']): Priced[] {
  const [rows, unpriced]: [Priced[], Priced[]] = [[], []];
  let [a, b] = [0, 0];
  for (;;) {
    const [one, other] = [fixed[a], floating[b]];
    const isFixed = other === undefined || (one !== undefined && isBetter(one, other, side));
    const next = isFixed ? one : other;
    if (next === undefined) return [...rows, ...unpriced];
    if (isFixed) a += 1;
    else b += 1;
    (next.price === null ? unpriced : rows).push(next);
  }
}

export interface ListQuery {
  /** The caller's. */
  readonly side: 'buy' | 'sell';
  readonly currency: CurrencyId;
  readonly fiat: string;
  /** In the smallest unit of the fiat currency. */
  readonly amount: number | null;
  readonly code: PaymentCode | null;
  readonly offset: number;
  readonly limit: number;
}

function isBetter(one: Priced, other: Priced, side: Ad['side']): boolean {
  if (one.price === null || other.price === null) return one.price === null;
  if (one.price === other.price) return one.listed.ad.id < other.listed.ad.id;
  return side === 'sell' ? one.price < other.price : one.price > other.price;
}

function isSame(one: Market, other: Market): boolean {
  if (one.percent !== other.percent) return false;
  const [a, b] = [one.reference, other.reference];
  return a === null || b === null ? a === b : a.numerator === b.numerator && a.denominator === b.denominator;
}
