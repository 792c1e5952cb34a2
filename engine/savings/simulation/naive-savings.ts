import { isId, refuse, Refused } from '../../simulation/naive-rules.ts';
import type { Command } from '../../command.ts';
import type { NaiveEvent } from '../../simulation/naive-rules.ts';
import type { NaiveState } from '../../simulation/naive-state.ts';
import type { NaivePart } from '../../simulation/parts.ts';
import type { ConfigureSavingsProduct, LockSavings, RedeemSavings } from '../commands.ts';

const day = 86_400_000;

interface Terms {
  currency: number;
  amount: number;
  days: number;
  ratePpm: number;
  quota: number;
  userQuota: number;
  state: string;
}

export interface NaiveDeposit {
  deposit: number;
  user: number;
  product: number;
  currency: number;
  amount: number;
  days: number;
  ratePpm: number;
  interest: number;
  lockedAtMs: number;
  startsAtMs: number;
  maturesAtMs: number;
  redeemableAtMs: number;
}

/**
 * A second model of fixed-term deposits: one list of products and one of deposits, both searched linearly, and interest
 * in `bigint`.
 */
export class NaiveSavings implements NaivePart {
  readonly commands = ['configure_savings_product', 'lock_savings', 'redeem_savings'] as const;
  readonly refusals = [
    'product_unknown',
    'terms_changed',
    'product_closed',
    'quota_exhausted',
    'user_quota_exhausted',
    'house_full',
    'deposit_not_found',
    'redeem_too_early',
  ] as const;
  readonly products: { product: number; version: number; terms: Terms }[] = [];
  deposits: NaiveDeposit[] = [];
  private readonly state: NaiveState;
  private count = 0;
  /** The command that made each deposit. */
  private readonly sequences = new Map<number, number>();

  constructor(state: NaiveState) {
    this.state = state;
  }

  perform(command: Command, events: NaiveEvent[]): NaiveEvent {
    if (command.type === 'configure_savings_product') return this.configure(command, events);
    if (command.type === 'lock_savings') return this.lock(command, events);
    if (command.type === 'redeem_savings') return this.redeem(command, events);
    throw new Error(`no savings command: ${command.type}`);
  }

  nextTimer(): { atMs: number; sequence: number } | null {
    const [first] = this.deposits.toSorted((a, b) => a.maturesAtMs - b.maturesAtMs || a.deposit - b.deposit);
    if (first === undefined) return null;
    return { atMs: first.maturesAtMs, sequence: this.sequences.get(first.deposit) ?? 0 };
  }

  isDue(): boolean {
    return this.deposits.some(({ maturesAtMs }) => maturesAtMs <= this.state.timeMs);
  }

  /** Pays deposits whose term is over, earliest first. */
  passTime(max: number, events: NaiveEvent[]): number {
    const mature = this.deposits
      .filter(({ maturesAtMs }) => maturesAtMs <= this.state.timeMs)
      .toSorted((a, b) => a.maturesAtMs - b.maturesAtMs || a.deposit - b.deposit)
      .slice(0, max);
    for (const deposit of mature) this.pay(deposit, events);
    return mature.length;
  }

  private pay(deposit: NaiveDeposit, events: NaiveEvent[]): void {
    const { user, currency, amount, interest } = deposit;
    this.deposits = this.deposits.filter((other) => other !== deposit);
    const postings = [
      this.post(user, 5, currency, BigInt(amount) + BigInt(interest), -BigInt(amount)),
      this.post(0, 106, currency, 0n, -BigInt(interest)),
    ];
    events.push({ type: 'savings_matured', ...deposit, postings });
  }

