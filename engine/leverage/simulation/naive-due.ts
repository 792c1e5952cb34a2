import type { NaiveEvent } from '../../simulation/naive-rules.ts';
import type { NaiveClaims } from './naive-claims.ts';
import type { NaiveBooks, NaiveReachedMark, NaiveRow } from './naive-books.ts';

/** Returns whether it was a piece of work. */
type NaiveWork = (events: NaiveEvent[]) => boolean;

/** How the model does each kind of work. */
interface NaiveActs {
  reach(row: NaiveRow, mark: bigint | null, events: NaiveEvent[]): boolean;
  secure(row: NaiveRow, events: NaiveEvent[]): void;
  deleveraged(row: NaiveRow): NaiveRow | undefined;
  liquidate(user: number, currency: number, events: NaiveEvent[]): void;
}

/** Finds the next piece of work: every row and every account is looked at each time. */
export class NaiveDueWork {
  private readonly books: NaiveBooks;
  private readonly claims: NaiveClaims;
  private readonly acts: NaiveActs;
  private turn = 0;

  constructor(books: NaiveBooks, claims: NaiveClaims, acts: NaiveActs) {
    this.books = books;
    this.claims = claims;
    this.acts = acts;
  }

  next(): NaiveWork | null {
    const { books } = this;
    while (books.reached.slice(0, 1).some((one) => (books.queued(one) ?? books.triggered(one)) === undefined)) {
      books.reached.shift();
    }
    const kinds = [
      () => this.nextOrder(),
      () => this.nextReserve(),
      () => this.nextLiquidation(),
      () => this.nextStop(),
      () => this.claims.next(),
    ];
    for (const at of [0, 1, 2, 3, 4].map((step) => (this.turn + step) % 5)) {
      const work = kinds[at]?.() ?? null;
      if (work === null) continue;
      return (events) => {
        this.turn = (at + 1) % 5;
        return work(events);
      };
    }
    this.turn = 0;
    return null;
  }

  private nextOrder(): NaiveWork | null {
    return this.firstReached((reached) => this.books.queued(reached));
  }

  private nextStop(): NaiveWork | null {
    return this.firstReached((reached) => this.books.triggered(reached));
  }

  private firstReached(find: (reached: NaiveReachedMark) => NaiveRow | undefined): NaiveWork | null {
    for (const reached of this.books.reached) {
      const row = find(reached);
      if (row === undefined) continue;
      return (events) => this.acts.reach(row, reached.mark, events);
    }
    return null;
  }

  private nextLiquidation(): NaiveWork | null {
    const { books } = this;
    const account = books.accounts().find(({ user, currency }) => this.mustLiquidate(user, currency));
    if (account === undefined) return null;
    const rows = books.of(account.user, account.currency);
    const close = this.firstReached((reached) => {
      return reached.mark === null
        ? undefined
        : books.queued(
            reached,
            rows.filter(({ state }) => state === 'closing'),
          );
    });
    if (close !== null) return close;
    const own = rows.filter(({ state }) => state === 'open');
    const stop = this.firstReached((reached) => books.triggered(reached, own));
    if (stop !== null) return stop;
    return (events) => {
      this.acts.liquidate(account.user, account.currency, events);
      return true;
    };
  }

  private nextReserve(): NaiveWork | null {
    const { books } = this;
    const rich = books.atReserve();
    if (rich === undefined) return null;
    const victim = this.acts.deleveraged(rich);
    if (victim !== undefined) {
      const own = this.firstReached((reached) => books.queued(reached, [victim]) ?? books.triggered(reached, [victim]));
      if (own !== null) return own;
    }
    return (events) => {
      this.acts.secure(rich, events);
      return true;
    };
  }

  private mustLiquidate(user: number, currency: number): boolean {
    const { books } = this;
    if (books.equity(user, currency) > books.sum(user, currency, 'maintenance')) return false;
    return books.of(user, currency).some((row) => !books.isFilled(row) || books.isClosable(row));
  }
}
