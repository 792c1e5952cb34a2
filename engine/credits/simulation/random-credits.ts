import { accountType } from '../../ledger/account.ts';
import type { Command } from '../../command.ts';
import type { Hold, VenueTransfer } from '../../ledger/commands.ts';
import type { NaiveExchange } from '../../simulation/naive-exchange.ts';
import type { NaiveCredit } from '../../simulation/naive-state.ts';
import type { RandomPart } from '../../simulation/parts.ts';
import type { Plain } from '../../simulation/random-commands.ts';
import type { Random } from '../../simulation/random.ts';
import type {
  CreditCardDeposit,
  CreditDeposit,
  MatureCredit,
  RepayDebt,
  ReverseCredit,
  SettleDebt,
} from '../commands.ts';

const personal = [1, 2, 3, 4, 5] as const;
const oddNumbers = [0, -0, -1, 0.5, 2 ** 53, NaN, Infinity, Number.MAX_SAFE_INTEGER] as const;

/**
 * Generates deposits of all sizes, of which many are reversed after their money was spent, so that debts arise and are
 * paid by later credits, by users and by the venue.
 */
export class RandomCredits implements RandomPart {
  readonly name = 'credits';
  private isWithCards = false;
  private readonly random: Random;
  private readonly model: NaiveExchange;
  private readonly users: readonly [number, ...number[]];
  private readonly currencies: readonly [number, ...number[]];
  private deposits = 0;
  private settlements = 0;
  private spendings = 0;
  private fundings = 0;

  constructor(
    random: Random,
    model: NaiveExchange,
    users: readonly [number, ...number[]],
    currencies: readonly [number, ...number[]],
  ) {
    this.random = random;
    this.model = model;
    this.users = users;
    this.currencies = currencies;
  }

  /** Seeds of other runs are kept for what they once found, so that only the runs of this variant have cards. */
  vary(): void {
    this.isWithCards = true;
  }

  opening(): [] {
    return [];
  }

  next(requestKey: string | null): Command {
    const { random } = this;
    switch (random.integer(1, 12)) {
      case 1:
      case 2:
      case 3:
        return this.isWithCards && !random.oneIn(3) ? this.cardDeposit() : this.deposit();
      case 4:
        return this.mature();
      case 5:
      case 6:
        return this.takeBack();
      case 7:
      case 8:
      case 9:
        return this.spend();
      case 10:
        return this.repay(requestKey);
      case 11:
        return this.fund();
      default:
        return this.settle();
    }
  }

  private deposit(): CreditDeposit {
    const { random } = this;
    if (!random.oneIn(12)) this.deposits += 1;
    const command: Plain<CreditDeposit> = {
      type: 'credit_deposit',
      user: this.user(),
      accountType: this.account(),
      currency: this.currency(),
      amount: this.odd(random.integer(1, 10) * 10 ** random.integer(0, 14)),
      source: random.oneIn(100) ? '' : 'deposit',
      n: random.oneIn(60) ? random.pick(oddNumbers) : this.deposits,
      matured: random.oneIn(4),
    };
    return command as CreditDeposit;
  }

  private cardDeposit(): CreditCardDeposit {
    const { random } = this;
    const { matured: _matured, ...deposit } = this.deposit();
    const matureMs = random.oneIn(20)
      ? random.pick([0, ...oddNumbers, 366 * 86_400_000 + 1])
      : random.integer(1, 10 ** random.integer(1, 8));
    return { ...deposit, type: 'credit_card_deposit', matureMs };
  }

  private mature(): MatureCredit {
    const { source, n } = this.credit();
    return { type: 'mature_credit', source, n };
  }

  private takeBack(): ReverseCredit {
    const { random } = this;
    const { status: _status, time: _time, ...credit } = this.credit();
    const command: Plain<ReverseCredit> = { type: 'reverse_credit', ...credit };
    if (!random.oneIn(4)) return command as ReverseCredit;
    const other = random.pick<Partial<typeof command>>([
      { user: this.user() },
      { accountType: this.account() },
      { currency: this.currency() },
      { amount: random.pick([credit.amount + 1, ...oddNumbers]) },
    ]);
    return { ...command, ...other } as ReverseCredit;
  }

