import { computeIndex, forever } from './compute-index.ts';
import type { IndexReading, IndexRule, Observation } from './compute-index.ts';
import { invariant } from '../invariant.ts';
import type { AssetPrice } from './commands.ts';
import type { Audited } from '../declaration/vocabulary.ts';
import type { CurrencyId } from '../identifiers.ts';
import type { IndexPrice } from '../money.ts';

/** The configuration of an index; `version` counts its changes from 1. */
export interface IndexConfiguration extends IndexRule {
  readonly asset: CurrencyId;
  readonly version: number;
  /** A price of this index counts 10^-decimals USDT. It never changes. */
  readonly decimals: number;
}

/** The sequence of a command, and its journal time in epoch milliseconds. */
interface Moment {
  readonly sequence: number;
  readonly timeMs: number;
}

/** An index: its configuration, its current reading, and the moment of its last update. */
export interface IndexState extends IndexConfiguration, Omit<IndexReading, 'asOfMs' | 'holdsUntilMs'>, Moment {}

/** The stored part of an index; the rest is computed from it and the time. */
export interface KeptIndex extends IndexConfiguration, Moment {
  readonly observed: readonly SourceObservation[];
}

/**
 * The shortest time between two observations of a source for an asset. A settlement price is a mean of readings, of
 * which every tick makes one; without this limit a source would weigh more the more often it reports.
 */
const shortestGapMs = 100;

/** A new rule of an index, and the operator's decision for it. */
export interface DecidedRule extends Omit<IndexConfiguration, 'version'>, Audited {}

/** A new rule that waits until the contracts on the present one have ended, and the command that set it. */
export interface WaitingRule extends DecidedRule {
  readonly sequence: number;
}

interface SourceObservation extends Pick<Observation, 'price' | 'observedAtMs'> {
  readonly source: string;
  /** The time that it counts with, if it is ahead of its arrival. */
  readonly asOfMs?: number;
}

/** An index with its reading, which always reflects the current journal time. */
class LiveIndex {
  configuration: IndexConfiguration;
  reading: IndexReading;
  /** The moment at which a tick, a configuration or time last updated the reading. */
  updated: Moment;
  readonly observations = new Map<string, Observation>();

  constructor(configuration: IndexConfiguration, updated: Moment) {
    this.configuration = configuration;
    this.updated = updated;
    this.reading = computeIndex(configuration, this.observations, updated.timeMs);
  }

  /** Recomputes the reading as of now and marks it as updated. */
  read(now: Moment): void {
    this.updated = momentOf(now);
    this.reading = computeIndex(this.configuration, this.observations, now.timeMs);
  }
}

/**
 * The indices of all assets. An asset's mark price is its index. Only the newest observation of each source is kept;
 * the index follows from these, the configuration and the time.
 */
export class Indices {
  /** Whether ticks of a source for an asset must be `shortestGapMs` apart; false under older logic versions. */
  areSpaced = true;
  private readonly byAsset = new Map<CurrencyId, LiveIndex>();
  private readonly waiting = new Map<CurrencyId, WaitingRule>();
  /** The first instant at which the passing of time changes an index. */
  private holdUntilMs = forever;

  /** Whether the passing of time has changed an index by this instant. */
  areDue(timeMs: number): boolean {
    return timeMs >= this.holdUntilMs;
  }

  /** Recomputes the indices that time has changed, and returns them by asset. */
  passTime(now: Moment): IndexState[] {
    const changed = this.inOrder().filter(({ reading }) => now.timeMs >= reading.holdsUntilMs);
    for (const index of changed) index.read(now);
    this.settle();
    return changed.map(stateOf);
  }

  /** The configuration in force; undefined without an index. */
  configurationOf(asset: CurrencyId): IndexConfiguration | undefined {
    return this.byAsset.get(asset)?.configuration;
  }

  /** The index price of an asset; null without an index or while too few sources are live. */
  priceOf(asset: CurrencyId): IndexPrice | null {
    return this.byAsset.get(asset)?.reading.price ?? null;
  }

  /** The time of the oldest observation that the index price of an asset is computed from; null without a price. */
  asOfMs(asset: CurrencyId): number | null {
    return this.byAsset.get(asset)?.reading.asOfMs ?? null;
  }

  /** Puts a configuration into force. Sources in both configurations keep their observations. */
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

  /** The new rule that waits for an asset; undefined without one. */
  waitingRule(asset: CurrencyId): WaitingRule | undefined {
    return this.waiting.get(asset);
  }

  /** The rules that wait, by asset. */
  waitingRules(): WaitingRule[] {
    return [...this.waiting.values()].toSorted((a, b) => a.asset - b.asset);
  }

