import { computeIndex, forever } from './compute-index.ts';
import type { IndexReading, IndexRule, Observation } from './compute-index.ts';
import { invariant } from '../invariant.ts';
import type { AssetPrice } from './commands.ts';
import type { CurrencyId } from '../identifiers.ts';

/** How an index is configured; `version` grows with each change, from 1. */
export interface IndexConfiguration extends IndexRule {
  readonly asset: CurrencyId;
  readonly version: number;
  /** A price of this index counts 10^-decimals USDT. The same for ever. */
  readonly decimals: number;
}

/** A command, and its journal time in epoch milliseconds. */
interface Moment {
  readonly sequence: number;
  readonly timeMs: number;
}

/** An index as it stands: how it is configured, what that gives now, and when that was last told. */
export interface IndexState extends IndexConfiguration, Omit<IndexReading, 'holdsUntilMs'>, Moment {}

/** What has to be kept of an index; everything else follows from it and the time. */
export interface KeptIndex extends IndexConfiguration, Moment {
  readonly observed: readonly SourceObservation[];
}

interface SourceObservation extends Observation {
  readonly source: string;
}

/** An index at work. Its reading is always that of the exchange's time. */
class LiveIndex {
  configuration: IndexConfiguration;
  reading: IndexReading;
  /** When a tick, a rule or time led to this reading. */
  told: Moment;
  readonly observations = new Map<string, Observation>();

  constructor(configuration: IndexConfiguration, told: Moment) {
    this.configuration = configuration;
    this.told = told;
    this.reading = computeIndex(configuration, this.observations, told.timeMs);
  }

  /** Computes it as of now, which is told. */
  read(now: Moment): void {
    this.told = momentOf(now);
    this.reading = computeIndex(this.configuration, this.observations, now.timeMs);
  }
}

/**
 * The indices of all assets. The mark price of an asset is its index. Of each source only the newest observation is
 * kept; what the index is follows from these, the configuration and the time.
 */
export class Indices {
  private readonly byAsset = new Map<CurrencyId, LiveIndex>();
  /** The first instant at which time alone changes an index. */
  private holdUntilMs = forever;

  /** Whether time alone has changed an index by this instant. */
  areDue(timeMs: number): boolean {
    return timeMs >= this.holdUntilMs;
  }

  /** Reads those indices anew that time has changed, and answers them by asset. */
  passTime(now: Moment): IndexState[] {
    const changed = this.inOrder().filter(({ reading }) => now.timeMs >= reading.holdsUntilMs);
    for (const index of changed) index.read(now);
    this.settle();
    return changed.map(stateOf);
  }

  /** The configuration in force; undefined where there is no index. */
  configurationOf(asset: CurrencyId): IndexConfiguration | undefined {
    return this.byAsset.get(asset)?.configuration;
  }

  /** Puts a configuration in force. The sources that it keeps keep what they observed. */
  configure(configuration: IndexConfiguration, now: Moment): IndexState {
    const index = this.byAsset.get(configuration.asset) ?? new LiveIndex(configuration, momentOf(now));
    this.byAsset.set(configuration.asset, index);
    for (const source of index.observations.keys()) {
      if (!configuration.sources.includes(source)) index.observations.delete(source);
    }
    index.configuration = configuration;
    index.read(now);
    this.settle();
    return stateOf(index);
  }

  /** Whether any index takes this source. */
  hasSource(source: string): boolean {
    return this.inOrder().some(({ configuration }) => configuration.sources.includes(source));
  }

  /** When this source made its newest observation; null before the first. */
  newestOf(source: string): number | null {
    let newest: number | null = null;
    for (const { observations } of this.byAsset.values()) {
      const at = observations.get(source)?.observedAtMs;
      if (at !== undefined && (newest === null || at > newest)) newest = at;
    }
    return newest;
  }

  /** Keeps what a source observed of assets that have an index, and answers these by asset. */
  observe(source: string, observedAtMs: number, prices: readonly AssetPrice[], now: Moment): IndexState[] {
    const states: IndexState[] = [];
    for (const { asset, price } of prices) {
      const index = this.byAsset.get(asset);
      invariant(index !== undefined, 'only an asset with an index can be observed');
      index.observations.set(source, { price, observedAtMs });
      index.read(now);
      states.push(stateOf(index));
    }
    this.settle();
    return states;
  }

  /** Every index, by asset. */
  all(): IndexState[] {
    return this.inOrder().map(stateOf);
  }

  /** What the indices come from, by asset: each configuration, and what its sources observed last, by name. */
  *kept(): Generator<KeptIndex> {
    for (const { configuration, observations, told } of this.inOrder()) {
      const observed: SourceObservation[] = [];
      for (const source of configuration.sources) {
        const observation = observations.get(source);
        if (observation !== undefined) observed.push({ source, ...observation });
      }
      yield { ...configuration, ...told, observed };
    }
  }

  /** Puts back an index that `kept` told. */
  load({ observed, sequence, timeMs, ...configuration }: KeptIndex, now: Moment): void {
    const index = new LiveIndex(configuration, momentOf(now));
    for (const { source, price, observedAtMs } of observed) index.observations.set(source, { price, observedAtMs });
    index.read(now);
    index.told = { sequence, timeMs };
    this.byAsset.set(configuration.asset, index);
    this.settle();
  }

  /** Finds when time changes the next index. */
  private settle(): void {
    this.holdUntilMs = forever;
    for (const { reading } of this.byAsset.values()) {
      this.holdUntilMs = Math.min(this.holdUntilMs, reading.holdsUntilMs);
    }
  }

  /** Throws unless every index is what its sources observed makes it now, and time changes none before it is asked. */
  audit(timeMs: number): void {
    for (const { configuration, observations, reading } of this.byAsset.values()) {
      const now = computeIndex(configuration, observations, timeMs);
      invariant(reading.price === now.price && reading.live === now.live, 'an index must be that of its observations');
      invariant(reading.holdsUntilMs === now.holdsUntilMs, 'an index must know when time changes it');
      invariant(this.holdUntilMs <= reading.holdsUntilMs, 'no index may change before it is asked');
    }
    invariant(timeMs < this.holdUntilMs, 'an index must not be older than the time');
  }

  private inOrder(): LiveIndex[] {
    return [...this.byAsset.values()].toSorted((a, b) => a.configuration.asset - b.configuration.asset);
  }
}

function stateOf({ configuration, reading, told }: LiveIndex): IndexState {
  const { price, live, leftOut } = reading;
  return { ...configuration, price, live, leftOut, ...told };
}

/** Of the exchange's state, which is given as the moment, nothing else is kept. */
function momentOf({ sequence, timeMs }: Moment): Moment {
  return { sequence, timeMs };
}
