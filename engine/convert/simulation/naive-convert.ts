import { isId, largest, refuse, Refused, smaller } from '../../simulation/naive-rules.ts';
import type { Command } from '../../command.ts';
import type { NaiveIndices } from '../../simulation/naive-index.ts';
import type { NaiveEvent } from '../../simulation/naive-rules.ts';
import type { NaiveState } from '../../simulation/naive-state.ts';
import type { NaivePart } from '../../simulation/parts.ts';
import type { ConfigureConvert, Convert } from '../commands.ts';

interface Settings {
  reference: number;
  currencies: readonly { currency: number; spreadPpm: number }[];
  tolerancePpm: number;
}

/** A fraction of two whole numbers. */
type Fraction = readonly [bigint, bigint];

/** A second model of conversions: prices as fractions of whole numbers, multiplied and divided once at the end. */
export class NaiveConvert implements NaivePart {
  readonly commands = ['configure_convert', 'convert'] as const;
  readonly refusals = [
    'same_currency',
    'quote_expired',
    'currency_not_convertible',
    'price_unavailable',
    'amount_too_small',
    'price_moved',
    'treasury_short',
  ] as const;
  settings: Settings | null = null;
  private readonly state: NaiveState;
  private readonly indices: NaiveIndices;
  private version = 0;

  constructor(state: NaiveState, indices: NaiveIndices) {
    this.state = state;
    this.indices = indices;
  }

  perform(command: Command, events: NaiveEvent[]): NaiveEvent {
    if (command.type === 'configure_convert') return this.configure(command, events);
    if (command.type === 'convert') return this.convert(command, events);
    throw new Error(`no convert command: ${command.type}`);
  }

  isDue(): boolean {
    return false;
  }

  passTime(): number {
    return 0;
  }

  /** The yield of an amount at the present prices; null without a price or when a currency cannot be converted. */
  yieldOf(from: number, to: number, amount: number): bigint | null {
    const sold = this.priceOf(from);
    const bought = this.priceOf(to);
    const spreads = [this.spreadOf(from), this.spreadOf(to)];
    if (sold === null || bought === null) return null;
    if (spreads.includes(-1)) return null;
    const kept = 1_000_000n - BigInt(Math.max(...spreads));
    return (BigInt(amount) * sold[0] * bought[1] * kept) / (sold[1] * bought[0] * 1_000_000n);
  }

  private configure(command: ConfigureConvert, events: NaiveEvent[]): NaiveEvent {
    const { type: _type, operator, cause, ...after } = command;
    refuse(operator !== 0 && !isId(operator, 2 ** 30), { reason: 'operator_invalid' });
    const ids: number[] = after.currencies.map(({ currency }) => currency);
    for (const id of [after.reference, ...ids]) this.checkCurrency(id);
    const sorted = [...new Set(ids)].toSorted((a, b) => a - b);
    const areSpreads = after.currencies.every(({ spreadPpm }) => isId(spreadPpm + 1, 1_000_001));
    refuse(sorted.join() !== ids.join() || !areSpreads, { reason: 'setting_invalid', field: 'currencies' });
    refuse(!isId(after.tolerancePpm + 1, 1_000_001), { reason: 'setting_invalid', field: 'tolerancePpm' });
    const before = this.settings;
    refuse(before !== null && textOf(before) === textOf(after), { reason: 'setting_unchanged' });
    this.version += 1;
    this.settings = after;
    events.push({ type: 'convert_configured', version: this.version, before, after, operator, cause });
    return { type: 'done' };
  }

  private convert({ user, from, to, amount, quoted, expiresAtMs }: Convert, events: NaiveEvent[]): NaiveEvent {
    this.checkCurrency(from);
    this.checkCurrency(to);
    refuse(this.state.isRestricted(user, 'trading'), { reason: 'trading_stopped' });
    refuse(from === to, { reason: 'same_currency' });
    const isQuoteInvalid = quoted !== null && !isId(quoted, 2 ** 53);
    refuse(!isId(amount, 2 ** 53) || isQuoteInvalid, { reason: 'amount_invalid' });
    refuse(expiresAtMs !== null && expiresAtMs < this.state.timeMs, { reason: 'quote_expired' });
    for (const currency of [from, to]) {
      refuse(this.spreadOf(currency) === -1, { reason: 'currency_not_convertible', currency });
    }
    for (const currency of [from, to]) {
      refuse(this.priceOf(currency) === null, { reason: 'price_unavailable', currency });
    }
    const now = this.yieldOf(from, to, amount) ?? 0n;
    refuse(now === 0n, { reason: 'amount_too_small' });
    const lowest = BigInt(quoted ?? 0) * BigInt(1_000_000 - (this.settings?.tolerancePpm ?? 0));
    refuse(now * 1_000_000n < lowest, { reason: 'price_moved', received: Number(smaller(now, largest)) });
    const [available] = this.state.balance(user, 1, from);
    const short = { currency: from, available: Number(available), needed: amount };
    refuse(available < BigInt(amount), { reason: 'insufficient_balance', ...short });
    const received = smaller(now, quoted === null ? largest : BigInt(quoted));
    refuse(this.state.balance(0, 107, to)[0] < received, { reason: 'treasury_short', currency: to });
    const postings = [
      this.post(user, 1, from, -BigInt(amount)),
      this.post(user, 1, to, received),
      this.post(0, 107, from, BigInt(amount)),
      this.post(0, 107, to, -received),
    ];
    const spreadPpm = Math.max(this.spreadOf(from), this.spreadOf(to));
    const facts = { user, from, to, amount, quoted, received: Number(received), spreadPpm };
    events.push({ type: 'converted', ...facts, postings });
    return { type: 'conversion', received: Number(received) };
  }

  private checkCurrency(id: number): void {
    if (!this.state.currencies.some(({ currency }) => currency === id))
      throw new Refused({ reason: 'currency_unknown' });
  }

  private spreadOf(currency: number): number {
    return this.settings?.currencies.find((one) => one.currency === currency)?.spreadPpm ?? -1;
  }

  /** The price of one smallest unit in whole units of the reference currency. */
  private priceOf(currency: number): Fraction | null {
    const units = 10n ** BigInt(this.state.currencies.find((one) => one.currency === currency)?.decimals ?? 0);
    if (currency === this.settings?.reference) return [1n, units];
    const index = this.indices.all().find(({ asset }) => asset === currency);
    if (index === undefined || index['price'] === null) return null;
    return [BigInt(Number(index['price'])), units * 10n ** BigInt(Number(index['decimals']))];
  }

  private post(user: number, accountType: number, currency: number, available: bigint): object {
    this.state.change(user, accountType, currency, available, 0n);
    return { user, accountType, currency, available: Number(available), locked: 0, fee: 0 };
  }
}

function textOf({ reference, currencies, tolerancePpm }: Settings): string {
  const spreads = currencies.map(({ currency, spreadPpm }) => `${currency}:${spreadPpm}`);
  return `${reference} ${spreads.join()} ${tolerancePpm}`;
}
