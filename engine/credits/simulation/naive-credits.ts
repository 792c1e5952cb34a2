import { isId, largest, refuse, Refused } from '../../simulation/naive-rules.ts';
import type { Command } from '../../command.ts';
import type { NaiveEvent } from '../../simulation/naive-rules.ts';
import type { NaiveCredit, NaiveState } from '../../simulation/naive-state.ts';
import type { NaivePart } from '../../simulation/parts.ts';
import type {
  CreditCardDeposit,
  CreditDeposit,
  MatureCredit,
  RepayDebt,
  ReverseCredit,
  SettleDebt,
} from '../commands.ts';

type Movement = Omit<ReverseCredit, 'type'>;

/** A second model of deposits: one list of all credits ever made, and one of debts. */
export class NaiveCredits implements NaivePart {
  readonly commands = [
    'credit_deposit',
    'credit_card_deposit',
    'mature_credit',
    'reverse_credit',
    'repay_debt',
    'settle_debt',
  ] as const;
  readonly refusals = [
    'credit_not_found',
    'credit_reversed',
    'maturity_invalid',
    'credit_differs',
    'debt_exceeded',
    'debt_outstanding',
    'deposit_unmatured',
  ] as const;
  private readonly state: NaiveState;
  private readonly settled = new Set<string>();

  constructor(state: NaiveState) {
    this.state = state;
  }

  perform(command: Command, events: NaiveEvent[]): NaiveEvent {
    if (command.type === 'credit_deposit') this.credit(command, command.matured, 0, events);
    else if (command.type === 'credit_card_deposit') this.creditCard(command, events);
    else if (command.type === 'mature_credit') this.mature(command, events);
    else if (command.type === 'reverse_credit') this.reverse(command, events);
    else if (command.type === 'repay_debt') return this.repay(command, events);
    else if (command.type === 'settle_debt') this.settle(command, events);
    else throw new Error(`no command of credits: ${command.type}`);
    return { type: 'done' };
  }

  isDue(): boolean {
    const next = this.nextTimer();
    return next !== null && next.atMs <= this.state.timeMs;
  }

  nextTimer(): { atMs: number; sequence: number } | null {
    const [first] = this.timed().toSorted((a, b) => a.untilMs - b.untilMs || a.sequence - b.sequence);
    return first === undefined ? null : { atMs: first.untilMs, sequence: first.sequence };
  }

  passTime(max: number, events: NaiveEvent[]): number {
    for (let pieces = 0; pieces < max; pieces += 1) {
      const next = this.nextTimer();
      if (next === null || next.atMs > this.state.timeMs) return pieces;
      const credit = this.state.credits.find((one) => one.time?.sequence === next.sequence);
      if (credit === undefined || credit.time === null) throw new Error('a timer of the model has no credit');
      if (credit.time.isFinal) credit.status = 'matured';
      events.push({ type: credit.time.isFinal ? 'credit_matured' : 'credit_time_ended', ...movementOf(credit) });
      credit.time = null;
    }
    return max;
  }

  private timed(): { untilMs: number; sequence: number }[] {
    return this.state.credits.flatMap(({ status, time }) => (status === 'unmatured' && time !== null ? [time] : []));
  }

  private creditCard(command: CreditCardDeposit, events: NaiveEvent[]): void {
    refuse(command.matureMs !== 0 && !isId(command.matureMs, 366 * 86_400_000 + 1), { reason: 'maturity_invalid' });
    this.credit(command, false, command.matureMs, events);
  }

