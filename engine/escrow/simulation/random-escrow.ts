import { accountType } from '../../ledger/account.ts';
import { NaiveEscrow } from './naive-escrow.ts';
import type { Command } from '../../command.ts';
import type { CreditDeposit, ReverseCredit } from '../../credits/commands.ts';
import type { Credit, Hold, Transfer } from '../../ledger/commands.ts';
import type { RestrictUser } from '../../restrictions/commands.ts';
import type { NaiveExchange } from '../../simulation/naive-exchange.ts';
import type { RandomPart } from '../../simulation/parts.ts';
import type { Plain } from '../../simulation/random-commands.ts';
import type { Random } from '../../simulation/random.ts';
import type {
  AppealEscrow,
  AskCancelEscrow,
  CancelEscrow,
  ConcedeEscrow,
  DrainOffer,
  EndOffer,
  FundOffer,
  HoldEscrow,
  MarkEscrowAbnormal,
  OpenEscrow,
  PayEscrow,
  ReleaseEscrow,
  ReopenEscrow,
  ResolveEscrow,
  WithdrawEscrowAppeal,
} from '../commands.ts';
import type { NaiveOpen } from './naive-escrow.ts';

/** A command of a party about its escrow. */
type Act =
  | AppealEscrow
  | AskCancelEscrow
  | CancelEscrow
  | ConcedeEscrow
  | MarkEscrowAbnormal
  | PayEscrow
  | ReleaseEscrow
  | WithdrawEscrowAppeal;

/** Invalid values for any number, and the largest safe integer. */
const oddNumbers = [0, -0, -1, 0.5, 2 ** 53, NaN, Infinity, Number.MAX_SAFE_INTEGER] as const;
const hash = '0f'.repeat(32);
const currencies = [1, 2, 3] as const;
const amounts = [1, 7, 100, 100, 250, 1000, 30_000] as const;
const hour = 3_600_000;

/**
 * Generates escrows between few users: short windows, small offers, equal amounts, two devices of a seller that act at
 * once, merchants who buy, operators, freezes, and bought coins that are spent before they mature.
 */
export class RandomEscrow implements RandomPart {
  readonly name = 'escrow';
  private readonly random: Random;
  private readonly model: NaiveExchange;
  private readonly users: readonly [number, ...number[]];
  private last = 0;
  private movements = 0;
  /** A command that another device of the user sends right after the first. */
  private again: Act | null = null;

  constructor(random: Random, model: NaiveExchange, users: readonly [number, ...number[]]) {
    this.random = random;
    this.model = model;
    const [first, ...others] = users;
    this.users = [first, ...others.slice(0, 4)];
  }

  opening(): Command[] {
    return this.users.flatMap((user) => currencies.map((currency) => this.payIn(user, currency, 10 ** 6)));
  }

  next(requestKey: string | null): Command {
    const { random } = this;
    const { again } = this;
    this.again = null;
    if (again !== null) return { ...again, requestKey };
    const chance = random.integer(1, 100);
    if (chance <= 8) return this.fund(requestKey);
    if (chance <= 11) return this.drain(requestKey);
    const isQuiet = this.part().open.length < 3 && chance <= 70;
    if (chance <= 35 || isQuiet) return this.open(requestKey);
    if (chance <= 80) return this.act(requestKey);
    if (chance <= 86) return this.decide();
    if (chance <= 90) return this.reopen(requestKey);
    if (chance <= 93) return this.restrict();
    if (chance <= 95) return random.oneIn(2) ? this.payInAny() : this.deposit();
    if (chance <= 99) return this.spend();
    return { type: 'clock' };
  }

  private fund(requestKey: string | null): Command {
    const { random } = this;
    const offer = this.odd(random.integer(1, 12));
    const known = this.model.state.offers.find((one) => one.offer === offer);
    const isOwn = known !== undefined && !random.oneIn(8);
    const command: Plain<FundOffer> = {
      type: 'fund_offer',
      user: isOwn ? known.owner : this.user(),
      offer,
      currency: isOwn && !random.oneIn(12) ? known.currency : this.currency(),
      amount: this.odd(random.pick(amounts) * 5),
      limit: this.odd(random.pick([1, 3, 3, 5])),
      requestKey,
    };
    return command as FundOffer;
  }

  private drain(requestKey: string | null): Command {
    const { random } = this;
    const known = random.anyOf(this.model.state.offers);
    const offer = known === undefined || random.oneIn(12) ? random.integer(0, 15) : known.offer;
    const user = known === undefined || random.oneIn(12) ? this.user() : known.owner;
    if (random.oneIn(3)) {
      const command: Plain<EndOffer> = { type: 'end_offer', user, offer, requestKey };
      return command as EndOffer;
    }
    const left = Number(known?.left ?? 0);
    const amount = this.odd(random.pick([left, left + 1, Math.max(1, Math.floor(left / 2))]));
    const command: Plain<DrainOffer> = { type: 'drain_offer', user, offer, amount, requestKey };
    return command as DrainOffer;
  }

