import { accountType, type CurrencyId, isListingId, type MarketId, marketId, type UserId, venue } from '@bourse/engine';
import {
  leverAccounts,
  leverClaims,
  leverFloors,
  leverPairs,
  leverRows,
  limitedSum,
  markOf,
  type LeverAccountState,
  type LeverFloor,
  type LeverPairState,
  type LeverSide,
  type LeverTerms,
  profitAt,
  unitOf,
} from '@bourse/engine/leverage';
import { type EventReaders, type View, ViewDefinition, type Views } from '../../ground/feed/index.ts';
import { indexPrices } from '../index-price/index.ts';
import { EntryOrder } from './entry-order.ts';
import { type Losses, noLosses, readLosses } from './losses.ts';
import { OncePerCommand } from './once-per-command.ts';
import { acceptedPosition, openedPosition, type PositionState, positionOfRow } from './position-state.ts';

/** A pair with its terms, its mark, and what its positions and orders amount to. */
export interface PairState {
  readonly market: MarketId;
  readonly base: CurrencyId;
  readonly quote: CurrencyId;
  readonly unit: number;
  readonly version: number;
  readonly terms: LeverTerms;
  /** Null while the pair is suspended. */
  readonly mark: number | null;
  /** The last mark that was not null; null before the first. */
  readonly lastMark: number | null;
  /** The sequence of the last change of the mark. */
  readonly markSequence: number;
}

/** The sums over a user's positions in one quote currency. */
export interface AccountSums {
  readonly locked: number;
  readonly margins: number;
  readonly holds: number;
  readonly maintenances: number;
}

/** A lever account at the present marks, in smallest units. */
export interface AccountState extends AccountSums {
  readonly currency: CurrencyId;
  readonly available: number;
  readonly balance: number;
  readonly profits: number;
  readonly equity: number;
  readonly transferable: number;
}

const noSums: AccountSums = { locked: 0, margins: 0, holds: 0, maintenances: 0 };

/** Pairs with leverage, orders and positions, and the sums over them. */
class LeverView implements View {
  readonly #views: Views;
  readonly #pairs = new Map<MarketId, PairState>();
  readonly #floors = new Map<CurrencyId, { readonly version: number; readonly houseFloor: number }>();
  readonly #positions = new Map<number, PositionState>();
  readonly #byUser = new Map<UserId, Map<number, PositionState>>();
  readonly #sums = new Map<string, AccountSums>();
  readonly #gross = new Map<MarketId, number>();
  readonly #losses: Map<CurrencyId, Losses>;
  readonly #claims: Map<CurrencyId, number>;
  readonly #accounts = new OncePerCommand<AccountState>();
  readonly #exposures = new OncePerCommand<number>();
  /** Filled positions by pair and side. */
  readonly #filled = new Map<MarketId, Readonly<Record<LeverSide, EntryOrder>>>();

  constructor(
    views: Views,
    recovered: {
      readonly pairs: readonly LeverPairState[];
      readonly positions: readonly PositionState[];
      readonly accounts: readonly LeverAccountState[];
      readonly floors: readonly LeverFloor[];
      readonly losses: ReadonlyMap<CurrencyId, Losses>;
      readonly claims: ReadonlyMap<CurrencyId, number>;
    },
  ) {
    this.#views = views;
    this.#losses = new Map(recovered.losses);
    this.#claims = new Map(recovered.claims);
    for (const { currency, ...floor } of recovered.floors) this.#floors.set(currency, floor);
    for (const { lastMark, ...pair } of recovered.pairs) {
      const mark = this.#markOf(pair);
      this.#pairs.set(pair.market, { ...pair, mark, lastMark: mark ?? lastMark, markSequence: views.sequence });
    }
    for (const position of recovered.positions) this.#keep(position);
    for (const { user, currency, ...sums } of recovered.accounts) this.#sums.set(`${user} ${currency}`, sums);
  }

