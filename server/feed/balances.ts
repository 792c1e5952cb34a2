import type {
  AccountType,
  Amount,
  CurrencyId,
  Event,
  OrderAccepted,
  OrderEnded,
  OrderReduced,
  Traded,
  UserId,
} from '@bourse/engine';
import { accountType, assertNever } from '@bourse/engine';
import type { Listings } from './listings.ts';

/** Units of the currency: what is free to use and what open orders hold. */
export interface Balance {
  readonly available: number;
  readonly locked: number;
}

/** A balance with its owner and place. */
export interface PlacedBalance extends Balance {
  readonly user: UserId;
  readonly accountType: AccountType;
  readonly currency: CurrencyId;
}

interface Purse {
  available: number;
  locked: number;
}

const venue = 0;
const nothing: Balance = { available: 0, locked: 0 };

/** Every balance of the exchange, system accounts included, as of the last committed command. */
export class BalanceView {
  readonly #users = new Map<number, Map<number, Purse>>();
  readonly #listings: Listings;

  constructor(listings: Listings, balances: Iterable<PlacedBalance>) {
    this.#listings = listings;
    for (const { user, accountType: place, currency, available, locked } of balances) {
      const purse = this.#purse(user, place, currency);
      purse.available = available;
      purse.locked = locked;
    }
  }

  /** The balance of one purse; zero when nothing was ever in it. */
  read(user: UserId, place: AccountType, currency: CurrencyId): Balance {
    return this.#users.get(user)?.get(purseKey(place, currency)) ?? nothing;
  }

  /** Every purse that was ever used, in no particular order. */
  *all(): Iterable<{ user: number; accountType: number; currency: number } & Balance> {
    for (const [user, purses] of this.#users) {
      for (const [key, { available, locked }] of purses) {
        yield { user, accountType: Math.floor(key / keyStride), currency: key % keyStride, available, locked };
      }
    }
  }

  apply(event: Event): void {
    switch (event.type) {
      case 'credited':
        this.#purse(event.user, event.accountType, event.currency).available += event.amount;
        this.#purse(venue, accountType.external, event.currency).available -= event.amount;
        return;
      case 'debited':
        this.#purse(event.user, event.accountType, event.currency).available -= event.amount;
        this.#purse(venue, accountType.external, event.currency).available += event.amount;
        return;
      case 'transferred':
        this.#purse(event.user, event.from, event.currency).available -= event.amount;
        this.#purse(event.user, event.to, event.currency).available += event.amount;
        return;
      case 'venue_transferred':
        this.#purse(venue, event.from, event.currency).available -= event.amount;
        this.#purse(event.toUser, event.to, event.currency).available += event.amount;
        return;
      case 'held':
        this.#lock(this.#purse(event.user, event.accountType, event.currency), event.amount);
        return;
      case 'hold_settled':
        this.#purse(event.user, event.accountType, event.currency).locked -= event.amount;
        this.#purse(event.receiver, event.receiverType, event.currency).available += event.amount - event.fee;
        this.#collect(event.currency, event.fee);
        return;
      case 'hold_released':
        this.#lock(this.#purse(event.user, event.accountType, event.currency), 0 - event.amount);
        return;
      case 'order_accepted':
        this.#lock(this.#change(event.user, this.#paidIn(event)), event.held);
        return;
      case 'traded':
        this.#settle(event);
        return;
      case 'order_reduced':
      case 'order_ended':
        this.#release(event);
        return;
      case 'currency_listed':
      case 'market_listed':
      case 'order_triggered':
      case 'order_replaced':
      case 'market_state_changed':
      case 'market_settings_changed':
      case 'fee_tier_set':
      case 'user_fee_tier_set':
      case 'user_fees_set':
      case 'orders_cancelled':
      case 'candle_closed':
      case 'cause_repeated':
      case 'index_configured':
      case 'index_updated':
      case 'rejected':
      case 'request_repeated':
        // No money moves.
        return;
      default:
        assertNever(event);
    }
  }

  /** Locks what was available; gives it back when less than nothing. */
  #lock(purse: Purse, amount: number): void {
    purse.available -= amount;
    purse.locked += amount;
  }

  #settle(event: Traded): void {
    const { base, quote } = this.#listings.market(event.market);
    const takerBuys = event.takerSide === 'buy';
    const buyer = takerBuys ? event.takerUser : event.makerUser;
    const seller = takerBuys ? event.makerUser : event.takerUser;
    const buyerFee = takerBuys ? event.takerFee : event.makerFee;
    const sellerFee = takerBuys ? event.makerFee : event.takerFee;

    const paid = this.#change(buyer, quote.id);
    paid.locked -= event.quoteAmount + event.buyerReleased;
    paid.available += event.buyerReleased;
    this.#change(buyer, base.id).available += event.baseAmount - buyerFee;
    this.#change(seller, base.id).locked -= event.baseAmount;
    this.#change(seller, quote.id).available += event.quoteAmount - sellerFee;
    this.#collect(base.id, buyerFee);
    this.#collect(quote.id, sellerFee);
    if (event.rebate > 0) {
      const { id } = takerBuys ? base : quote;
      this.#change(event.makerUser, id).available += event.rebate;
      this.#purse(venue, accountType.fees, id).available -= event.rebate;
    }
  }

  #release(event: OrderReduced | OrderEnded): void {
    if (event.released !== 0) this.#lock(this.#change(event.user, this.#paidIn(event)), 0 - event.released);
  }

  #collect(currency: CurrencyId, fee: Amount): void {
    if (fee > 0) this.#purse(venue, accountType.fees, currency).available += fee;
  }

  /** The currency that an order pays with and therefore locks. */
  #paidIn(order: Pick<OrderAccepted, 'market' | 'side'>): CurrencyId {
    const { base, quote } = this.#listings.market(order.market);
    return order.side === 'buy' ? quote.id : base.id;
  }

  #change(user: number, currency: CurrencyId): Purse {
    return this.#purse(user, accountType.change, currency);
  }

  #purse(user: number, place: AccountType, currency: CurrencyId): Purse {
    let purses = this.#users.get(user);
    if (purses === undefined) {
      purses = new Map();
      this.#users.set(user, purses);
    }
    const key = purseKey(place, currency);
    let purse = purses.get(key);
    if (purse === undefined) {
      purse = { available: 0, locked: 0 };
      purses.set(key, purse);
    }
    return purse;
  }
}

/** Currency ids stay far below this; account types are at most three digits, so the key is a small integer. */
const keyStride = 1_000_000;

function purseKey(place: AccountType, currency: CurrencyId): number {
  return place * keyStride + currency;
}