  /** Takes most or all of what is available in the account of a credit. */
  private spend(): Hold {
    const { random } = this;
    const { user, accountType: account, currency } = this.credit();
    const available = Number(this.model.state.balance(user, account, currency)[0]);
    const amount = random.oneIn(2) ? available : Math.floor((available / 10) * random.integer(1, 9));
    this.spendings += 1;
    const cause = { source: 'spending', n: this.spendings };
    const movement = { user, accountType: account, currency, amount: Math.max(1, amount), ...cause };
    const command: Plain<Hold> = { type: 'hold', kind: random.pick(['withdrawal', 'escrow']), ...movement };
    return command as Hold;
  }

  /** Money for debts that the venue pays. */
  private fund(): VenueTransfer {
    this.fundings += 1;
    const command: Plain<VenueTransfer> = {
      type: 'venue_transfer',
      from: accountType.external,
      toUser: 0,
      to: this.random.pick([accountType.treasury, accountType.insurance]),
      currency: this.currency(),
      amount: this.random.integer(1, 10) * 10 ** this.random.integer(0, 12),
      operator: 0,
      cause: 'capital',
      source: 'debts',
      n: this.fundings,
    };
    return command as VenueTransfer;
  }

  private repay(requestKey: string | null): RepayDebt {
    const { user, currency, amount } = this.payment();
    const command: Plain<RepayDebt> = {
      type: 'repay_debt',
      user,
      accountType: this.account(),
      currency,
      amount: this.random.oneIn(3) ? null : amount,
      requestKey,
    };
    return command as RepayDebt;
  }

  private settle(): SettleDebt {
    const { random } = this;
    if (!random.oneIn(10)) this.settlements += 1;
    const { treasury, insurance, fees } = accountType;
    const command: Plain<SettleDebt> = {
      type: 'settle_debt',
      ...this.payment(),
      from: random.oneIn(20) ? random.pick([fees, 1, 101, 1.5]) : random.pick([treasury, insurance]),
      source: random.oneIn(60) ? '' : 'debts',
      n: random.oneIn(60) ? random.pick(oddNumbers) : this.settlements,
      operator: random.oneIn(40) ? random.pick([-1, 1.5, 2 ** 30]) : random.pick([0, ...this.users]),
      cause: 'compensation',
    };
    return command as SettleDebt;
  }

  /** A user, a currency and an amount: mostly an existing debt, sometimes more or less than the whole. */
  private payment(): { user: number; currency: number; amount: number } {
    const { random } = this;
    const debt = random.anyOf(this.model.state.debts);
    if (debt === undefined || random.oneIn(10)) {
      return { user: this.user(), currency: this.currency(), amount: this.odd(random.integer(1, 100)) };
    }
    const { user, currency } = debt;
    const whole = Number(debt.amount);
    if (random.oneIn(2)) return { user, currency, amount: Math.max(1, Math.floor(whole / random.integer(1, 20))) };
    return { user, currency, amount: this.odd(whole + random.pick([0, 0, 1])) };
  }

  /** Mostly a recent credit; otherwise one that was refused or never existed. */
  private credit(): NaiveCredit {
    const { random } = this;
    const credits = this.model.state.credits.slice(-30);
    const known = random.anyOf(random.oneIn(6) ? credits : credits.filter(({ status }) => status === 'unmatured'));
    if (known !== undefined && !random.oneIn(20)) return known;
    const n = this.deposits + random.integer(-2, 3);
    const unknown = { source: 'deposit', n, user: this.user(), accountType: 1, currency: this.currency(), amount: 5 };
    return { ...unknown, status: 'unmatured', time: null };
  }

  private odd(value: number): number {
    return this.random.oneIn(40) ? this.random.pick(oddNumbers) : value;
  }

  private account(): number {
    const { random } = this;
    if (random.oneIn(30)) return random.pick([0, 6, 1.5, accountType.treasury]);
    return random.oneIn(3) ? random.pick(personal) : accountType.change;
  }

  private user(): number {
    return this.random.oneIn(30) ? this.random.pick([0, -5, 2 ** 30]) : this.random.pick(this.users);
  }

  private currency(): number {
    return this.random.oneIn(30) ? 9 : this.random.pick(this.currencies);
  }
}