  readonly reads: EventReaders = {
    leverage_configured: ({ market, version, after }, { sequence }) => {
      const known = this.#pairs.get(market);
      const { base, quote } = this.#views.listings.market(market);
      const unit = unitOf(after, quote.decimals);
      const pair = { market, base: base.id, quote: quote.id, unit, version, terms: after };
      const mark = this.#markOf(pair);
      this.#pairs.set(market, {
        ...pair,
        mark,
        lastMark: mark ?? known?.lastMark ?? null,
        markSequence: known === undefined || known.mark !== mark ? sequence : known.markSequence,
      });
    },
    margin_configured: ({ currency, version, after }) => {
      this.#floors.set(currency, { version, houseFloor: after });
    },
    index_updated: ({ assets }, { sequence }) => {
      for (const { asset } of assets) this.#updateMarks(asset, sequence);
    },
    index_configured: ({ asset }, { sequence }) => {
      this.#updateMarks(asset, sequence);
    },
    lever_accepted: (event) => {
      this.#keep(acceptedPosition(event));
      this.#sum(event);
    },
    lever_entrusted: ({ position }) => {
      this.#change(position, { state: 'entrusted' });
    },
    lever_opened: (event) => {
      this.#keep(openedPosition(event));
      this.#sum(event);
    },
    lever_stops_set: ({ position, takeProfit, stopLoss }) => {
      this.#change(position, { takeProfit, stopLoss });
    },
    lever_closing: ({ position, reason }) => {
      this.#change(position, { state: 'closing', closeReason: reason });
    },
    lever_reserve_raised: ({ position, reserve }) => {
      this.#change(position, { reserve });
    },
    lever_revoked: (event) => {
      this.#drop(event.position);
      this.#sum(event);
    },
    lever_closed: (event) => {
      this.#drop(event.position);
      this.#sum(event);
      const { deficit, insured, unpaid } = event;
      const isDeleveraged = event.reason === 'deleveraging';
      this.#lose(event.currency, { deficit, insured, deleveraged: isDeleveraged ? 1 : 0 });
      this.#owe(event.currency, unpaid);
    },
    lever_claim_paid: (event) => {
      this.#sum(event);
      this.#owe(event.currency, 0 - event.amount);
    },
    lever_claim_offset: ({ currency, amount }) => {
      this.#owe(currency, 0 - amount);
    },
    lever_liquidated: (event) => {
      this.#sum(event);
      this.#lose(event.currency, { liquidations: 1 });
    },
  };

  findPair(market: number): PairState | undefined {
    return isListingId(market) ? this.#pairs.get(marketId(market)) : undefined;
  }

  /** The pairs by market id. */
  pairs(): PairState[] {
    return [...this.#pairs.values()].toSorted((a, b) => a.market - b.market);
  }

  floorOf(currency: CurrencyId): number {
    return this.#floors.get(currency)?.houseFloor ?? 0;
  }

  /** The version of a floor; 0 before the first decision. */
  floorVersionOf(currency: CurrencyId): number {
    return this.#floors.get(currency)?.version ?? 0;
  }

  /** The currencies in which positions are held or a floor is set, by id. */
  quotes(): CurrencyId[] {
    const quotes = Array.from(this.#pairs.values(), ({ quote }) => quote);
    return [...new Set([...quotes, ...this.#floors.keys()])].toSorted((a, b) => a - b);
  }

  lossesOf(currency: CurrencyId): Losses {
    return this.#losses.get(currency) ?? noLosses;
  }

  /**
   * The claims of users on the house: profits that house and insurance could not pay, less what they have paid of them
   * since and what was set off against losses. Nothing will pay the profits of before the exchange kept claims.
   */
  owedIn(currency: CurrencyId): number {
    return this.#claims.get(currency) ?? 0;
  }

  /** All filled positions. */
  filled(): PositionState[] {
    return [...this.#positions.values()].filter(isFilled);
  }

  /** A user's orders and positions, newest first. */
  own(user: UserId): PositionState[] {
    return [...(this.#byUser.get(user)?.values() ?? [])].toSorted((a, b) => b.position - a.position);
  }

  /** An order or position of this user that has not ended. */
  find(user: UserId, position: number): PositionState | undefined {
    return this.#byUser.get(user)?.get(position);
  }

  /** The sum of the amounts of all positions and orders of a pair. */
  grossOf(market: MarketId): number {
    return this.#gross.get(market) ?? 0;
  }

  /** The amount that new positions of the pair may still have. */
  roomOf({ market, quote, terms }: PairState): number {
    const house = this.#views.balances.read(venue, accountType.leverHouse, quote).available;
    const free = house - this.floorOf(quote) - this.owedIn(quote);
    const secured = Math.floor((Math.max(0, free) * 1_000_000) / terms.reservePpm);
    return Math.max(0, Math.min(terms.grossCap - this.grossOf(market), secured));
  }

  /** Filled positions of a pair and side, the best entry first, and their gross amount. */
  filledOf(market: MarketId, side: LeverSide): EntryOrder {
    const known = this.#filled.get(market);
    if (known !== undefined) return known[side];
    const sides = { long: new EntryOrder(), short: new EntryOrder() };
    this.#filled.set(market, sides);
    return sides[side];
  }

  /** The quintile of a position in the order of deleveraging, 5 first; null unless it is filled. */
  rankOf(position: PositionState): number | null {
    if (!isFilled(position) || position.end !== null) return null;
    const filled = this.filledOf(position.market, position.side);
    const place = filled.findPlace(position);
    return place === null ? null : 5 - Math.floor((place * 5) / filled.positions.length);
  }

  /** The profit of a position at the last mark of its pair; 0 unless it is filled. */
  profitOf(position: PositionState): number {
    const mark = this.#pairs.get(position.market)?.lastMark;
    if (!isFilled(position) || position.price === null || mark === null || mark === undefined) return 0;
    return profitAt(exposureOf(position), position.price, mark);
  }

  /** A user's account in a quote currency. */
  account(user: UserId, currency: CurrencyId): AccountState {
    return this.#accounts.get(this.#views.sequence, `${user} ${currency}`, () => this.#accountOf(user, currency));
  }

  /** The gain of all of a user's positions on a pair together for each point that the mark rises. */
  exposureOn(user: UserId, market: MarketId): number {
    return this.#exposures.get(this.#views.sequence, `${user} ${market}`, () =>
      this.own(user)
        .filter((one) => one.market === market && isFilled(one))
        .reduce((sum, one) => sum + exposureOf(one), 0),
    );
  }

  #accountOf(user: UserId, currency: CurrencyId): AccountState {
    const { available } = this.#views.balances.read(user, accountType.lever, currency);
    const sums = this.#sums.get(`${user} ${currency}`) ?? noSums;
    const rows = this.own(user).filter((one) => one.currency === currency && isFilled(one));
    const balance = available + sums.locked;
    const profits = limitedSum(rows.map((row) => this.profitOf(row)));
    const safe = rows.map((row) => {
      const isLive = this.#pairs.get(row.market)?.mark !== null;
      return isLive ? this.profitOf(row) : Math.min(0, this.profitOf(row));
    });
    const room = limitedSum([balance, ...safe]) - 2 * sums.margins;
    const hasRows = sums.margins + sums.holds > 0;
    return {
      ...sums,
      currency,
      available,
      balance,
      profits,
      equity: limitedSum([balance, profits]),
      transferable: hasRows ? Math.max(0, Math.min(available, room)) : available,
    };
  }

  #markOf({ base, quote, terms }: Pick<PairState, 'base' | 'quote' | 'terms'>): number | null {
    const indices = indexPrices.of(this.#views);
    const baseIndex = indices.find(base);
    const quoteIndex = indices.find(quote);
    if (baseIndex === undefined || baseIndex.price === null) return null;
    const of = { price: baseIndex.price, decimals: baseIndex.decimals };
    if (quoteIndex === undefined) return markOf(of, null, terms.markDecimals);
    if (quoteIndex.price === null) return null;
    return markOf(of, { price: quoteIndex.price, decimals: quoteIndex.decimals }, terms.markDecimals);
  }

  #updateMarks(asset: CurrencyId, sequence: number): void {
    this.#forget();
    for (const pair of this.#pairs.values()) {
      if (pair.base !== asset && pair.quote !== asset) continue;
      const mark = this.#markOf(pair);
      if (mark === pair.mark) continue;
      this.#pairs.set(pair.market, { ...pair, mark, lastMark: mark ?? pair.lastMark, markSequence: sequence });
    }
  }

  /** The values of before an event of this command no longer hold. */
  #forget(): void {
    this.#accounts.forget();
    this.#exposures.forget();
  }

  #keep(position: PositionState): void {
    this.#forget();
    const before = this.#positions.get(position.position);
    this.#addGross(position.market, position.amount - (before?.amount ?? 0));
    this.#positions.set(position.position, position);
    const own = this.#byUser.get(position.user) ?? new Map<number, PositionState>();
    own.set(position.position, position);
    this.#byUser.set(position.user, own);
    if (isFilled(position)) this.filledOf(position.market, position.side).put(position);
  }

  #change(id: number, change: Partial<PositionState>): void {
    this.#forget();
    const position = this.#positions.get(id);
    if (position === undefined) throw new Error(`position ${id} is in an event but was never accepted`);
    const changed = { ...position, ...change };
    this.#positions.set(id, changed);
    this.#byUser.get(position.user)?.set(id, changed);
    if (isFilled(changed)) this.filledOf(changed.market, changed.side).put(changed);
  }

  #drop(id: number): void {
    this.#forget();
    const position = this.#positions.get(id);
    if (position === undefined) throw new Error(`position ${id} is in an event but was never accepted`);
    this.#positions.delete(id);
    const own = this.#byUser.get(position.user);
    own?.delete(id);
    if (own?.size === 0) this.#byUser.delete(position.user);
    this.#addGross(position.market, 0 - position.amount);
    if (isFilled(position)) this.filledOf(position.market, position.side).remove(position);
  }

  #addGross(market: MarketId, change: number): void {
    this.#gross.set(market, this.grossOf(market) + change);
  }

  #sum(event: AccountSumsEvent): void {
    this.#forget();
    const { user, currency, balance, margins, holds, maintenances } = event;
    const key = `${user} ${currency}`;
    if (margins + holds === 0) this.#sums.delete(key);
    else this.#sums.set(key, { locked: Math.min(balance, margins + holds), margins, holds, maintenances });
  }

  #lose(currency: CurrencyId, more: Partial<Losses>): void {
    const before = this.lossesOf(currency);
    this.#losses.set(currency, {
      deficit: before.deficit + (more.deficit ?? 0),
      insured: before.insured + (more.insured ?? 0),
      liquidations: before.liquidations + (more.liquidations ?? 0),
      deleveraged: before.deleveraged + (more.deleveraged ?? 0),
    });
  }

  #owe(currency: CurrencyId, more: number): void {
    this.#claims.set(currency, this.owedIn(currency) + more);
  }
}