  /** Lets a rule wait, in place of one that waits already. */
  wait(rule: WaitingRule): void {
    this.waiting.set(rule.asset, rule);
  }

  /** Removes and returns the rule that waits for an asset. */
  takeWaiting(asset: CurrencyId): WaitingRule | undefined {
    const rule = this.waiting.get(asset);
    this.waiting.delete(asset);
    return rule;
  }

  /** Whether any index uses this source. */
  hasSource(source: string): boolean {
    return this.inOrder().some(({ configuration }) => configuration.sources.includes(source));
  }

  /** The time of the source's newest observation; null before the first. */
  newestOf(source: string): number | null {
    let newest: number | null = null;
    for (const { observations } of this.byAsset.values()) {
      const at = observations.get(source)?.observedAtMs;
      if (at !== undefined && (newest === null || at > newest)) newest = at;
    }
    return newest;
  }

  /** The time before which an observation of the source for this asset is too soon after its last one; 0 for none. */
  earliestOf(source: string, asset: CurrencyId): number {
    const last = this.byAsset.get(asset)?.observations.get(source)?.observedAtMs;
    return last === undefined || !this.areSpaced ? 0 : last + shortestGapMs;
  }

  /** Stores a source's prices, which must be of assets with an index, and returns the updated indices by asset. */
  observe(
    source: string,
    { observedAtMs, asOfMs }: Pick<Observation, 'observedAtMs' | 'asOfMs'>,
    prices: readonly AssetPrice[],
    now: Moment,
  ): IndexState[] {
    const states: IndexState[] = [];
    for (const { asset, price } of prices) {
      const index = this.byAsset.get(asset);
      invariant(index !== undefined, 'an observed asset must have an index');
      index.observations.set(source, { price, observedAtMs, asOfMs });
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

  /**
   * The stored part of each index, by asset: its configuration and the last observation of each source, by source name.
   */
  *kept(): Generator<KeptIndex> {
    for (const { configuration, observations, updated } of this.inOrder()) {
      const observed: SourceObservation[] = [];
      for (const source of configuration.sources) {
        const observation = observations.get(source);
        if (observation !== undefined) observed.push(keptObservation(source, observation));
      }
      yield { ...configuration, ...updated, observed };
    }
  }

  /** Restores an index that `kept` returned. */
  load({ observed, sequence, timeMs, ...configuration }: KeptIndex, now: Moment): void {
    const index = new LiveIndex(configuration, momentOf(now));
    for (const { source, price, observedAtMs, asOfMs = observedAtMs } of observed) {
      index.observations.set(source, { price, observedAtMs, asOfMs });
    }
    index.read(now);
    index.updated = { sequence, timeMs };
    this.byAsset.set(configuration.asset, index);
    this.settle();
  }

  /** Finds the next instant at which time changes an index. */
  private settle(): void {
    this.holdUntilMs = forever;
    for (const { reading } of this.byAsset.values()) {
      this.holdUntilMs = Math.min(this.holdUntilMs, reading.holdsUntilMs);
    }
  }

  /** Throws unless every index matches its observations at this time and no change by time is overdue or missed. */
  audit(timeMs: number): void {
    for (const { configuration, observations, reading } of this.byAsset.values()) {
      const now = computeIndex(configuration, observations, timeMs);
      invariant(reading.price === now.price && reading.live === now.live, 'an index must match its observations');
      invariant(reading.asOfMs === now.asOfMs, 'an index must know its oldest observation');
      invariant(reading.holdsUntilMs === now.holdsUntilMs, 'an index must know when time changes it');
      invariant(this.holdUntilMs <= reading.holdsUntilMs, 'no index may change before the next check');
    }
    invariant(timeMs < this.holdUntilMs, 'no change of an index may be overdue');
  }

  private inOrder(): LiveIndex[] {
    return [...this.byAsset.values()].toSorted((a, b) => a.configuration.asset - b.configuration.asset);
  }
}

function keptObservation(source: string, { price, observedAtMs, asOfMs }: Observation): SourceObservation {
  const kept = { source, price, observedAtMs };
  return asOfMs === observedAtMs ? kept : { ...kept, asOfMs };
}

function stateOf({ configuration, reading, updated }: LiveIndex): IndexState {
  const { price, live, leftOut } = reading;
  return { ...configuration, price, live, leftOut, ...updated };
}

/** Copies only the moment, because callers pass the whole exchange state. */
function momentOf({ sequence, timeMs }: Moment): Moment {
  return { sequence, timeMs };
}
