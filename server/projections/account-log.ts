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
 * What changed the total of an account, signed, in smallest units; `fee` is what the venue took of it, and `amount` is
 * after that. What an order traded in one command is one row for each of the two currencies, with the order as cause:
 * its trades are found by the order and the sequence. Of each account a person's rows sum to what is available and
 * locked in it. The venue's own accounts (user 0) get one row per batch and account, with the batch as cause. Holds
 * move nothing out of a balance and leave no row.
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
  readonly #venue = new Map<string, VenueSum>();
  #sequence = 0;
  #leg = 0;
  #taken: Taken | null = null;

  constructor(write: (row: AccountLogRow) => void) {
    this.#write = write;
  }

  credited(event: Credited, sequence: number): void {
    this.#add(sequence, event.user, event.accountType, event.currency, event.amount, 'credit', event.n);
    this.#addVenue(accountType.external, event.currency, minus(event.amount), 'credit');
  }

  debited(event: Debited, sequence: number): void {
    this.#add(sequence, event.user, event.accountType, event.currency, minus(event.amount), 'debit', event.n);
    this.#addVenue(accountType.external, event.currency, event.amount, 'debit');
  }

  transferred({ user, from, to, currency, amount }: Transferred, sequence: number): void {
    this.#add(sequence, user, from, currency, minus(amount), 'transfer', sequence);
    this.#add(sequence, user, to, currency, amount, 'transfer', sequence);
  }

  venueTransferred({ from, toUser, to, currency, amount, n }: VenueTransferred, sequence: number): void {
    this.#addVenue(from, currency, minus(amount), 'venue_transfer');
    if (toUser === venue) this.#addVenue(to, currency, amount, 'venue_transfer');
    else this.#add(sequence, toUser, to, currency, amount, 'venue_transfer', n);
  }

  /** The fee is the owner's where the rest leaves the exchange, and the receiver's where it stays. */
  holdSettled(event: HoldSettled, sequence: number): void {
    const { kind, user, accountType: type, currency, amount, receiver, receiverType, fee, n } = event;
    if (receiver === venue) {
      this.#add(sequence, user, type, currency, minus(amount), kind, n, fee);
      this.#addVenue(receiverType, currency, amount - fee, kind);
    } else {
      this.#add(sequence, user, type, currency, minus(amount), kind, n);
      this.#add(sequence, receiver, receiverType, currency, amount - fee, kind, n, fee);
    }
    this.#addVenue(accountType.fees, currency, fee, 'fee');
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
    this.#addVenue(accountType.fees, received, makerFee, 'fee');
    this.#addVenue(accountType.fees, paid, takerFee, 'fee');
    if (event.rebate === 0) return;
    this.#add(sequence, makerUser, change, paid, event.rebate, 'rebate', makerOrder);
    this.#addVenue(accountType.fees, paid, minus(event.rebate), 'rebate');
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
    for (const sum of this.#venue.values()) {
      this.#push(lastSequence, 0, sum.accountType, sum.currency, sum.amount, sum.cause, batchId, 0);
    }
    this.#venue.clear();
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

  #addVenue(type: AccountType, currency: CurrencyId, amount: number, cause: Cause): void {
    const key = `${type} ${currency} ${cause}`;
    const sum = this.#venue.get(key);
    if (sum === undefined) this.#venue.set(key, { accountType: type, currency, cause, amount });
    else sum.amount += amount;
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

interface VenueSum {
  readonly accountType: AccountType;
  readonly currency: CurrencyId;
  readonly cause: Cause;
  amount: number;
}

function minus(value: number): number {
  return -value;
}