  private open(requestKey: string | null): Command {
    const { random } = this;
    if (!random.oneIn(20)) this.last += 1;
    const n = this.last + (random.oneIn(40) ? random.pick([-3, 2, 5]) : 0);
    const source = random.oneIn(2) ? random.anyOf(this.model.state.offers) : undefined;
    const seller = source === undefined || random.oneIn(30) ? this.user() : source.owner;
    const others = this.users.filter((user) => user !== seller);
    const buyer = random.oneIn(30) ? seller : (random.anyOf(others) ?? seller);
    const offer = source === undefined ? (random.oneIn(30) ? 14 : null) : source.offer;
    const taker = offer === null ? seller : buyer;
    const command: Plain<OpenEscrow> = {
      type: 'open_escrow',
      user: random.oneIn(30) ? this.user() : taker,
      n: this.odd(n),
      offer: offer === null ? null : this.odd(offer),
      seller,
      buyer: random.oneIn(60) ? random.pick([0, -5, 2 ** 30, 1.5]) : buyer,
      currency: source === undefined || random.oneIn(30) ? this.currency() : source.currency,
      amount: this.odd(random.pick(amounts) + random.pick([0, 0, random.integer(1, 9)])),
      feePpm: this.odd(random.pick([0, 1, 2500, 999_999])),
      windowMs: this.odd(random.pick([1000, 3000, 60_000])),
      appealMs: this.odd(random.pick([0, 500, 4000])),
      delayMs: this.odd(random.pick([1000, 2000, 8000])),
      autoMs: this.odd(random.pick([1000, 2000, 8000])),
      matureMs: this.odd(random.pick([0, 60_000, hour, 24 * hour])),
      autoMatureMs: this.odd(random.pick([0, 3 * hour, 72 * hour])),
      onSilence: random.pick(['release', 'appeal'] as const),
      terms: random.oneIn(80) ? random.pick(['0', hash.replace('0', 'g'), `${hash}0`]) : hash,
      unpaidLimit: this.odd(random.pick([1, 2, 3, 10])),
      openLimit: this.odd(random.pick([2, 5, 12, 12])),
      requestKey,
    };
    return command as OpenEscrow;
  }

  /** Mostly a command that a party may send next. */
  private act(requestKey: string | null): Act {
    const { random } = this;
    const open = random.anyOf(this.part().open);
    if (open === undefined || random.oneIn(25)) {
      const n = random.oneIn(3) ? random.pick([0, -1, 1.5, 2 ** 53]) : random.integer(1, this.last + 2);
      return this.about(this.anyType(), this.user(), n, requestKey);
    }
    const { n, seller, buyer } = open.facts;
    const [type, party] = random.oneIn(8)
      ? ([this.anyType(), random.pick(['seller', 'buyer'] as const)] as const)
      : this.sensible(open);
    const user = random.oneIn(25) ? this.user() : party === 'seller' ? seller : buyer;
    const command = this.about(type, user, n, requestKey);
    if (random.oneIn(10)) this.again = command;
    return command;
  }

  private sensible({ step, facts, by }: NaiveOpen): readonly [Act['type'], 'seller' | 'buyer'] {
    const { random } = this;
    if (step === 'created') {
      const rows = [
        ...([
          ['pay_escrow', 'buyer'],
          ['pay_escrow', 'buyer'],
          ['pay_escrow', 'buyer'],
        ] as const),
        ...([
          ['cancel_escrow', 'buyer'],
          ['ask_cancel_escrow', 'seller'],
          ['release_escrow', 'seller'],
        ] as const),
      ] as const;
      return random.pick(rows);
    }
    if (step === 'appealed') {
      if (by !== null && random.oneIn(2)) return ['withdraw_escrow_appeal', by === facts.seller ? 'seller' : 'buyer'];
      return ['concede_escrow', random.pick(['seller', 'buyer'] as const)];
    }
    const maker = facts.maker === facts.seller ? 'seller' : 'buyer';
    const rows = [
      ...([
        ['release_escrow', 'seller'],
        ['release_escrow', 'seller'],
        ['concede_escrow', 'buyer'],
      ] as const),
      ...([
        ['appeal_escrow', 'buyer'],
        ['appeal_escrow', 'seller'],
        ['mark_escrow_abnormal', maker],
      ] as const),
    ] as const;
    return random.pick(rows);
  }

  private anyType(): Act['type'] {
    return this.random.pick([
      ...(['pay_escrow', 'cancel_escrow', 'ask_cancel_escrow', 'release_escrow', 'concede_escrow'] as const),
      ...(['appeal_escrow', 'mark_escrow_abnormal', 'withdraw_escrow_appeal'] as const),
    ]);
  }

  private about(type: Act['type'], user: number, n: number, requestKey: string | null): Act {
    const voucher = this.random.oneIn(30) ? hash.slice(1) : hash;
    const fields = { user, n, requestKey };
    const command: Plain<Act> = type === 'pay_escrow' ? { type, voucher, ...fields } : { type, ...fields };
    return command as Act;
  }

