import { accountType, venue } from '@bourse/engine';
import type {
  AccountType,
  Credited,
  CurrencyId,
  Debited,
  HoldSettled,
  MarketId,
  OrderId,
  Traded,
  Transferred,
  UserId,
  VenueTransferred,
} from '@bourse/engine';
import { oneOf } from './column.ts';
import { isDemoTrader } from './demo-trader.ts';
import { projectedTable } from './table.ts';
import type { RowOf } from './table.ts';

export type Cause =
  'trade' | 'fee' | 'rebate' | 'credit' | 'debit' | 'transfer' | 'venue_transfer' | 'withdrawal' | 'escrow';

const columns = {
  sequence: 'bigint',
  leg: 'integer',
  user_id: 'bigint',
  account_type: 'smallint',
  currency_id: 'integer',
  amount: 'bigint',
  fee: 'bigint',
  cause: oneOf<Cause>(),
  cause_id: 'bigint',
} as const;
type AccountLogRow = RowOf<typeof columns>;

/**
 * Every change of the total of an account, signed, in smallest units; `fee` is the part that the venue took, and
 * `amount` is without it. All trades of an order in one command are one row for each of the two currencies, with the
 * order as cause: the trades are found by the order and the sequence. A person's rows of an account sum to its available
 * and locked balance. The venue's own accounts (user 0) get one row per batch, account and cause, with the batch as
 * number. A hold changes no total and leaves no row.
 */
export const accountLogTable = projectedTable({
  name: 'account_log',
  columns,
  key: ['user_id', 'sequence', 'leg'],
  scope: { sequence: 'sequence' },
  partition: { column: 'sequence' },
  // The venue's own legs only, and only those that no rebuild makes again.
  demoForgets: { once: { covered: 'sequence' }, where: 'user_id = 0', order: ['sequence', 'leg'] },
  rows: (exchange, write) => {
    const pairs = new Map<MarketId, Pair>();
    for (const market of exchange.markets()) pairs.set(market.market, market);
    const legs = new AccountLegs(write);
    return {
      rows: {
        market_listed: (event) => {
          pairs.set(event.market, event);
          return null;
        },
        traded: (event, { sequence }) => {
          const pair = pairs.get(event.market);
          if (pair === undefined) throw new Error(`Market ${event.market} traded but was never listed.`);
          legs.traded(event, pair, sequence);
          return null;
        },
        credited: (event, { sequence }) => {
          legs.credited(event, sequence);
          return null;
        },
        debited: (event, { sequence }) => {
          legs.debited(event, sequence);
          return null;
        },
        transferred: (event, { sequence }) => {
          legs.transferred(event, sequence);
          return null;
        },
        venue_transferred: (event, { sequence }) => {
          legs.venueTransferred(event, sequence);
          return null;
        },
        hold_settled: (event, { sequence }) => {
          legs.holdSettled(event, sequence);
          return null;
        },
      },
      afterCommand: () => {
        legs.commandOver();
      },
      afterBatch: (batchId, lastSequence) => {
        legs.batchOver(batchId, lastSequence);
      },
    };
  },
});

/** The currencies that a market's trades move. */
interface Pair {
  readonly base: CurrencyId;
  readonly quote: CurrencyId;
}

/** Writes legs. Those of one sequence are numbered in the order in which they happened. */
class AccountLegs {
  readonly #write: (row: AccountLogRow) => void;
  readonly #venue = new VenueSums();
  #sequence = 0;
  #leg = 0;
  #taken: Taken | null = null;

  constructor(write: (row: AccountLogRow) => void) {
    this.#write = write;
  }

  credited(event: Credited, sequence: number): void {
    this.#add(sequence, event.user, event.accountType, event.currency, event.amount, 'credit', event.n);
    this.#venue.add(accountType.external, event.currency, minus(event.amount), 'credit');
  }

  debited(event: Debited, sequence: number): void {
    this.#add(sequence, event.user, event.accountType, event.currency, minus(event.amount), 'debit', event.n);
    this.#venue.add(accountType.external, event.currency, event.amount, 'debit');
  }

  transferred({ user, from, to, currency, amount }: Transferred, sequence: number): void {
    this.#add(sequence, user, from, currency, minus(amount), 'transfer', sequence);
    this.#add(sequence, user, to, currency, amount, 'transfer', sequence);
  }

  venueTransferred({ from, toUser, to, currency, amount, n }: VenueTransferred, sequence: number): void {
    this.#venue.add(from, currency, minus(amount), 'venue_transfer');
    if (toUser === venue) this.#venue.add(to, currency, amount, 'venue_transfer');
    else this.#add(sequence, toUser, to, currency, amount, 'venue_transfer', n);
  }

