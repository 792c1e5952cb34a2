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
  time_ms: 'bigint?',
} as const;
type AccountLogRow = RowOf<typeof columns>;

/**
 * Every change of the total of an account, signed, in smallest units. `fee` is the part that the venue took; `amount`
 * excludes it. All trades of an order within one command are one row per currency, with the order as cause, so the
 * trades are found by order and sequence. The rows of a user's account sum to its available plus locked balance. The
 * venue's own accounts (user 0) get one row per batch, account and cause, with the batch id as `cause_id`. A hold does
 * not change the total and leaves no row.
 */
export const accountLogTable = projectedTable({
  name: 'account_log',
  columns,
  key: ['user_id', 'sequence', 'leg'],
  scope: { sequence: 'sequence' },
  partition: { column: 'sequence' },
  // Only the venue's own rows that a snapshot covers, which a rebuild therefore does not write again.
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
        traded: (event, { sequence, timeMs }) => {
          const pair = pairs.get(event.market);
          if (pair === undefined) throw new Error(`Market ${event.market} traded but was never listed.`);
          legs.at(timeMs);
          legs.traded(event, pair, sequence);
          return null;
        },
      },
      otherRows: {
        reads: (event) => moneyOf(event) !== null,
        rows: (event, { sequence, timeMs }) => {
          const money = moneyOf(event);
          legs.at(timeMs);
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

/** Writes rows, numbered within their sequence in the order of their postings. */
class AccountLegs {
  readonly #write: (row: AccountLogRow) => void;
  readonly #venue = new VenueSums();
  #sequence = 0;
  #timeMs = 0;
  #leg = 0;
  #taken: Taken | null = null;

  constructor(write: (row: AccountLogRow) => void) {
    this.#write = write;
  }

  /** Sets the time of the command whose events follow. */
  at(timeMs: number): void {
    this.#timeMs = timeMs;
  }

  moved({ cause, causeId, gained, postings }: Money, sequence: number): void {
    const hasFee = postings.some(({ fee }) => fee !== 0);
    for (const { user, accountType: type, currency, available, locked, fee } of postings) {
      const amount = available + locked;
      if (user === venue) this.#venue.add(type, currency, amount, isFee(type, amount, hasFee) ? 'fee' : cause);
      else this.#add(sequence, user, type, currency, amount, amount > 0 ? gained : cause, causeId ?? sequence, fee);
    }
  }

  /** Accumulates the trades of one taker order until another order takes or the command ends. */
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

  /** Writes the rows of the accumulated trades. */
  commandOver(): void {
    if (this.#taken === null) return;
    const { sequence, user, order, paid, received, out, in: taken, fee } = this.#taken;
    this.#taken = null;
    this.#add(sequence, user, accountType.change, paid, minus(out), 'trade', order);
    this.#add(sequence, user, accountType.change, received, taken - fee, 'trade', order, fee);
  }

  /** Writes the venue's rows of the batch, after all other rows of its last sequence. */
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
      // A row of the venue sums up the commands of a batch.
      time_ms: user === venue ? null : this.#timeMs,
    });
  }
}

/**
 * Whether a posting to the venue is the fee of its event; a fee of zero still determines the order of the venue's sums.
 */
function isFee(type: AccountType, amount: number, hasFee: boolean): boolean {
  return type === accountType.fees && (hasFee || amount === 0);
}

/** The trades of a taker order in one command: paid and received amounts before the fee, and the fee. */
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
    // A numeric key is faster, and every trade adds two or three sums. Account types are below 1024.
    const account = currency * 1024 + type;
    const sum = accounts.get(account);
    // If the batch's sum does not fit into a row, another row is started; a single amount always fits.
    if (sum !== undefined && Number.isSafeInteger(sum.amount + amount)) {
      sum.amount += amount;
      return;
    }
    const first = { accountType: type, currency, cause, amount };
    accounts.set(account, first);
    this.#sums.push(first);
  }

  /** Returns all sums and resets them. */
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
