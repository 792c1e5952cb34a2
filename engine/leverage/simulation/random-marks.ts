import type { Command } from '../../command.ts';
import type { ConfigureIndex, IndexTicks } from '../../index-price/commands.ts';
import type { NaiveExchange } from '../../simulation/naive-exchange.ts';
import type { Plain } from '../../simulation/random-commands.ts';
import type { Random } from '../../simulation/random.ts';

/** Sources of its own, so that the index of these markets depends on the prices of this part alone. */
const sources = ['lever_a', 'lever_b', 'lever_c'] as const;

/** Generates the indices that marks are computed from, and reports of prices that walk and sometimes jump. */
export class RandomMarks {
  /** How often the price of a currency jumps. */
  jumpsOneIn = 25;
  /** The price of each currency as its index counts it: 1000, 100, 1 and 1 USDT at first. */
  readonly prices = new Map([
    [1, 10_000],
    [2, 10_000],
    [3, 1000],
    [4, 10_000],
  ]);
  private readonly random: Random;
  private readonly model: NaiveExchange;
  /** The time of each source's last report. */
  private readonly reportedAtMs = new Map<string, number>();

  constructor(random: Random, model: NaiveExchange) {
    this.random = random;
    this.model = model;
  }

  /** One of the first commands of a run, and again when other parts have changed the rule. */
  index(asset: number): Command {
    const { random } = this;
    const taken = random.oneIn(10) ? sources.slice(0, 1) : sources;
    const command: Plain<ConfigureIndex> = {
      type: 'configure_index',
      asset,
      decimals: asset,
      sources: taken,
      minSources: Math.min(taken.length, random.pick([1, 2, 2, 3])),
      maxDeviationPpm: 5000,
      stalenessMs: random.pick([3_600_000, 3_600_000, 2000]),
      operator: 0,
      cause: 'policy',
    };
    return command as ConfigureIndex;
  }

  /** A currency whose index another part has configured without the sources of this one. */
  lostIndex(): number | undefined {
    const lost = this.model.indices.all().find(({ sources: names }) => !(names as string[]).includes(sources[0]));
    return lost === undefined ? undefined : Number(lost['asset']);
  }

  /** A report of prices that have walked, and sometimes jumped. */
  tick(): Command {
    const { random } = this;
    for (const [asset, price] of this.prices) {
      const change = random.oneIn(this.jumpsOneIn)
        ? random.pick([0.7, 0.9, 0.95, 1.05, 1.1, 1.4])
        : 1 + random.integer(-40, 40) / 10_000;
      // The price returns to a range, so that positions stay small and large enough.
      const next = Math.round(price * change);
      const low = asset === 3 ? 300 : 3000;
      this.prices.set(asset, next < low ? low + 100 : next > 14 * low ? 10 * low : next);
    }
    return this.report();
  }

  /** A report of the prices as they are. */
  report(): Command {
    const { random } = this;
    const from = this.reporter();
    const taking = this.model.indices.all().filter(({ sources: names }) => (names as string[]).includes(from));
    const assets = taking.map(({ asset }) => Number(asset)).filter((asset) => this.prices.has(asset));
    const prices = (assets.length === 0 ? [2] : assets).map((asset) => ({ asset, price: this.prices.get(asset) ?? 1 }));
    const nowMs = this.model.state.timeMs + random.integer(-100, 300);
    const observedAtMs = random.oneIn(20) ? nowMs : Math.max(nowMs, (this.reportedAtMs.get(from) ?? 0) + 100);
    this.reportedAtMs.set(from, observedAtMs);
    const command: Plain<IndexTicks> = { type: 'index_ticks', source: from, observedAtMs, prices };
    return command as IndexTicks;
  }

  /** Mostly the source whose last report is the oldest, so that the oldest observation of an index advances. */
  private reporter(): string {
    const { random } = this;
    const names = this.model.indices.all().flatMap(({ sources: taken }) => taken as string[]);
    const [oldest] = sources
      .filter((one) => names.includes(one))
      .toSorted((a, b) => (this.reportedAtMs.get(a) ?? 0) - (this.reportedAtMs.get(b) ?? 0));
    return oldest === undefined || random.oneIn(8) ? random.pick(sources) : oldest;
  }
}
