import { accountType, moneyOf, venue } from '@bourse/engine';
import type { AccountType, CurrencyId, MarketId, Money, OrderId, Traded, UserId } from '@bourse/engine';
import { isDemoTrader } from './demo-trader.ts';
import { projectedTable } from './table.ts';
import type { RowOf } from './table.ts';

const columns = {
  sequence: 'bigint',
  leg: 'integer',
  user_id: 'bigint',
  account_type: 'smallint',
  currency_id: 'integer',
  amount: 'bigint',
  fee: 'bigint',
  cause: 'text',
  cause_id: 'bigint',
} as const;
type AccountLogRow = RowOf<typeof columns>;

/**
 * Every change of the total of an account, signed, in smallest units; `fee` is the part that the venue took, and
 * `amount` is without it. All trades of an order in one command are one row for each of the two currencies, with the
 * order as cause: the trades are found by the order and the sequence. A person's rows of an account sum to its
 * available and locked balance. The venue's own accounts (user 0) get one row per batch, account and cause, with the
 * batch as number. A hold changes no total and leaves no row.
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
      },
      otherRows: {
        reads: (event) => moneyOf(event) !== null,
        rows: (event, { sequence }) => {
          const money = moneyOf(event);
          if (money !== null) legs.moved(money, sequence);
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

  moved({ cause, causeId, postings }: Money, sequence: number): void {
    const hasFee = postings.some(({ fee }) => fee !== 0);
    for (const { user, accountType: type, currency, available, locked, fee } of postings) {
      const amount = available + locked;
      if (user === venue) this.#venue.add(type, currency, amount, isFee(type, amount, hasFee) ? 'fee' : cause);
      else this.#add(sequence, user, type, currency, amount, cause, causeId ?? sequence, fee);
    }
  }

  /** The trades of one taking order are added up until another order takes, or the command is over. */
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

  /** Adds the trades of the last taking order. */
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
    cause: string,
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
    cause: string,
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

/** Whether a posting to the venue is the fee of its event; a fee of zero keeps its place among the venue's sums. */
function isFee(type: AccountType, amount: number, hasFee: boolean): boolean {
  return type === accountType.fees && (hasFee || amount === 0);
}

/** The trades of a taking order in one command: the amounts that it paid and received before the fee, and the fee. */
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

/**
 * The changes of the venue's accounts in one batch, summed by account and cause, in the order of their first change.
 */
class VenueSums {
  #sums: VenueSum[] = [];
  readonly #byCause = new Map<string, Map<number, VenueSum>>();

  add(type: AccountType, currency: CurrencyId, amount: number, cause: string): void {
    let accounts = this.#byCause.get(cause);
    if (accounts === undefined) {
      accounts = new Map();
      this.#byCause.set(cause, accounts);
    }
    // A number as key, because every trade adds two or three sums; account types are below 1024.
    const account = currency * 1024 + type;
    const sum = accounts.get(account);
    // A batch may move more through an account than a row can hold, though never more than that at a time.
    if (sum !== undefined && Number.isSafeInteger(sum.amount + amount)) {
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
  readonly cause: string;
  amount: number;
}

function minus(value: number): number {
  return -value;
}
