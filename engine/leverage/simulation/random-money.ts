import { accountType } from '../../ledger/account.ts';
import type { Command } from '../../command.ts';
import type { CreditDeposit, RepayDebt, ReverseCredit } from '../../credits/commands.ts';
import type { Credit, Hold, Transfer, VenueTransfer } from '../../ledger/commands.ts';
import type { NaiveExchange } from '../../simulation/naive-exchange.ts';
import type { Plain } from '../../simulation/random-commands.ts';
import type { Random } from '../../simulation/random.ts';
import type { NaiveBooks } from './naive-books.ts';

/** The source of its movements of money. */
const source = 'lever';

/**
 * Generates movements of the money of leverage: in and out of the house, insurance and the accounts of traders, and
 * deposits of traders that are reversed.
 */
export class RandomMoney {
  /** Commands to send next, instead of random ones. */
  readonly planned: Command[] = [];
  private readonly random: Random;
  private readonly model: NaiveExchange;
  private readonly books: NaiveBooks;
  private readonly users: readonly [number, ...number[]];
  private funded = 0;

  constructor(random: Random, model: NaiveExchange, books: NaiveBooks, users: readonly [number, ...number[]]) {
    this.random = random;
    this.model = model;
    this.books = books;
    this.users = users;
  }

  /** Money for the house or insurance; sometimes too little for the profits of positions. */
  fund(currency: number, to: number): VenueTransfer {
    const amount = this.worth(currency) * this.random.pick([20, 200, 2000]);
    return this.move({ from: accountType.external, to, currency, amount });
  }

  /** Takes the house's money away, down to its floor or a unit more. */
  drain(): Command {
    const { random } = this;
    const currency = random.pick([3, 4]);
    const available = Number(this.model.state.balance(0, accountType.leverHouse, currency)[0]);
    const free = available - Number(this.model.state.houseFloor(currency));
    const amount = random.oneIn(4) ? available : free + random.pick([0, 0, 1]);
    return this.move({ from: accountType.leverHouse, to: accountType.treasury, currency, amount });
  }

  /** Takes all that house and insurance have free. */
  emptyHouse(): void {
    const { leverHouse, insurance, treasury: to } = accountType;
    for (const currency of [3, 4]) {
      for (const from of [leverHouse, insurance]) {
        const available = Number(this.model.state.balance(0, from, currency)[0]);
        const kept = from === leverHouse ? Number(this.model.state.houseFloor(currency)) : 0;
        this.plan(this.move({ from, to, currency, amount: available - kept }));
      }
    }
  }

  move(terms: Pick<Plain<VenueTransfer>, 'from' | 'to' | 'currency' | 'amount'>): VenueTransfer {
    this.funded += 1;
    const audit = { operator: 0, cause: 'capital', source, n: this.funded } as const;
    const command: Plain<VenueTransfer> = { type: 'venue_transfer', toUser: 0, ...terms, ...audit };
    return command as VenueTransfer;
  }

  payIn(): Command {
    const currency = this.random.pick([3, 4]);
    const amount = Math.ceil(this.worth(currency) / this.random.pick([30, 100, 300, 1000]));
    const picked = this.random.pick(this.users);
    // A credit would pay a debt, so that no trader had one for long.
    const isOwing = this.model.state.debts.some(({ user }) => user === picked);
    return this.credit(isOwing && !this.random.oneIn(4) ? this.random.pick(this.users) : picked, currency, amount);
  }

  credit(user: number, currency: number, amount: number): Credit {
    this.funded += 1;
    const to = { user, accountType: accountType.lever, currency, amount };
    const command: Plain<Credit> = { type: 'credit', ...to, source, n: this.funded };
    return command as Credit;
  }

  /** Moves money out of a lever account; sometimes more than its positions can spare. */
  payOut(requestKey: string | null): Transfer {
    const { random } = this;
    const row = random.anyOf(this.books.rows);
    const user = row?.user ?? random.pick(this.users);
    const currency = row?.currency ?? random.pick([3, 4]);
    const available = Number(this.model.state.balance(user, 3, currency)[0]);
    const amount = Math.max(1, Math.floor(available / random.pick([1, 1, 2, 10])));
    const command: Plain<Transfer> = { type: 'transfer', user, currency, amount, from: 3, to: 1, requestKey };
    return command as Transfer;
  }

  deposit(): Command {
    const { random } = this;
    this.funded += 1;
    const { user, currency } = this.trader();
    const amount = Math.ceil(this.worth(currency) * random.pick([2, 1, 0.2, 0.02]));
    const to = { user, accountType: random.pick([1, 3, 3]), currency, amount, matured: random.oneIn(3) };
    const command: Plain<CreditDeposit> = { type: 'credit_deposit', ...to, source, n: this.funded };
    return command as CreditDeposit;
  }

  /** Reverses a deposit, mostly of a trader whose positions need more than the lever account has. */
  takeBack(): Command {
    const { state } = this.model;
    const own = state.credits.filter((credit) => credit.source === source && credit.status !== 'reversed');
    const short = own.filter(({ user, currency }) => state.leverGap(user, currency) > 0n);
    const credit = this.random.anyOf(short) ?? this.random.anyOf(own.slice(-20));
    if (credit === undefined) return this.deposit();
    const { status: _status, ...terms } = credit;
    const command: Plain<ReverseCredit> = { type: 'reverse_credit', ...terms };
    return command as ReverseCredit;
  }

