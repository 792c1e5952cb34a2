import { absent } from '../absent.ts';
import { venue } from '../identifiers.ts';
import { accountType } from '../ledger/account.ts';
import { BookSide } from '../spot/book-side.ts';
import { StopBook } from '../spot/stop-book.ts';
import { Traders } from '../spot/traders.ts';
import { Candle } from './candle.ts';
import type { ListCurrency, ListMarket, Side } from '../command.ts';
import type { MarketListed } from '../event.ts';
import type { UserId } from '../identifiers.ts';
import type { AccountSlot, Ledger } from '../ledger/ledger.ts';
import type { Lots, Ticks } from '../money.ts';
import type { TraderSlot } from '../spot/traders.ts';

/** A currency as it was listed. */
export type Currency = Omit<ListCurrency, 'type'>;

/** A market as it was listed, with the units that its ticks and lots come to. */
export type Market = Omit<MarketListed, 'type'>;

/** A market at work: its listing, both sides of its book, the stop orders that wait, its traders and its running candle. */
export class LiveMarket {
  readonly listing: Market;
  readonly bids = new BookSide('buy');
  readonly asks = new BookSide('sell');
  readonly stops = new StopBook();
  readonly traders = new Traders();
  readonly candle = new Candle();
  /** Of the last trade; null before the first. */
  lastPrice: Ticks | null = null;
  /** Where this market's fees go. */
  readonly baseFees: AccountSlot;
  readonly quoteFees: AccountSlot;

  constructor(listing: Market, ledger: Ledger) {
    this.listing = listing;
    this.baseFees = ledger.open(venue, accountType.fees, listing.base);
    this.quoteFees = ledger.open(venue, accountType.fees, listing.quote);
  }

  /** Where the user stands among the traders of this market; a new one is given both accounts. */
  openTrader(user: UserId, ledger: Ledger): TraderSlot {
    const known = this.traders.find(user);
    if (known !== absent) return known;
    const base = ledger.open(user, accountType.change, this.listing.base);
    const quote = ledger.open(user, accountType.change, this.listing.quote);
    return this.traders.add(user, base, quote);
  }

  /** The account that an order of this side locks what it may cost in: quote currency for a buy, base for a sell. */
  payingAccount(trader: TraderSlot, side: Side): AccountSlot {
    return side === 'buy' ? this.traders.quote(trader) : this.traders.base(trader);
  }

  /** The side of the book where orders of this side stand. */
  sideOf(side: Side): BookSide {
    return side === 'buy' ? this.bids : this.asks;
  }

  /** The side of the book that orders of this side trade with. */
  otherSideOf(side: Side): BookSide {
    return side === 'buy' ? this.asks : this.bids;
  }

  /**
   * What a quantity costs at a price, in quote units. Exact while it is safe; where it is not, the answer is beyond
   * 2^53 − 1 too, so that comparing with that bound is a sound check.
   */
  quoteAmount(price: Ticks, quantity: Lots): number {
    return price * quantity * this.listing.quoteUnitsPerTickLot;
  }

  /** A quantity in base units; exact or beyond 2^53 − 1 like `quoteAmount`. */
  baseAmount(quantity: Lots): number {
    return quantity * this.listing.baseUnitsPerLot;
  }
}

/** The listing that the command asks for, in the one order of fields in which it is reported and kept. */
export function listingOf(
  command: Omit<ListMarket, 'type'>,
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
    minNotional: command.minNotional,
    marketSlippagePpm: command.marketSlippagePpm,
    priceBandPpm: command.priceBandPpm,
    makerFeePpm: command.makerFeePpm,
    takerFeePpm: command.takerFeePpm,
    maxOpenOrders: command.maxOpenOrders,
    selfTradePrevention: command.selfTradePrevention,
    sellBlocked: command.sellBlocked,
    state: command.state,
    baseUnitsPerLot,
    quoteUnitsPerTickLot,
  };
}
