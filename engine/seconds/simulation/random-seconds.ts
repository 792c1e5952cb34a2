import { accountType } from '../../ledger/account.ts';
import type { Command } from '../../command.ts';
import type { ConfigureIndex, IndexTicks } from '../../index-price/commands.ts';
import type { Credit, VenueTransfer } from '../../ledger/commands.ts';
import type { NaiveExchange } from '../../simulation/naive-exchange.ts';
import type { RandomPart } from '../../simulation/parts.ts';
import type { Plain } from '../../simulation/random-commands.ts';
import type { Random } from '../../simulation/random.ts';
import type { ConfigureSeconds, ConfigureSecondsCurrency, ConfigureSecondsMarket, PlaceSeconds } from '../commands.ts';
import { NaiveSeconds } from './naive-seconds.ts';

/** Invalid values for any number, and the largest safe integer. */
const oddNumbers = [0, -0, -1, 0.5, 2 ** 53, NaN, Infinity, Number.MAX_SAFE_INTEGER] as const;
const markets = [1, 2, 3, 4, 5, 6] as const;
const durations = [10, 11, 18, 60] as const;
/** A source of its own, so that the index of these markets depends on the prices of this part alone. */
const source = 'seconds';

/**
 * Generates commands of seconds contracts: short ones, prices that hardly move, caps and a house that are soon used up,
 * and new rules of the indices while contracts are open.
 */
export class RandomSeconds implements RandomPart {
  readonly name = 'seconds';
  private readonly random: Random;
  private readonly model: NaiveExchange;
  private readonly users: readonly [number, ...number[]];
  private funded = 0;
  /** The time of the last observation; the next one is later, or it is refused. */
  private observedAtMs = 0;

  constructor(random: Random, model: NaiveExchange, users: readonly [number, ...number[]]) {
    this.random = random;
    this.model = model;
    this.users = users;
  }

  opening(): Command[] {
    return [
      this.configure(),
      ...[3, 4].map((currency) => this.configureCurrency(currency)),
      ...markets.map((market) => this.configureMarket(market, 'open')),
      ...[3, 4].map((currency) => this.fund(currency)),
    ];
  }

  next(requestKey: string | null): Command {
    const { random } = this;
    const chance = random.integer(1, 100);
    if (chance <= 55) return this.tick();
    if (chance <= 82) return this.place(requestKey);
    if (chance <= 86) return this.payIn();
    if (chance <= 88) return this.fund(random.pick([3, 4]));
    if (chance <= 91) return this.index(random.oneIn(4) ? 3 : random.pick([1, 2]));
    if (chance <= 93) return this.configure();
    if (chance <= 96) return this.configureCurrency(random.oneIn(8) ? 9 : random.pick([3, 4]));
    const market = random.oneIn(8) ? 99 : random.pick(markets);
    return this.configureMarket(market, random.oneIn(4) ? 'closed' : 'open');
  }

  private place(requestKey: string | null): PlaceSeconds {
    const { random } = this;
    const part = this.part();
    const offered = random.anyOf(part.currencies);
    const version = part.settings?.version ?? 1;
    const command: Plain<PlaceSeconds> = {
      type: 'place_seconds',
      user: random.oneIn(200) ? random.pick([0, -5, 2 ** 30]) : random.pick(this.users),
      market: random.oneIn(80) ? 99 : random.pick(markets),
      currency: offered === undefined || random.oneIn(40) ? random.integer(1, 5) : offered.currency,
      direction: random.pick(['up', 'down'] as const),
      seconds: this.odd(random.oneIn(20) ? random.integer(1, 80) : random.pick([10, 10, 10, ...durations])),
      stake: this.odd(Number(random.anyOf(offered?.terms.numbers ?? []) ?? 1)),
      version: random.oneIn(3) ? (random.oneIn(10) ? version + 1 : version) : null,
      requestKey,
    };
    return command as PlaceSeconds;
  }

