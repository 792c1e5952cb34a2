import type { AccountType, Amount, CurrencyId, Event, OrderEnded, OrderReduced, Traded, UserId } from '@bourse/engine';
import { accountType, moneyOf, venue } from '@bourse/engine';
import type { Listings } from './listings.ts';
import type { OpenOrderView } from './open-orders.ts';
import type { OrderState } from './order-state.ts';
import type { EventReaders, View } from './view.ts';

/** Amounts in units of the currency: free to use, and reserved by open orders. */
export interface Balance {
  readonly available: number;
  readonly locked: number;
}

/** A balance with its owner and account type. */
export interface PlacedBalance extends Balance {
  readonly user: UserId;
  readonly accountType: AccountType;
  readonly currency: CurrencyId;
}

interface Account {
  available: number;
  locked: number;
}

const nothing: Balance = { available: 0, locked: 0 };

/** Every balance of the exchange, system accounts included, as of the last committed command. */
export class BalanceView implements View {
  readonly #users = new Map<number, Map<number, Account>>();
  readonly #listings: Listings;
  readonly #orders: OpenOrderView;

  /** `orders` is the view of open orders as it was before the event being read; it must be updated after this view. */
  constructor(listings: Listings, orders: OpenOrderView, balances: Iterable<PlacedBalance>) {
    this.#listings = listings;
    this.#orders = orders;
    for (const { user, accountType: place, currency, available, locked } of balances) {
      const account = this.#account(user, place, currency);
      account.available = available;
      account.locked = locked;
    }
  }

  /** The balance of one account; zero if the account was never used. */
  read(user: UserId, place: AccountType, currency: CurrencyId): Balance {
    return this.#users.get(user)?.get(accountKey(place, currency)) ?? nothing;
  }

  /** Every account that was ever used, in no particular order. */
  *all(): Iterable<{ user: number; accountType: number; currency: number } & Balance> {
    for (const [user, accounts] of this.#users) {
      for (const [key, { available, locked }] of accounts) {
        yield { user, accountType: Math.floor(key / keyStride), currency: key % keyStride, available, locked };
      }
    }
  }

  readonly reads: EventReaders = {
    order_accepted: (event) => {
      this.#lock(this.#change(event.user, this.#paidIn(event)), event.held);
    },
    traded: (event) => {
      this.#settle(event);
    },
    order_reduced: (event) => {
      this.#release(event);
    },
    order_ended: (event) => {
      this.#release(event);
    },
  };

  readonly readsOthers = (event: Event): void => {
    const money = moneyOf(event);
    if (money === null) return;
    for (const { user, accountType: place, currency, available, locked } of money.postings) {
      const account = this.#account(user, place, currency);
      account.available += available;
      account.locked += locked;
    }
  };

  /** Moves `amount` from available to locked; a negative amount moves it back. */
  #lock(account: Account, amount: number): void {
    account.available -= amount;
    account.locked += amount;
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
      this.#account(venue, accountType.fees, id).available -= event.rebate;
    }
  }

  #release({ order: id, released }: OrderReduced | OrderEnded): void {
    if (released === 0) return;
    const order = this.#orders.open(id);
    this.#lock(this.#change(order.user, this.#paidIn(order)), 0 - released);
  }

  #collect(currency: CurrencyId, fee: Amount): void {
    if (fee > 0) this.#account(venue, accountType.fees, currency).available += fee;
  }

  /** The currency that an order pays with, which is the one it locks. */
  #paidIn(order: Pick<OrderState, 'market' | 'side'>): CurrencyId {
    const { base, quote } = this.#listings.market(order.market);
    return order.side === 'buy' ? quote.id : base.id;
  }

  #change(user: number, currency: CurrencyId): Account {
    return this.#account(user, accountType.change, currency);
  }

  #account(user: number, place: AccountType, currency: CurrencyId): Account {
    let accounts = this.#users.get(user);
    if (accounts === undefined) {
      accounts = new Map();
      this.#users.set(user, accounts);
    }
    const key = accountKey(place, currency);
    let account = accounts.get(key);
    if (account === undefined) {
      account = { available: 0, locked: 0 };
      accounts.set(key, account);
    }
    return account;
  }
}

/** Larger than any currency id; account types have at most three digits, so the key stays a small integer. */
const keyStride = 1_000_000;

function accountKey(place: AccountType, currency: CurrencyId): number {
  return place * keyStride + currency;
}