  private credit(
    command: CreditDeposit | CreditCardDeposit,
    matured: boolean,
    matureMs: number,
    events: NaiveEvent[],
  ): void {
    const movement = movementOf(command);
    const { user, accountType, currency, amount, source, n } = movement;
    if (this.find(source, n) !== undefined) {
      events.push({ type: 'cause_repeated', command: 'credit_deposit', source, n });
      return;
    }
    this.checkAccount(command);
    refuse(source === '' || !isId(n, 2 ** 53), { reason: 'cause_invalid' });
    refuse(!isId(amount, 2 ** 53), { reason: 'amount_invalid' });
    const sum = this.state.exposure(currency) + BigInt(amount);
    refuse(!matured && sum > largest, { reason: 'supply_exceeded', currency });
    const supply = BigInt(amount) - this.state.balance(0, 101, currency)[0];
    refuse(supply > largest, { reason: 'supply_exceeded', currency });
    const postings = [
      this.post(0, 101, currency, -BigInt(amount)),
      this.post(user, accountType, currency, BigInt(amount)),
    ];
    events.push({ type: 'deposit_credited', ...movement, matured, postings });
    if (matured) events.push({ type: 'credit_matured', ...movement });
    const untilMs = this.state.timeMs + matureMs;
    const time = matureMs > 0 ? { untilMs, isFinal: false, sequence: this.state.sequence } : null;
    if (time !== null) events.push({ type: 'credit_timed', ...movement, untilMs });
    this.state.credits.push({ ...movement, status: matured ? 'matured' : 'unmatured', time });
    this.state.payDebt(user, accountType, currency, amount, events);
  }

  private mature({ source, n }: MatureCredit, events: NaiveEvent[]): void {
    const credit = this.find(source, n);
    if (credit === undefined) throw new Refused({ reason: 'credit_not_found' });
    refuse(credit.status === 'reversed', { reason: 'credit_reversed' });
    if (credit.status === 'matured' || credit.time?.isFinal === true) {
      events.push({ type: 'cause_repeated', command: 'mature_credit', source, n });
      return;
    }
    if (credit.time !== null) {
      credit.time.isFinal = true;
      events.push({ type: 'credit_confirmed', ...movementOf(credit), untilMs: credit.time.untilMs });
      return;
    }
    credit.status = 'matured';
    events.push({ type: 'credit_matured', ...movementOf(credit) });
  }

  private reverse(command: ReverseCredit, events: NaiveEvent[]): void {
    const { type: _type, ...movement } = command;
    const { user, accountType, currency, amount, source, n } = movement;
    const credit = this.find(source, n);
    if (credit?.status === 'reversed') {
      events.push({ type: 'cause_repeated', command: 'reverse_credit', source, n });
      return;
    }
    this.checkAccount(command);
    refuse(!isId(amount, 2 ** 53), { reason: 'amount_invalid' });
    if (credit === undefined) throw new Refused({ reason: 'credit_not_found' });
    const isSame = (['user', 'accountType', 'currency', 'amount'] as const).every(
      (name) => credit[name] === command[name],
    );
    refuse(credit.status === 'unmatured' && !isSame, { reason: 'credit_differs' });
    const accounts = [accountType, ...[1, 2, 3, 4, 5].filter((type) => type !== accountType)];
    const balances = accounts.map((type) => ({ type, available: this.payable(user, type, currency) }));
    const available = balances.reduce((sum, one) => sum + one.available, 0n);
    const debt = available < BigInt(amount) ? BigInt(amount) - available : 0n;
    const debts = this.state.debts.filter((one) => one.currency === currency);
    refuse(debts.reduce((sum, one) => sum + one.amount, debt) > largest, { reason: 'supply_exceeded', currency });
    credit.status = 'reversed';
    const taken = BigInt(amount) - debt;
    const postings: object[] = [];
    let left = taken;
    for (const { type, available: most } of balances) {
      const part = left < most ? left : most;
      if (part > 0n) postings.push(this.post(user, type, currency, -part));
      left -= part;
    }
    if (taken > 0n) postings.push(this.post(0, 101, currency, taken));
    this.state.changeDebt(user, currency, debt);
    events.push({ type: 'credit_reversed', ...movement, taken: Number(taken), debt: Number(debt), postings });
  }

