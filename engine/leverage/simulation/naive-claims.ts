import { least } from './naive-formulas.ts';
import type { NaiveEvent } from '../../simulation/naive-rules.ts';
import type { NaiveState } from '../../simulation/naive-state.ts';
import type { NaiveBooks, NaiveRow } from './naive-books.ts';

interface NaiveClaim {
  position: number;
  user: number;
  market: number;
  currency: number;
  amount: bigint;
}

/** The debts of the house to users, oldest first. */
export class NaiveClaims {
  rows: NaiveClaim[] = [];
  private readonly state: NaiveState;
  private readonly books: NaiveBooks;

  constructor(state: NaiveState, books: NaiveBooks) {
    this.state = state;
    this.books = books;
  }

  owed(currency: number): bigint {
    return this.rows.reduce((sum, claim) => (claim.currency === currency ? sum + claim.amount : sum), 0n);
  }

  add({ position, user, market, currency }: NaiveRow, amount: bigint): void {
    const known = this.rows.find((claim) => claim.user === user && claim.market === market);
    if (known === undefined) this.rows.push({ position, user, market, currency, amount });
    else known.amount += amount;
  }

  /** Settles a loss with the claims of its account, and returns what is left of the loss. */
  setOff(row: NaiveRow, loss: bigint, events: NaiveEvent[]): bigint {
    let rest = loss;
    const own = this.rows.filter(({ user, currency }) => user === row.user && currency === row.currency);
    for (const claim of own.toSorted((a, b) => a.market - b.market)) {
      const amount = least(rest, claim.amount);
      if (amount === 0n) continue;
      rest -= amount;
      this.settle(claim, amount);
      events.push({ type: 'lever_claim_offset', ...this.facts(claim, amount), loss: row.position });
    }
    return rest;
  }

  /** The payment of the oldest claim in the first currency in which there is money. */
  next(): ((events: NaiveEvent[]) => boolean) | null {
    const payable = this.rows.filter(({ currency }) => this.money(103, currency) + this.money(104, currency) > 0n);
    const [first] = payable.toSorted((a, b) => a.currency - b.currency);
    if (first === undefined) return null;
    return (events) => {
      const house = least(first.amount, this.money(103, first.currency));
      const insurance = least(first.amount - house, this.money(104, first.currency));
      const paid = house + insurance;
      this.settle(first, paid);
      const booked = this.books.book(first, { own: paid, house: [-house, 0n], insurance: -insurance });
      events.push({ type: 'lever_claim_paid', ...this.facts(first, paid), ...booked });
      return true;
    };
  }

  private settle(claim: NaiveClaim, amount: bigint): void {
    claim.amount -= amount;
    if (claim.amount === 0n) this.rows = this.rows.filter((one) => one !== claim);
  }

  private facts({ position, user, market, currency, amount: left }: NaiveClaim, amount: bigint): NaiveEvent {
    return { position, user, market, currency, amount: Number(amount), left: Number(left) };
  }

  private money(type: number, currency: number): bigint {
    return this.state.balance(0, type, currency)[0];
  }
}