  /** Prices near 10 000, so that ties are frequent. */
  private tick(): Command {
    const { random } = this;
    const taking = this.model.indices.all().filter(({ sources }) => (sources as string[]).includes(source));
    const assets = taking.map(({ asset }) => Number(asset));
    const prices = (assets.length === 0 ? [2] : assets).map((asset) => ({
      asset,
      price: 10_000 + random.integer(-2, 2),
    }));
    this.observedAtMs = Math.max(
      this.observedAtMs + (random.oneIn(20) ? random.pick([0, 99]) : 100),
      this.model.state.timeMs,
    );
    const { observedAtMs } = this;
    const command: Plain<IndexTicks> = { type: 'index_ticks', source, observedAtMs, prices };
    return command as IndexTicks;
  }

  /** A rule that takes the prices of this part, in force after other parts have changed it. */
  private index(asset: number): Command {
    const { random } = this;
    const stalenessMs = random.pick([3000, 3000, 60_000, 500]);
    const command: Plain<ConfigureIndex> = {
      type: 'configure_index',
      asset,
      decimals: asset,
      sources: [source],
      minSources: 1,
      maxDeviationPpm: 5000,
      stalenessMs,
      operator: 0,
      cause: 'policy',
    };
    return command as ConfigureIndex;
  }

  private configure(): ConfigureSeconds {
    const { random } = this;
    const options = durations.map((seconds) => ({ seconds, ratioPpm: this.term(random.pick([800_000, 333_333, 1])) }));
    const odd = random.pick([
      [],
      [{ seconds: 9, ratioPpm: 1 }],
      options.toReversed(),
      [{ seconds: 10.5, ratioPpm: 1 }],
    ]);
    const command: Plain<ConfigureSeconds> = {
      type: 'configure_seconds',
      options: random.oneIn(12) ? odd : options.filter(() => !random.oneIn(8)),
      feePpm: this.term(random.pick([0, 20_000, 1_000_000])),
      ...this.audit(),
    };
    return command as ConfigureSeconds;
  }

  private configureCurrency(currency: number): ConfigureSecondsCurrency {
    const { random } = this;
    const unit = 10 ** random.integer(0, 3);
    const numbers = [1, 3, 10].map((number) => number * unit);
    const odd = random.pick([[], [0], [5, 5], [1.5], [2 ** 53]]);
    const command: Plain<ConfigureSecondsCurrency> = {
      type: 'configure_seconds_currency',
      currency,
      numbers: random.oneIn(12) ? odd : numbers,
      userCap: this.term(unit * random.pick([12, 100])),
      sideCap: this.term(unit * random.pick([15, 200])),
      state: random.oneIn(8) ? 'closed' : 'open',
      ...this.audit(),
    };
    return command as ConfigureSecondsCurrency;
  }

  private configureMarket(market: number, state: 'open' | 'closed'): ConfigureSecondsMarket {
    const command: Plain<ConfigureSecondsMarket> = {
      type: 'configure_seconds_market',
      market,
      state,
      ...this.audit(),
    };
    return command as ConfigureSecondsMarket;
  }

  private audit() {
    const { random } = this;
    return { operator: random.oneIn(40) ? random.pick([-1, 1.5, 2 ** 30]) : 0, cause: 'policy' } as const;
  }

  /** Capital for payouts; sometimes too little. */
  private fund(currency: number): VenueTransfer {
    this.funded += 1;
    const amount = 10 ** this.random.integer(0, 4);
    const command: Plain<VenueTransfer> = {
      type: 'venue_transfer',
      from: accountType.external,
      toUser: 0,
      to: accountType.microHouse,
      currency,
      amount,
      operator: 0,
      cause: 'capital',
      source,
      n: this.funded,
    };
    return command as VenueTransfer;
  }

  private payIn(): Command {
    this.funded += 1;
    const { random } = this;
    const to = { user: random.pick(this.users), accountType: accountType.micro, currency: random.pick([3, 4]) };
    const amount = 10 ** random.integer(0, 4);
    const command: Plain<Credit> = { type: 'credit', ...to, amount, source, n: this.funded };
    return command as Credit;
  }

  private odd(value: number): number {
    return this.random.oneIn(120) ? this.random.pick(oddNumbers) : value;
  }

  private term(value: number): number {
    return this.random.oneIn(60) ? this.random.pick(oddNumbers) : value;
  }

  private part(): NaiveSeconds {
    const part = this.model.parts.find((one) => one instanceof NaiveSeconds);
    if (part === undefined) throw new Error('the model has no seconds contracts');
    return part;
  }
}
