import { venue } from '../identifiers.ts';
import { accountType } from '../ledger/account.ts';
import { BookSide } from '../spot/book-side.ts';
import { StopBook } from '../spot/stop-book.ts';
import { Traders } from '../spot/traders.ts';
import { Candle } from './candle.ts';
import { ratesIn } from './fees.ts';
import { settingsOf } from './market-settings.ts';
import type { Absent } from '../absent.ts';
import type { Audited } from '../declaration/vocabulary.ts';
import type { FeeRates, ListCurrency, ListMarket } from './commands.ts';
import type { Side } from '../spot/terms.ts';
import type { MarketListed } from './events.ts';
import type { UserId } from '../identifiers.ts';
import type { AccountSlot, Ledger } from '../ledger/ledger.ts';
import type { Lots, Ticks } from '../money.ts';
import type { TraderSlot } from '../spot/traders.ts';
import type { UserNumbers } from '../spot/user-numbers.ts';
import type { Fees } from './fees.ts';

/** Declared here rather than imported for speed; see `absent.ts`. */
const absent: Absent = -1;

/** The terms of a listed currency. */
export type Currency = Omit<ListCurrency, 'type' | keyof Audited>;

/** A market with its current settings, and its tick and lot in units. */
export type Market = Omit<MarketListed, 'type' | keyof Audited>;

/** The parts of the exchange that a market uses. */
interface MarketParts {
  readonly ledger: Ledger;
  readonly userNumbers: UserNumbers;
}

/** A market's state: its listing, both sides of its book, the waiting stop orders, its traders and its open candle. */
export class LiveMarket {
  listing: Market;
  readonly bids = new BookSide('buy');
  readonly asks = new BookSide('sell');
  readonly stops = new StopBook();
  readonly traders: Traders;
  readonly candle = new Candle();
  /** Price of the last trade; null before the first. */
  lastPrice: Ticks | null = null;
  /** The accounts that receive this market's fees. */
  readonly baseFees: AccountSlot;
  readonly quoteFees: AccountSlot;
  /** Rates by tier, from 1; tiers may be missing. The rates of tier 0 are the listing's. */
  private readonly tiers = new Map<number, FeeRates>();

  constructor(listing: Market, { ledger, userNumbers }: MarketParts) {
    this.listing = listing;
    this.traders = new Traders(userNumbers);
    this.baseFees = ledger.open(venue, accountType.fees, listing.base);
    this.quoteFees = ledger.open(venue, accountType.fees, listing.quote);
  }

  /** The market's rates for a tier; null without any. */
  tier(tier: number): FeeRates | null {
    return tier === 0 ? ratesIn(this.listing) : (this.tiers.get(tier) ?? null);
  }

  /** Sets or removes a tier; tier 0 cannot be removed. */
  setTier(tier: number, rates: FeeRates | null): void {
    if (tier === 0) this.listing = { ...this.listing, ...rates };
    else if (rates === null) this.tiers.delete(tier);
    else this.tiers.set(tier, rates);
  }

  /** The rates for users of a tier: its own, or those of the next lower tier that has some. */
  ratesOfTier(tier: number): FeeRates {
    for (let at = tier; at > 0; at -= 1) {
      const rates = this.tiers.get(at);
      if (rates !== undefined) return rates;
    }
    return ratesIn(this.listing);
  }

  /** The tiers above 0 that have rates, ascending. */
  *allTiers(): Generator<{ readonly tier: number; readonly rates: FeeRates }> {
    for (const [tier, rates] of [...this.tiers].toSorted(([a], [b]) => a - b)) yield { tier, rates };
  }

  /** Updates the user's rates after a fee change; does nothing for a user who is not a trader here. */
  updateRates(user: UserId, fees: Fees): void {
    const trader = this.traders.find(user);
    if (trader !== absent) this.traders.setRates(trader, fees.ratesOf(user, this));
  }

  /** The user's trader slot; opens both accounts and looks up the rates on first use. */
  openTrader(user: UserId, ledger: Ledger, fees: Fees): TraderSlot {
    const known = this.traders.find(user);
    if (known !== absent) return known;
    const base = ledger.open(user, accountType.change, this.listing.base);
    const quote = ledger.open(user, accountType.change, this.listing.quote);
    return this.traders.add(user, base, quote, fees.ratesOf(user, this));
  }

  /** The account in which an order of this side locks its funds: quote currency for a buy, base for a sell. */
  payingAccount(trader: TraderSlot, side: Side): AccountSlot {
    return side === 'buy' ? this.traders.quote(trader) : this.traders.base(trader);
  }

  /** The side of the book where orders of this side rest. */
  sideOf(side: Side): BookSide {
    return side === 'buy' ? this.bids : this.asks;
  }

  /** The side of the book that orders of this side trade with. */
  otherSideOf(side: Side): BookSide {
    return side === 'buy' ? this.asks : this.bids;
  }

  /**
   * The cost of a quantity at a price, in quote units. Exact up to 2^53 − 1; beyond that the result may be rounded but
   * still exceeds 2^53 − 1, so comparing it with that limit is sound.
   */
  quoteAmount(price: Ticks, quantity: Lots): number {
    return price * quantity * this.listing.quoteUnitsPerTickLot;
  }

  /** A quantity in base units, with the same precision as `quoteAmount`. */
  baseAmount(quantity: Lots): number {
    return quantity * this.listing.baseUnitsPerLot;
  }
}

/** The listing from a command, with its fields in the order in which they are reported and stored. */
export function listingOf(
  command: Omit<ListMarket, 'type' | keyof Audited>,
  baseUnitsPerLot: number,
  quoteUnitsPerTickLot: number,
): Market {
  return {
    market: command.market,
    base: command.base,
    quote: command.quote,
    priceDecimals: command.priceDecimals,
    tickPoints: command.tickPoints,
    amountDecimals: command.amountDecimals,
    lotPoints: command.lotPoints,
    ...settingsOf(command),
    ...ratesIn(command),
    state: command.state,
    baseUnitsPerLot,
    quoteUnitsPerTickLot,
  };
}
