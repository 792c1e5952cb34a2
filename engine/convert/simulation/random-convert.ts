import { accountType } from '../../ledger/account.ts';
import type { Command } from '../../command.ts';
import type { CurrencyId } from '../../identifiers.ts';
import type { VenueTransfer } from '../../ledger/commands.ts';
import type { NaiveExchange } from '../../simulation/naive-exchange.ts';
import type { RandomPart } from '../../simulation/parts.ts';
import type { Plain } from '../../simulation/random-commands.ts';
import type { Random } from '../../simulation/random.ts';
import type { ConfigureConvert, Convert } from '../commands.ts';
import { NaiveConvert } from './naive-convert.ts';

/** Invalid values for amounts and rates, and the largest safe integer. */
const oddNumbers = [0, -0, -1, 0.5, 2 ** 53, NaN, Infinity, Number.MAX_SAFE_INTEGER] as const;

/** Generates conversions, quoted near the present price, and operators who add and remove currencies and capital. */
export class RandomConvert implements RandomPart {
  private readonly random: Random;
  private readonly model: NaiveExchange;
  private readonly users: readonly [number, ...number[]];
  private readonly currencies: readonly [number, ...number[]];
  private funded = 0;

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

  opening(): Command[] {
    return [...this.currencies.map((currency) => this.fund(currency)), this.configure(false)];
  }

  next(requestKey: string | null): Command {
    const { random } = this;
    if (random.oneIn(12)) return this.configure(random.oneIn(3));
    if (random.oneIn(12)) return this.fund(random.pick(this.currencies));
    return this.convert(requestKey);
  }

  private convert(requestKey: string | null): Convert {
    const { random } = this;
    const user = random.oneIn(100) ? random.pick([0, -5, 2 ** 30]) : random.pick(this.users);
    const [from, to] = this.pair();
    const amount = random.oneIn(60) ? random.pick(oddNumbers) : random.integer(1, 99) * 10 ** random.integer(0, 9);
    const quote = random.oneIn(60) ? random.pick(oddNumbers) : this.quote(from, to, amount);
    const quoted = random.oneIn(4) ? null : quote;
    const expiresAtMs = random.oneIn(4) ? null : this.model.state.timeMs + random.pick([-1, 0, 1_000, 12_000]);
    const command: Plain<Convert> = { type: 'convert', user, from, to, amount, quoted, expiresAtMs, requestKey };
    return command as Convert;
  }

  /** Mostly two currencies with present prices, sometimes any two, equal or unknown ones. */
  private pair(): readonly [from: number, to: number] {
    const { random } = this;
    const any = [random.pick([9, ...this.currencies]), random.pick(this.currencies)] as const;
    const pairs = this.currencies.flatMap((from) => this.currencies.map((to) => [from, to] as const));
    const [part] = this.parts();
    const priced = pairs.filter(([from, to]) => from !== to && (part?.yieldOf(from, to, 1) ?? null) !== null);
    return random.oneIn(8) ? any : (random.anyOf(priced) ?? any);
  }

  /** Mostly near the present yield of the amount, also at the edge of the tolerance. */
  private quote(from: number, to: number, amount: number): number {
    const { random } = this;
    if (!Number.isSafeInteger(amount)) return 1;
    const [present = 1n] = this.parts().map((part) => part.yieldOf(from, to, amount) ?? 1n);
    const near = Number(present) * random.pick([0.9, 1, 1, 1, 1.004, 1.005, 1.006, 1.3]) + random.pick([-1, 0, 0, 1]);
    return Math.min(Math.max(1, Math.round(near)), Number.MAX_SAFE_INTEGER);
  }

  private configure(isOdd: boolean): ConfigureConvert {
    const { random } = this;
    const chosen = this.currencies.filter(() => !random.oneIn(10));
    if (isOdd && random.oneIn(3)) chosen.push(random.pick([9, ...this.currencies]));
    const currencies = chosen.map((currency) => ({
      currency: currency as CurrencyId,
      spreadPpm: isOdd && random.oneIn(6) ? random.pick(oddNumbers) : random.pick([0, 1, 2000, 2000, 999_999]),
    }));
    const command: Plain<ConfigureConvert> = {
      type: 'configure_convert',
      reference: isOdd && random.oneIn(6) ? 9 : random.pick(this.currencies),
      currencies,
      tolerancePpm: isOdd && random.oneIn(3) ? random.pick(oddNumbers) : random.pick([0, 5000]),
      operator: random.oneIn(40) ? random.pick([-1, 1.5, 2 ** 30]) : random.pick([0, ...this.users]),
      cause: 'policy',
    };
    return command as ConfigureConvert;
  }

  /** Capital of the treasury; sometimes too little. */
  private fund(currency: number): VenueTransfer {
    const { random } = this;
    this.funded += 1;
    const command: Plain<VenueTransfer> = {
      type: 'venue_transfer',
      from: accountType.external,
      toUser: 0,
      to: accountType.treasury,
      currency,
      amount: random.integer(1, 10) * 10 ** random.pick([3, 12, 14]),
      operator: 0,
      cause: 'capital',
      source: 'convert',
      n: this.funded,
    };
    return command as VenueTransfer;
  }

  private parts(): NaiveConvert[] {
    return this.model.parts.filter((part) => part instanceof NaiveConvert);
  }
}
