import { accountType } from '../ledger/account.ts';
import { largest } from './naive-rules.ts';
import type { Command } from '../command.ts';
import type { Credit, Hold, ReleaseHold, SettleHold, Transfer, VenueTransfer } from '../ledger/commands.ts';
import type { NaiveExchange } from './naive-exchange.ts';
import type { Plain } from './random-commands.ts';
import type { Random } from './random.ts';

const sources = ['deposit', 'grant', 'airdrop'] as const;
const personal = [1, 2, 3, 4, 5] as const;
const ofVenue = [101, 102, 103, 104, 105, 106, 107] as const;
const oddAccounts = [0, 6, 1.5, -1, 100, 108] as const;

/** Invalid amounts, and the largest valid one. */
const oddAmounts = [0, -0, -1, 0.5, 2 ** 53, -(2 ** 53), NaN, Infinity, Number.MAX_SAFE_INTEGER] as const;

/**
 * Generates movements of money outside the books: few sources and small numbers, so that causes repeat, holds are ended
 * twice and in both ways, and amounts are close to the available balances. Reads the model's state to find holds to
 * end.
 */
export class RandomLedger {
  private readonly random: Random;
  private readonly model: NaiveExchange;
  private readonly users: readonly [number, ...number[]];
  private readonly currencies: readonly [number, ...number[]];
  private readonly lastOf = new Map<string, number>();
  /** References of holds requested so far. */
  private readonly references: { source: string; n: number }[] = [];

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

  credit(user: number, currency: number, amount: number): Credit {
    const { random } = this;
    const type = random.oneIn(20) ? random.pick([...oddAccounts, ...ofVenue]) : this.account();
    const cause = this.cause('credit', random.pick(sources));
    const command: Plain<Credit> = { type: 'credit', user, accountType: type, currency, amount, ...cause };
    return command as Credit;
  }

  next(requestKey: string | null): Command {
    const { random } = this;
    switch (random.integer(1, 8)) {
      case 1:
        return this.anyCredit();
      case 2:
      case 3:
        return this.transfer(requestKey);
      case 4:
        return this.venueTransfer();
      case 5:
      case 6:
        return this.hold();
      default:
        return random.oneIn(2) ? this.settle() : this.release();
    }
  }

  private anyCredit(): Credit {
    const { random } = this;
    const user = this.user();
    if (random.oneIn(20)) return this.credit(user, this.currency(), random.pick(oddAmounts));
    if (random.oneIn(20)) {
      // The largest amount that still fits, or one unit more.
      const currency = this.currency();
      const [outside] = this.model.state.balance(0, accountType.external, currency);
      return this.credit(user, currency, Number(largest + outside) + random.integer(0, 1));
    }
    if (random.oneIn(20)) return this.credit(user, this.currency(), 2 ** 53 - random.integer(1, 10 ** 15));
    return this.credit(user, this.currency(), random.integer(1, 10) * 10 ** random.integer(0, 14));
  }

  private transfer(requestKey: string | null): Transfer {
    const { random } = this;
    const user = random.pick(this.users);
    const { accountType: from, currency, amount } = this.place(user);
    const to = random.oneIn(20) ? random.pick([...oddAccounts, ...ofVenue]) : random.pick(personal);
    const command: Plain<Transfer> = { type: 'transfer', user, currency, amount, from, to, requestKey };
    return command as Transfer;
  }

  private venueTransfer(): VenueTransfer {
    const { random } = this;
    const from = random.oneIn(20) ? random.pick([1, ...oddAccounts]) : random.pick(ofVenue);
    const toVenue = random.oneIn(2);
    const to = toVenue ? random.pick(ofVenue) : random.pick(personal);
    const { currency, amount } = this.place(0, from);
    const isTooMuch = from === accountType.external && random.oneIn(6);
    const command: Plain<VenueTransfer> = {
      type: 'venue_transfer',
      from,
      toUser: toVenue ? 0 : this.user(),
      to: random.oneIn(20) ? random.pick([1, 101, ...oddAccounts]) : to,
      currency,
      amount: isTooMuch ? 2 ** 53 - random.integer(1, 10 ** 6) : amount,
      operator: random.oneIn(20) ? random.pick([-1, 1.5, 2 ** 30]) : random.pick([0, ...this.users]),
      cause: random.pick(['capital', 'funding'] as const),
      ...this.cause('venue_transfer', random.pick(sources)),
    };
    return command as VenueTransfer;
  }

