import { isId, refuse } from './naive-rules.ts';
import type { ConfigureIndex, IndexTicks } from '../index-price/commands.ts';
import type { NaiveEvent } from './naive-rules.ts';
import type { NaiveState } from './naive-state.ts';

interface NaiveIndex {
  command: ConfigureIndex;
  version: number;
  /** The last reported reading, as text, and the command that caused it. */
  reported: string;
  sequence: number;
  timeMs: number;
}

interface NaiveObservation {
  asset: number;
  source: string;
  price: bigint;
  atMs: number;
  arrivedAtMs: number;
}

/** Computes every index from scratch for each command, from a list of all observations. */
export class NaiveIndices {
  private readonly state: NaiveState;
  private readonly indices: NaiveIndex[] = [];
  /** Rules that wait for the end of contracts. */
  private waiting: ConfigureIndex[] = [];
  /** Whether open contracts depend on the index of an asset; set by the model of seconds contracts. */
  isInUse: (asset: number) => boolean = () => false;
  private observations: NaiveObservation[] = [];

  constructor(state: NaiveState) {
    this.state = state;
  }

  /** Every index with its rule. */
  all(): NaiveEvent[] {
    return this.indices.map((index) => {
      const { type: _type, operator: _operator, cause: _cause, ...rule } = index.command;
      const { version, sequence, timeMs } = index;
      return { ...rule, version, ...this.reading(index), sequence, timeMs };
    });
  }

  /** The price of an asset, in 10^-decimals USDT; null without an index or while too few sources are live. */
  priceOf(currency: number): { readonly units: bigint; readonly decimals: number } | null {
    const index = this.indices.find(({ command }) => Number(command.asset) === currency);
    if (index === undefined) return null;
    const { price } = this.reading(index);
    return price === null ? null : { units: BigInt(Number(price)), decimals: index.command.decimals };
  }

  /** The oldest observation that the price of an asset is computed from; none is younger than its arrival. */
  asOfMs(currency: number): number {
    const index = this.indices.find(({ command }) => Number(command.asset) === currency);
    const counting = index === undefined ? [] : this.counting(index.command);
    return Math.min(...counting.flatMap(({ atMs, arrivedAtMs }) => [atMs, arrivedAtMs]));
  }

  /** Reports the indices that time has changed. */
  passTime(events: NaiveEvent[]): void {
    const changed = this.indices.filter((index) => JSON.stringify(this.reading(index)) !== index.reported);
    if (changed.length === 0) return;
    events.push({ type: 'index_updated', tick: null, assets: changed.map((index) => this.tell(index, null)) });
  }

  configure(command: ConfigureIndex, events: NaiveEvent[]): void {
    const { asset, decimals, sources, operator } = command;
    refuse(operator !== 0 && !isId(operator, 2 ** 30), { reason: 'operator_invalid' });
    refuse(!this.state.currencies.some(({ currency }) => currency === asset), { reason: 'currency_unknown' });
    const before = this.indices.find((index) => index.command.asset === asset);
    const invalid = (isWrong: boolean, field: string): void => {
      refuse(isWrong, { reason: 'index_invalid', field });
    };
    invalid(!isId(decimals + 1, 20) || (before !== undefined && before.command.decimals !== decimals), 'decimals');
    invalid(sources.length < 1 || sources.length > 16, 'sources');
    invalid(new Set(sources).size < sources.length || sources.toSorted().join() !== sources.join(), 'sources');
    invalid(!/^([a-z0-9_]{1,16},)+$/.test(`${sources.join()},`), 'sources');
    invalid(!isId(command.minSources, sources.length + 1), 'minSources');
    invalid(!isId(command.maxDeviationPpm + 1, 1_000_002), 'maxDeviationPpm');
    invalid(!isId(command.stalenessMs, 3_600_001), 'stalenessMs');

    if (this.isWaiting(asset) && before !== undefined && textOf(before.command) === textOf(command)) {
      this.waiting = this.waiting.filter((one) => one.asset !== asset);
      events.push({ type: 'index_change_withdrawn', asset, operator, cause: command.cause });
      return;
    }
    if (this.isInUse(asset)) {
      this.waiting = [...this.waiting.filter((one) => one.asset !== asset), command];
      const { type: _type, ...rule } = command;
      events.push({ type: 'index_change_waiting', ...rule });
      return;
    }
    this.putIntoForce(command, events);
  }

  isWaiting(asset: number): boolean {
    return this.waiting.some((one) => Number(one.asset) === asset);
  }

  /** Puts the rule into force that waits for an asset. */
  release(asset: number, events: NaiveEvent[]): void {
    const rule = this.waiting.find((one) => Number(one.asset) === asset);
    this.waiting = this.waiting.filter((one) => one !== rule);
    if (rule !== undefined) this.putIntoForce(rule, events);
  }