  private configure(command: ConfigureSavingsProduct, events: NaiveEvent[]): NaiveEvent {
    const { type: _type, product, operator, cause, ...after } = command;
    refuse(operator !== 0 && !isId(operator, 2 ** 30), { reason: 'operator_invalid' });
    refuse(!this.state.currencies.some((one) => one.currency === after.currency), { reason: 'currency_unknown' });
    const known = this.products.find((one) => one.product === product);
    const wrong = (field: string, isWrong: boolean): void => {
      refuse(isWrong, { reason: 'setting_invalid', field });
    };
    wrong('product', !isId(product, 65_536));
    wrong('currency', known !== undefined && known.terms.currency !== after.currency);
    wrong('amount', !isId(after.amount, Number((2n ** 53n - 1n) / 10n) + 1));
    wrong('days', !isId(after.days, 3651));
    wrong('ratePpm', !isId(after.ratePpm, 1_000_001));
    wrong('quota', after.quota !== 0 && !isId(after.quota, 2 ** 53));
    wrong('userQuota', after.userQuota !== 0 && !isId(after.userQuota, 2 ** 53));
    const names = ['currency', 'amount', 'days', 'ratePpm', 'quota', 'userQuota', 'state'] as const;
    refuse(
      names.every((name) => known?.terms[name] === after[name]),
      { reason: 'setting_unchanged' },
    );
    const before = known?.terms ?? null;
    if (known === undefined) this.products.push({ product, version: 1, terms: after });
    else Object.assign(known, { version: known.version + 1, terms: after });
    const version = known?.version ?? 1;
    events.push({ type: 'savings_product_configured', product, version, before, after, operator, cause });
    return { type: 'done' };
  }

  private lock({ user, product, version }: LockSavings, events: NaiveEvent[]): NaiveEvent {
    const found = this.products.find((one) => one.product === product);
    if (found === undefined) throw new Refused({ reason: 'product_unknown' });
    refuse(this.state.isRestricted(user, 'trading'), { reason: 'trading_stopped' });
    refuse(version !== null && version !== found.version, { reason: 'terms_changed', version: found.version });
    const offer = found.terms;
    refuse(offer.state === 'closed', { reason: 'product_closed' });
    const running = this.deposits.filter((one) => one.product === product);
    refuse(running.length >= offer.quota, { reason: 'quota_exhausted', maximum: offer.quota });
    const own = running.filter((one) => one.user === user).length;
    refuse(own >= offer.userQuota, { reason: 'user_quota_exhausted', maximum: offer.userQuota });
    const { currency, amount, days, ratePpm } = offer;
    const interest = (BigInt(amount) * BigInt(ratePpm) * BigInt(days)) / (365n * 1_000_000n);
    refuse(this.state.balance(0, 106, currency)[0] < interest, { reason: 'house_full' });
    const available = Number(this.state.balance(user, 1, currency)[0]);
    refuse(available < amount, { reason: 'insufficient_balance', currency, available, needed: amount });
    this.count += 1;
    const lockedAtMs = this.state.timeMs;
    const startsAtMs = (Math.floor(lockedAtMs / day) + 1) * day;
    const deposit: NaiveDeposit = {
      deposit: this.count,
      user,
      product,
      currency,
      amount,
      days,
      ratePpm,
      interest: Number(interest),
      lockedAtMs,
      startsAtMs,
      maturesAtMs: startsAtMs + days * day,
      redeemableAtMs: lockedAtMs + day,
    };
    this.deposits.push(deposit);
    this.sequences.set(deposit.deposit, this.state.sequence);
    const postings = [
      this.post(user, 1, currency, -BigInt(amount), 0n),
      this.post(user, 5, currency, 0n, BigInt(amount)),
      this.post(0, 106, currency, -interest, interest),
    ];
    events.push({ type: 'savings_locked', ...deposit, postings });
    return { type: 'deposit', deposit: deposit.deposit };
  }

  private redeem({ user, deposit: id }: RedeemSavings, events: NaiveEvent[]): NaiveEvent {
    const deposit = this.deposits.find((one) => one.deposit === id && one.user === user);
    if (deposit === undefined) throw new Refused({ reason: 'deposit_not_found' });
    const { currency, amount, interest, redeemableAtMs: fromMs } = deposit;
    if (deposit.maturesAtMs <= this.state.timeMs) {
      this.pay(deposit, events);
      return { type: 'deposit', deposit: id };
    }
    refuse(this.state.timeMs < fromMs, { reason: 'redeem_too_early', fromMs });
    this.deposits = this.deposits.filter((one) => one !== deposit);
    const postings = [
      this.post(user, 5, currency, BigInt(amount), -BigInt(amount)),
      this.post(0, 106, currency, BigInt(interest), -BigInt(interest)),
    ];
    events.push({ type: 'savings_redeemed', ...deposit, postings });
    return { type: 'deposit', deposit: id };
  }

  private post(user: number, accountType: number, currency: number, available: bigint, locked: bigint): object {
    this.state.change(user, accountType, currency, available, locked);
    return { user, accountType, currency, available: Number(available), locked: Number(locked), fee: 0 };
  }
}