interface AccountSumsEvent {
  readonly user: UserId;
  readonly currency: CurrencyId;
  readonly balance: number;
  readonly margins: number;
  readonly holds: number;
  readonly maintenances: number;
}

export function isFilled({ state }: PositionState): boolean {
  return state === 'open' || state === 'closing' || state === 'closed';
}

/** The gain of a position for each point that the mark rises. */
function exposureOf({ side, share, unit }: PositionState): number {
  return side === 'long' ? share * unit : 0 - share * unit;
}

export const leverView = new ViewDefinition('leverage', async ({ exchange, database, views }) => {
  return new LeverView(views, {
    pairs: exchange.read(leverPairs),
    positions: exchange.read(leverRows).map(positionOfRow),
    accounts: exchange.read(leverAccounts),
    floors: exchange.read(leverFloors),
    losses: await readLosses(database),
    claims: exchange.read(leverClaims),
  });
});

/** The fee rate of leverage on a market in millionths; null without leverage. */
export function leverageFee(views: Views, market: MarketId): number | null {
  return leverView.of(views).findPair(market)?.terms.feePpm ?? null;
}

/** The part of the available balance of a lever account that its positions do not need as margin. */
export function leverSpare(views: Views, user: UserId, currency: CurrencyId): number {
  return leverView.of(views).account(user, currency).transferable;
}

declare module '../../ground/parts.ts' {
  interface Parts {
    /** The fee rate of leverage on a market in millionths; null without leverage. */
    readonly leverageFee: (market: MarketId) => number | null;
  }
}