  private putIntoForce(command: ConfigureIndex, events: NaiveEvent[]): void {
    const { asset, sources, operator, cause } = command;
    const before = this.indices.find((index) => index.command.asset === asset);
    const index = { command, version: (before?.version ?? 0) + 1, reported: '', sequence: 0, timeMs: 0 };
    this.observations = this.observations.filter((one) => one.asset !== asset || sources.includes(one.source));
    if (before === undefined) this.indices.push(index);
    else this.indices.splice(this.indices.indexOf(before), 1, index);
    this.indices.sort((a, b) => a.command.asset - b.command.asset);
    const { type: _type, ...rule } = command;
    events.push({ type: 'index_configured', ...rule, version: index.version, operator, cause });
    events.push({ type: 'index_updated', tick: null, assets: [this.tell(index, null)] });
  }

  tick({ source, observedAtMs, prices }: IndexTicks, events: NaiveEvent[]): void {
    const taking = this.indices.filter(({ command }) => command.sources.includes(source));
    refuse(taking.length === 0, { reason: 'index_source_unknown' });
    const isTime = observedAtMs === 0 || isId(observedAtMs, 2 ** 53);
    refuse(!isTime, { reason: 'index_tick_invalid', field: 'observedAtMs' });
    refuse(prices.length === 0, { reason: 'index_tick_invalid', field: 'prices' });
    let last = -Infinity;
    for (const { asset, price } of prices) {
      const isTaken = taking.some(({ command }) => command.asset === asset);
      refuse(!isTaken, { reason: 'index_asset_unknown', asset });
      refuse(asset <= last, { reason: 'index_asset_unsorted', asset });
      refuse(!isId(price, 2 ** 53), { reason: 'index_price_invalid', asset });
      last = asset;
    }
    const latestMs = this.state.timeMs + 1000;
    refuse(observedAtMs > latestMs, { reason: 'index_tick_early', latestMs });
    const newestMs = Math.max(...this.observations.filter((one) => one.source === source).map(({ atMs }) => atMs));
    refuse(observedAtMs <= newestMs, { reason: 'index_tick_outdated', newestMs });
    const named = this.observations.filter((one) => one.source === source && prices.some((p) => p.asset === one.asset));
    const earliestMs = Math.max(...named.map(({ atMs }) => atMs + 100));
    refuse(observedAtMs < earliestMs, { reason: 'index_tick_too_soon', earliestMs });

    const assets: NaiveEvent[] = [];
    for (const { asset, price } of prices) {
      this.observations = this.observations.filter((one) => one.source !== source || one.asset !== asset);
      const arrivedAtMs = this.state.timeMs;
      this.observations.push({ asset, source, price: BigInt(price), atMs: observedAtMs, arrivedAtMs });
      for (const index of taking) if (index.command.asset === asset) assets.push(this.tell(index, price));
    }
    events.push({ type: 'index_updated', tick: { source, observedAtMs }, assets });
  }

  private tell(index: NaiveIndex, observed: number | null): NaiveEvent {
    const reading = this.reading(index);
    index.reported = JSON.stringify(reading);
    index.sequence = this.state.sequence;
    index.timeMs = this.state.timeMs;
    return { asset: index.command.asset, version: index.version, observed, ...reading };
  }

  private spoken(command: ConfigureIndex): NaiveObservation[] {
    return this.observations.filter(
      ({ asset, source, atMs }) =>
        asset === command.asset && command.sources.includes(source) && atMs + command.stalenessMs >= this.state.timeMs,
    );
  }

  /** The observations near the median. */
  private counting(command: ConfigureIndex): NaiveObservation[] {
    const spoken = this.spoken(command);
    const middle = medianOf(spoken);
    // |price − middle| ÷ middle ≤ ppm ÷ 1 000 000, without a division.
    return spoken.filter(({ price }) => {
      const apart = price > middle ? price - middle : middle - price;
      return apart * 1_000_000n <= middle * BigInt(command.maxDeviationPpm);
    });
  }

  private reading({ command }: NaiveIndex): NaiveEvent {
    const spoken = this.spoken(command);
    const near = this.counting(command);
    const leftOut = command.sources
      .filter((source) => !near.some((one) => one.source === source))
      .map((source) => ({
        source,
        reason: spoken.some((one) => one.source === source) ? 'deviating' : 'silent',
      }));
    const price = near.length < command.minSources ? null : Number(medianOf(near));
    return { price, live: near.length, leftOut };
  }
}

/** A rule as text, without the decision for it. */
function textOf({ operator: _operator, cause: _cause, ...rule }: ConfigureIndex): string {
  return JSON.stringify(Object.entries(rule).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** Removes the lowest and the highest price until at most two are left, and returns their mean; 0 for an empty list. */
function medianOf(observations: readonly NaiveObservation[]): bigint {
  const prices = observations.map(({ price }) => price).toSorted((a, b) => (a < b ? -1 : 1));
  while (prices.length > 2) {
    prices.shift();
    prices.pop();
  }
  return ((prices[0] ?? 0n) + (prices.at(-1) ?? 0n)) / 2n;
}