  private reopen(requestKey: string | null): Command {
    const { random } = this;
    const old = random.anyOf(this.part().reopenable);
    if (!random.oneIn(10)) this.last += 1;
    const command: Plain<ReopenEscrow> = {
      type: 'reopen_escrow',
      user: old === undefined || random.oneIn(12) ? this.user() : random.oneIn(12) ? old.facts.buyer : old.facts.seller,
      n: old === undefined || random.oneIn(12) ? random.integer(0, this.last) : old.facts.n,
      next: this.odd(this.last),
      voucher: random.oneIn(30) ? hash.toUpperCase() : hash,
      requestKey,
    };
    return command as ReopenEscrow;
  }

  private decide(): Command {
    const { random } = this;
    const { open } = this.part();
    const isHold = random.oneIn(2);
    const fitting = open.filter(({ step }) => (step === 'appealed') !== isHold && step !== 'created');
    const one = random.anyOf(random.oneIn(10) ? open : fitting);
    const n = one === undefined || random.oneIn(20) ? random.integer(-1, this.last + 1) : one.facts.n;
    const audit = { operator: random.oneIn(20) ? -1 : 0, cause: 'appeal' } as const;
    if (isHold) {
      const command: Plain<HoldEscrow> = { type: 'hold_escrow', n, ...audit };
      return command as HoldEscrow;
    }
    const resolution = random.pick(['release', 'refund'] as const);
    const command: Plain<ResolveEscrow> = { type: 'resolve_escrow', n, resolution, ...audit };
    return command as ResolveEscrow;
  }

  private restrict(): Command {
    const { random } = this;
    const { restrictions } = this.model.state;
    const restricted = random.anyOf(restrictions);
    const user = restricted !== undefined && !random.oneIn(4) ? restricted.user : this.user();
    const before = restrictions.find((one) => one.user === user)?.scope ?? 'none';
    const scope = before === 'none' ? random.pick(['outflow', 'trading'] as const) : 'none';
    const audit = { operator: 0, cause: 'incident' } as const;
    const command: Plain<RestrictUser> = { type: 'restrict_user', user, before, scope, ...audit };
    return command as RestrictUser;
  }

  private payIn(user: number, currency: number, amount: number): Command {
    this.movements += 1;
    const cause = { source: 'p2p', n: this.movements };
    const to = { user, accountType: accountType.legal, currency, amount };
    const command: Plain<Credit> = { type: 'credit', ...to, ...cause };
    return command as Credit;
  }

  private payInAny(): Command {
    const { random } = this;
    return this.payIn(this.user(), random.pick(currencies), random.pick(amounts) * 100);
  }

  /** A deposit that is not final, or the end of one that is taken back, which often leaves a debt. */
  private deposit(): Command {
    const { random } = this;
    const open = random.anyOf(this.model.state.credits.filter(({ status }) => status === 'unmatured'));
    if (open !== undefined && random.oneIn(3)) {
      const { status: _status, ...movement } = open;
      const command: Plain<ReverseCredit> = { type: 'reverse_credit', ...movement };
      return command as ReverseCredit;
    }
    this.movements += 1;
    const cause = { source: 'unmatured', n: this.movements };
    const account = { user: this.user(), accountType: accountType.legal, currency: random.pick(currencies) };
    const amount = random.pick(amounts) * 100;
    const matured = random.oneIn(4);
    const command: Plain<CreditDeposit> = { type: 'credit_deposit', ...account, amount, matured, ...cause };
    return command as CreditDeposit;
  }

  /** Holds what a user has bought, or moves or sells it, so that it is not there when it should mature. */
  private spend(): Command {
    const { random } = this;
    const { state } = this.model;
    const coins = random.anyOf(state.maturing);
    const user = coins === undefined || random.oneIn(4) ? this.user() : coins.user;
    const currency = coins?.currency ?? random.pick(currencies);
    const type = random.pick([1, 2, 2] as const);
    const available = Number(state.balance(user, type, currency)[0]);
    const amount = Math.max(1, random.oneIn(2) ? available : Math.floor(available / random.integer(2, 9)));
    if (type === 2 && random.oneIn(4)) {
      const terms = { offer: random.integer(1, 40), currency, amount, limit: 100, requestKey: null };
      const command: Plain<FundOffer> = { type: 'fund_offer', user, ...terms };
      return command as FundOffer;
    }
    if (random.oneIn(3)) {
      const account = { currency, amount, from: type, to: random.pick([1, 2, 3] as const) };
      const command: Plain<Transfer> = { type: 'transfer', user, ...account, requestKey: null };
      return command as Transfer;
    }
    this.movements += 1;
    const cause = { source: 'bond', n: this.movements };
    const kind = random.pick(['bond', 'withdrawal'] as const);
    const command: Plain<Hold> = { type: 'hold', kind, user, accountType: type, currency, amount, ...cause };
    return command as Hold;
  }

  private odd(value: number): number {
    return this.random.oneIn(250) ? this.random.pick(oddNumbers) : value;
  }

  private user(): number {
    return this.random.pick(this.users);
  }

  private currency(): number {
    return this.random.oneIn(40) ? 9 : this.random.pick(currencies);
  }

  private part(): NaiveEscrow {
    const part = this.model.parts.find((one) => one instanceof NaiveEscrow);
    if (part === undefined) throw new Error('the model has no escrows');
    return part;
  }
}