  /** Holds all that the poorest user has outside leverage, and credits unmatured deposits in its place. */
  impoverish(): void {
    const [user] = this.users;
    const { currency } = this.trader();
    for (const type of [1, 2, 4, 5]) {
      for (const other of [1, 2, 3, 4]) this.plan(this.emptied(user, type, other, 0));
    }
    for (const accountType of [3, 1]) {
      const amount = Math.ceil(this.worth(currency) / 4);
      this.plan(this.credited({ user, accountType, currency, amount, matured: false }));
    }
  }

  /** Leaves a trader whose positions need money with a debt, and with money that does not pay it. */
  leaveDebt(requestKey: string | null): void {
    const { state } = this.model;
    const short = this.random.anyOf(
      this.books.rows.filter(({ user, currency }) => state.leverGap(user, currency) > 0n),
    );
    if (short === undefined) return;
    const { user, currency } = short;
    const amount = 1000;
    const credit = this.credited({ user, accountType: 1, currency, amount, matured: true });
    this.plan(credit);
    for (const type of [1, 2, 4, 5]) this.plan(this.emptied(user, type, currency, type === 1 ? amount : 0));
    const { matured: _matured, ...terms } = credit;
    this.plan({ ...terms, type: 'reverse_credit' });
    this.funded += 1;
    const audit = { operator: 0, cause: 'capital', source, n: this.funded } as const;
    const payment: Plain<VenueTransfer> = {
      type: 'venue_transfer',
      from: 104,
      toUser: user,
      to: 1,
      currency,
      amount: 5,
      ...audit,
    };
    this.plan(payment as VenueTransfer);
    const topUp: Plain<Transfer> = { type: 'transfer', user, currency, amount: 5, from: 1, to: 3, requestKey };
    this.plan(topUp as Transfer);
  }

  private plan(command: Command): void {
    this.planned.push(command);
  }

  private credited(to: Omit<Plain<CreditDeposit>, 'type' | 'source' | 'n'>): CreditDeposit {
    this.funded += 1;
    const command: Plain<CreditDeposit> = { type: 'credit_deposit', ...to, source, n: this.funded };
    return command as CreditDeposit;
  }

  /** Holds all that an account has, and what it is about to have. */
  private emptied(user: number, type: number, currency: number, more: number): Command {
    this.funded += 1;
    const available = Number(this.model.state.balance(user, type, currency)[0]) + more;
    const movement = { user, accountType: type, currency, amount: Math.max(1, available), source, n: this.funded };
    const command: Plain<Hold> = { type: 'hold', kind: 'withdrawal', ...movement };
    return command as Hold;
  }

  repay(requestKey: string | null): Command {
    const { random } = this;
    const debt = random.anyOf(this.model.state.debts) ?? { ...this.trader(), amount: 1n };
    const { user, currency } = debt;
    const amount = random.oneIn(2) ? null : Math.ceil(Number(debt.amount) / random.pick([1, 1, 5]));
    const command: Plain<RepayDebt> = { type: 'repay_debt', user, accountType: 3, currency, amount, requestKey };
    return command as RepayDebt;
  }

  /** Moves money into a lever account, mostly that of a trader whose positions need it. */
  topUp(requestKey: string | null): Command {
    const { random } = this;
    const { state } = this.model;
    const short = this.books.rows.filter(({ user, currency }) => state.leverGap(user, currency) > 0n);
    const bound = [...state.debts, ...state.credits.filter(({ status }) => status === 'unmatured')];
    const owing = short.filter(({ user }) => bound.some((one) => one.user === user));
    const { user, currency } = random.anyOf(owing) ?? random.anyOf(short) ?? this.trader();
    const available = Number(state.balance(user, 1, currency)[0]);
    const amount = random.oneIn(3) ? available : Math.min(available, Number(state.leverGap(user, currency)));
    const paid = { currency, amount: Math.max(1, amount), from: 1, to: 3 };
    const command: Plain<Transfer> = { type: 'transfer', user, ...paid, requestKey };
    return command as Transfer;
  }

  /** A user and a currency of a position or an order, often the poorest user's, or any. */
  private trader(): { user: number; currency: number } {
    const { random } = this;
    const { rows } = this.books;
    const ofPoorest = random.oneIn(2) ? random.anyOf(rows.filter(({ user }) => user === this.users[0])) : undefined;
    const any = { user: random.pick(this.users), currency: random.pick([3, 4]) };
    return ofPoorest ?? random.anyOf(rows) ?? any;
  }

  /** About the amount of ten hands of the currency's first pair, or a small sum. */
  private worth(currency: number): number {
    const pairs = this.books.pairs.filter(({ quote }) => quote === currency);
    const pair = this.random.anyOf(pairs);
    return pair === undefined ? 1000 : Math.max(1, 5000 * 10 ** pair.terms.markDecimals * pair.unit);
  }
}