  private repay({ user, accountType, currency, amount }: RepayDebt, events: NaiveEvent[]): NaiveEvent {
    refuse(!isId(accountType, 6), { reason: 'account_invalid' });
    this.checkCurrency(currency);
    refuse(amount !== null && !isId(amount, 2 ** 53), { reason: 'amount_invalid' });
    const debt = this.state.debt(user, currency);
    refuse(debt === 0n, { reason: 'debt_exceeded', currency, debt: 0 });
    const payable = this.payable(user, accountType, currency);
    const most = payable === 0n || debt < payable ? debt : payable;
    const paid = amount ?? Number(most);
    this.checkDebt(user, currency, paid);
    // All of an account whose positions need its money is refused for the margin.
    if (amount !== null || payable !== 0n || this.state.balance(user, accountType, currency)[0] === 0n) {
      this.checkAvailable(user, accountType, currency, paid);
    }
    refuse(BigInt(paid) > payable, { reason: 'margin_needed', currency, transferable: Number(payable) });
    this.state.repay({ user, accountType, currency, amount: BigInt(paid) }, 'user', events);
    return { type: 'repayment', amount: paid, left: Number(debt) - paid };
  }

  private settle(command: SettleDebt, events: NaiveEvent[]): void {
    const { type: _type, ...terms } = command;
    const { user, from, currency, amount, source, n, operator } = terms;
    if (this.settled.has(`${source} ${n}`)) {
      events.push({ type: 'cause_repeated', command: 'settle_debt', source, n });
      return;
    }
    refuse(operator !== 0 && !isId(operator, 2 ** 30), { reason: 'operator_invalid' });
    refuse(!isId(user, 2 ** 30), { reason: 'user_invalid' });
    refuse(from !== 104 && from !== 107, { reason: 'account_invalid' });
    this.checkCurrency(currency);
    refuse(source === '' || !isId(n, 2 ** 53), { reason: 'cause_invalid' });
    refuse(!isId(amount, 2 ** 53), { reason: 'amount_invalid' });
    this.checkDebt(user, currency, amount);
    this.checkAvailable(0, from, currency, amount);
    this.settled.add(`${source} ${n}`);
    this.state.changeDebt(user, currency, -BigInt(amount));
    const left = Number(this.state.debt(user, currency));
    const postings = [this.post(0, from, currency, -BigInt(amount)), this.post(0, 101, currency, BigInt(amount))];
    events.push({ type: 'debt_settled', ...terms, left, postings });
  }

  /** The money that an account can pay: all available, and of a lever account no more than its positions leave over. */
  private payable(user: number, type: number, currency: number): bigint {
    const [available] = this.state.balance(user, type, currency);
    return type === 3 ? (this.state.leverRoom(user, currency) ?? available) : available;
  }

  private find(source: string, n: number): NaiveCredit | undefined {
    return this.state.credits.find((credit) => credit.source === source && credit.n === n);
  }

  private post(user: number, accountType: number, currency: number, available: bigint): object {
    this.state.change(user, accountType, currency, available, 0n);
    return { user, accountType, currency, available: Number(available), locked: 0, fee: 0 };
  }

  private checkAccount({ user, accountType, currency }: Movement): void {
    refuse(!isId(user, 2 ** 30), { reason: 'user_invalid' });
    refuse(!isId(accountType, 6), { reason: 'account_invalid' });
    this.checkCurrency(currency);
  }

  private checkCurrency(currency: number): void {
    refuse(!this.state.currencies.some((listed) => listed.currency === currency), { reason: 'currency_unknown' });
  }

  private checkDebt(user: number, currency: number, amount: number): void {
    const debt = this.state.debt(user, currency);
    refuse(BigInt(amount) > debt, { reason: 'debt_exceeded', currency, debt: Number(debt) });
  }

  private checkAvailable(user: number, type: number, currency: number, needed: number): void {
    const [available] = this.state.balance(user, type, currency);
    const figures = { currency, available: Number(available), needed };
    refuse(BigInt(needed) > available, { reason: 'insufficient_balance', ...figures });
  }
}

function movementOf({ user, accountType, currency, amount, source, n }: Movement | NaiveCredit) {
  return { user, accountType, currency, amount, source, n };
}