  /** The fee is the owner's where the rest leaves the exchange, and the receiver's where it stays. */
  holdSettled(event: HoldSettled, sequence: number): void {
    const { kind, user, accountType: type, currency, amount, receiver, receiverType, fee, n } = event;
    if (receiver === venue) {
      this.#add(sequence, user, type, currency, minus(amount), kind, n, fee);
      this.#venue.add(receiverType, currency, amount - fee, kind);
    } else {
      this.#add(sequence, user, type, currency, minus(amount), kind, n);
      this.#add(sequence, receiver, receiverType, currency, amount - fee, kind, n, fee);
    }
    this.#venue.add(accountType.fees, currency, fee, 'fee');
  }

  /** What one order takes is added up until another one takes, or the command is over. */
  traded(event: Traded, { base, quote }: Pair, sequence: number): void {
    const { makerOrder, makerUser, makerFee, takerOrder, takerUser, takerFee, baseAmount, quoteAmount } = event;
    const takerBuys = event.takerSide === 'buy';
    const [paid, paidAmount] = takerBuys ? [base, baseAmount] : [quote, quoteAmount];
    const [received, receivedAmount] = takerBuys ? [quote, quoteAmount] : [base, baseAmount];
    const { change } = accountType;
    this.#add(sequence, makerUser, change, paid, minus(paidAmount), 'trade', makerOrder);
    this.#add(sequence, makerUser, change, received, receivedAmount - makerFee, 'trade', makerOrder, makerFee);
    if (this.#taken !== null && this.#taken.order !== takerOrder) this.commandOver();
    this.#taken ??= {
      sequence,
      user: takerUser,
      order: takerOrder,
      paid: received,
      received: paid,
      out: 0,
      in: 0,
      fee: 0,
    };
    this.#taken.out += receivedAmount;
    this.#taken.in += paidAmount;
    this.#taken.fee += takerFee;
    this.#venue.add(accountType.fees, received, makerFee, 'fee');
    this.#venue.add(accountType.fees, paid, takerFee, 'fee');
    if (event.rebate === 0) return;
    this.#add(sequence, makerUser, change, paid, event.rebate, 'rebate', makerOrder);
    this.#venue.add(accountType.fees, paid, minus(event.rebate), 'rebate');
  }

  /** Adds what the order that took last has taken. */
  commandOver(): void {
    if (this.#taken === null) return;
    const { sequence, user, order, paid, received, out, in: taken, fee } = this.#taken;
    this.#taken = null;
    this.#add(sequence, user, accountType.change, paid, minus(out), 'trade', order);
    this.#add(sequence, user, accountType.change, received, taken - fee, 'trade', order, fee);
  }

  /** Adds the venue's legs of the batch, after all others of its last sequence. */
  batchOver(batchId: number, lastSequence: number): void {
    for (const sum of this.#venue.take()) {
      this.#push(lastSequence, 0, sum.accountType, sum.currency, sum.amount, sum.cause, batchId, 0);
    }
  }

  #add(
    sequence: number,
    user: UserId,
    type: AccountType,
    currency: CurrencyId,
    amount: number,
    cause: Cause,
    id: number,
    fee = 0,
  ): void {
    if (!isDemoTrader(user)) this.#push(sequence, user, type, currency, amount, cause, id, fee);
  }

  #push(
    sequence: number,
    user: number,
    type: AccountType,
    currency: CurrencyId,
    amount: number,
    cause: Cause,
    id: number,
    fee: number,
  ): void {
    if (amount === 0 && fee === 0) return;
    if (sequence !== this.#sequence) this.#leg = 0;
    this.#sequence = sequence;
    this.#leg += 1;
    this.#write({
      sequence,
      leg: this.#leg,
      user_id: user,
      account_type: type,
      currency_id: currency,
      amount,
      fee,
      cause,
      cause_id: id,
    });
  }
}

/** What an order took in one command: what it paid out, what it was given before the fee, and the fee. */
interface Taken {
  readonly sequence: number;
  readonly user: UserId;
  readonly order: OrderId;
  readonly paid: CurrencyId;
  readonly received: CurrencyId;
  out: number;
  in: number;
  fee: number;
}

/** The changes of the venue's accounts in one batch, summed by account and cause, in the order of their first change. */
class VenueSums {
  #sums: VenueSum[] = [];
  readonly #byCause = new Map<Cause, Map<number, VenueSum>>();

  add(type: AccountType, currency: CurrencyId, amount: number, cause: Cause): void {
    let accounts = this.#byCause.get(cause);
    if (accounts === undefined) {
      accounts = new Map();
      this.#byCause.set(cause, accounts);
    }
    // A number as key, because every trade adds two or three sums; account types are below 1024.
    const account = currency * 1024 + type;
    const sum = accounts.get(account);
    if (sum !== undefined) {
      sum.amount += amount;
      return;
    }
    const first = { accountType: type, currency, cause, amount };
    accounts.set(account, first);
    this.#sums.push(first);
  }

  /** Gives all sums and begins with none. */
  take(): readonly VenueSum[] {
    const sums = this.#sums;
    this.#sums = [];
    this.#byCause.clear();
    return sums;
  }
}

interface VenueSum {
  readonly accountType: AccountType;
  readonly currency: CurrencyId;
  readonly cause: Cause;
  amount: number;
}

function minus(value: number): number {
  return -value;
}
