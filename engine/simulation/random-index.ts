import type { Command } from '../command.ts';
import type { ConfigureIndex, IndexTicks } from '../index-price/commands.ts';
import type { NaiveExchange } from './naive-exchange.ts';
import type { Plain } from './random-commands.ts';
import type { Random } from './random.ts';

const sources = ['alpha', 'beta', 'delta', 'gamma', 'omega'] as const;

/** Generates index configurations and ticks: late, early and deviating ones, and ticks for assets outside the index. */
export class RandomIndices {
  private readonly random: Random;
  private readonly model: NaiveExchange;
  private readonly last = new Map<string, Command>();

  constructor(random: Random, model: NaiveExchange) {
    this.random = random;
    this.model = model;
  }

  /** The index configurations that start a run. */
  opening(): Command[] {
    return [this.configure(1, false), this.configure(2, false)];
  }

  next(): Command {
    const { random } = this;
    if (random.oneIn(12)) return this.configure(random.oneIn(20) ? 9 : random.integer(1, 4), random.oneIn(3));
    const source = random.oneIn(60) ? 'unlisted' : random.pick(sources);
    const before = this.last.get(source);
    if (before !== undefined && random.oneIn(15)) return before;
    const tick = this.tick(source);
    this.last.set(source, tick);
    return tick;
  }

  private configure(asset: number, odd: boolean): Command {
    const { random } = this;
    const chosen: string[] = sources.filter(() => !random.oneIn(4));
    if (odd && random.oneIn(4)) chosen.push(random.pick(['alpha', 'Zeta', '']));
    const command: Plain<ConfigureIndex> = {
      type: 'configure_index',
      asset,
      // Must equal the first configuration's decimals, or the command is refused.
      decimals: odd && random.oneIn(3) ? random.pick([-1, 0, 19, 0.5]) : asset,
      sources: chosen,
      minSources: odd && random.oneIn(3) ? random.integer(0, 7) : Math.min(chosen.length, random.integer(1, 3)),
      maxDeviationPpm:
        odd && random.oneIn(3) ? random.pick([-1, 0, 1_000_000, 1_000_001]) : random.pick([5000, 20_000]),
      stalenessMs: odd && random.oneIn(3) ? random.pick([0, 1, 3_600_000, 3_600_001]) : random.pick([3000, 900]),
      operator: random.oneIn(30) ? random.pick([-1, 2 ** 30]) : random.pick([0, 100_001]),
      cause: random.pick(['setup', 'policy', 'incident'] as const),
    };
    return command as ConfigureIndex;
  }

  private tick(source: string): Command {
    const { random } = this;
    const taken = this.model.indices.all().filter(({ sources: names }) => (names as string[]).includes(source));
    const assets = taken.map(({ asset }) => Number(asset)).filter(() => !random.oneIn(5));
    if (random.oneIn(40)) assets.push(random.integer(1, 5));
    if (random.oneIn(40)) assets.reverse();
    // The model's time is that of the previous command; time may pass before this one.
    const isFar = random.oneIn(12);
    const sinceMs = isFar ? random.pick([random.integer(-6000, 1600), 1000, 1001]) : random.integer(-300, 300);
    const command: Plain<IndexTicks> = {
      type: 'index_ticks',
      source,
      observedAtMs: random.oneIn(60) ? random.pick([-1, 0.5, 2 ** 53, NaN]) : this.model.state.timeMs + sinceMs,
      prices: assets.map((asset) => ({ asset, price: this.price(asset) })),
    };
    return command as IndexTicks;
  }

  /** A price near the asset's middle price, sometimes at the edge of the allowed deviation, or far away. */
  private price(asset: number): number {
    const { random } = this;
    if (random.oneIn(60)) return random.pick([0, -1, 0.5, 2 ** 53, NaN, Infinity]);
    const middle = asset === 1 ? Number.MAX_SAFE_INTEGER - 2 ** 50 : 10 ** (2 * asset);
    if (random.oneIn(8)) return Math.round(middle * random.pick([0.9, 0.995, 1.005, 1.01, 1.05]));
    return middle + random.integer(-3, 3);
  }
}