  private hold(): Hold {
    const { random } = this;
    const user = this.user();
    const kind = random.pick(['withdrawal', 'escrow'] as const);
    const cause = this.cause('hold', random.pick(['draw', 'ad']));
    const command: Plain<Hold> = { type: 'hold', kind, user, ...this.place(user), ...cause };
    this.references.push(cause);
    return command as Hold;
  }

  private settle(): SettleHold {
    const { random } = this;
    const reference = this.reference();
    const hold = this.model.state.holds.find(({ source, n }) => source === reference.source && n === reference.n);
    const isWithdrawal = random.oneIn(10) ? random.oneIn(2) : hold?.kind !== 'escrow';
    const receiver = { user: this.user(), accountType: random.oneIn(20) ? random.pick(oddAccounts) : this.account() };
    const amount = hold?.amount ?? 10;
    const odd = random.pick([-1, 0.5, amount, amount + 1, 2 ** 53]);
    const fee = random.oneIn(10) ? odd : random.oneIn(2) ? 0 : random.integer(0, amount - 1);
    const own = hold !== undefined && fee % 3 === 1 ? { user: hold.user, accountType: hold.accountType } : null;
    return { type: 'settle_hold', ...reference, receiver: isWithdrawal ? own : receiver, fee } as SettleHold;
  }

  private release(): ReleaseHold {
    return { type: 'release_hold', ...this.reference() };
  }

  /** Mostly an open hold; otherwise one that ended, was refused or never existed. */
  private reference(): { source: string; n: number } {
    const { random } = this;
    const open = random.anyOf(this.model.state.holds);
    if (open !== undefined && !random.oneIn(3)) return { source: open.source, n: open.n };
    const before = random.anyOf(this.references.slice(-20));
    return before === undefined || random.oneIn(10)
      ? { source: 'draw', n: random.pick([random.integer(-1, 10 ** 6), 1.5, NaN]) }
      : before;
  }

  /** An account, mostly one with a balance, and an amount, mostly within that balance. */
  private place(user: number, type = this.account()): { accountType: number; currency: number; amount: number } {
    const { random } = this;
    const currency = this.currency();
    const available = Number(this.model.state.balance(user, type, currency)[0]);
    const place = { accountType: random.oneIn(30) ? random.pick([101, ...oddAccounts]) : type, currency };
    if (random.oneIn(20)) return { ...place, amount: random.pick(oddAmounts) };
    if (random.oneIn(8)) return { ...place, amount: Math.max(1, available + random.integer(-1, 1)) };
    if (available <= 0) return { ...place, amount: random.integer(1, 10) * 10 ** random.integer(0, 14) };
    return { ...place, amount: Math.max(1, Math.floor(available / random.integer(2, 50))) };
  }

  private account(): number {
    return this.random.oneIn(4) ? this.random.pick(personal) : accountType.change;
  }

  private user(): number {
    return this.random.oneIn(30) ? this.random.pick([0, -5, 2 ** 30]) : this.random.pick(this.users);
  }

  private currency(): number {
    return this.random.oneIn(30) ? 9 : this.random.pick(this.currencies);
  }

  /** A cause, mostly with the next number of its source; sometimes repeated, skipped or invalid. */
  private cause(command: string, named: string): { source: string; n: number } {
    const { random } = this;
    const source = random.oneIn(100) ? '' : named;
    const last = this.lastOf.get(`${command} ${source}`) ?? 0;
    if (random.oneIn(60)) return { source, n: random.pick([last - 0.5, -1, NaN, 2 ** 53]) };
    const n = random.oneIn(5) ? last + random.integer(-4, 3) : last + 1;
    this.lastOf.set(`${command} ${source}`, Math.max(last, n));
    return { source, n };
  }
}
