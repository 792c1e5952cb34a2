import { isId, refuse, Refused } from '../../simulation/naive-rules.ts';
import { checkSecondsCurrency, checkSecondsSettings } from './naive-terms.ts';
import type { Command } from '../../command.ts';
import type { NaiveIndices } from '../../simulation/naive-index.ts';
import type { NaiveEvent } from '../../simulation/naive-rules.ts';
import type { NaiveState } from '../../simulation/naive-state.ts';
import type { NaivePart } from '../../simulation/parts.ts';
import type { ConfigureSeconds, ConfigureSecondsCurrency, ConfigureSecondsMarket, PlaceSeconds } from '../commands.ts';

interface NaiveReading {
  sequence: number;
  timeMs: number;
  price: number | null;
}

interface NaiveWindow {
  readings: NaiveReading[];
  lastTickAtMs: number | null;
}

/** The terms of a contract, as events report them. */
interface NaiveTerms {
  contract: number;
  user: number;
  market: number;
  asset: number;
  currency: number;
  direction: string;
  seconds: number;
  stake: number;
  ratioPpm: number;
  feePpm: number;
  payout: number;
  indexVersion: number;
  stalenessMs: number;
  acceptedSequence: number;
  acceptedAtMs: number;
}

interface NaiveContract {
  terms: NaiveTerms;
  strike: NaiveWindow | null;
  open: number | null;
}

const empty: NaiveWindow = { readings: [], lastTickAtMs: null };

/**
 * A second model of seconds contracts: one list of contracts and one of all readings, searched for each window, and
 * means in `bigint`.
 */
export class NaiveSeconds implements NaivePart {
  readonly commands = [
    'configure_seconds',
    'configure_seconds_currency',
    'configure_seconds_market',
    'place_seconds',
  ] as const;
  readonly refusals = [
    'seconds_closed',
    'seconds_not_offered',
    'currency_not_offered',
    'number_not_offered',
    'index_changing',
    'user_cap',
    'side_cap',
  ] as const;
  settings: { version: number; terms: Pick<ConfigureSeconds, 'options' | 'feePpm'> } | null = null;
  readonly currencies: { currency: number; version: number; terms: NaiveEvent & ConfigureSecondsCurrency }[] = [];
  readonly markets: { market: number; asset: number; version: number; state: string }[] = [];
  contracts: NaiveContract[] = [];
  private readonly readings: (NaiveReading & { asset: number })[] = [];
  private readonly state: NaiveState;
  private readonly indices: NaiveIndices;
  private count = 0;

  constructor(state: NaiveState, indices: NaiveIndices) {
    this.state = state;
    this.indices = indices;
    indices.isInUse = (asset) => this.contracts.some(({ terms }) => terms.asset === asset);
  }

  perform(command: Command, events: NaiveEvent[]): NaiveEvent {
    if (command.type === 'configure_seconds') return this.configure(command, events);
    if (command.type === 'configure_seconds_currency') return this.configureCurrency(command, events);
    if (command.type === 'configure_seconds_market') return this.configureMarket(command, events);
    if (command.type === 'place_seconds') return this.place(command, events);
    throw new Error(`no command of seconds contracts: ${command.type}`);
  }

  /** Notes the readings of assets that have a market. */
  notice(events: readonly NaiveEvent[]): void {
    const { sequence, timeMs } = this.state;
    for (const event of events) {
      if (event['type'] !== 'index_updated') continue;
      for (const update of event['assets'] as { asset: number; price: number | null }[]) {
        const { asset, price } = update;
        const isWatched = this.markets.some((one) => one.asset === asset);
        if (isWatched && (price === null || event['tick'] !== null)) {
          this.readings.push({ asset, sequence, timeMs, price });
        }
      }
    }
  }

  isDue(): boolean {
    const next = this.nextTimer();
    return next !== null && next.atMs <= this.state.timeMs;
  }

  nextTimer(): { atMs: number; sequence: number } | null {
    const [first] = this.contracts.map(timerOf).toSorted((a, b) => a.atMs - b.atMs || a.sequence - b.sequence);
    return first ?? null;
  }

  passTime(max: number, events: NaiveEvent[]): number {
    for (let pieces = 0; ; pieces += 1) {
      if (pieces === max || !this.isDue()) return pieces;
      const next = this.nextTimer();
      const contract = this.contracts.find((one) => {
        const { atMs, sequence } = timerOf(one);
        return atMs === next?.atMs && sequence === next.sequence;
      });
      if (contract === undefined) return pieces;
      if (contract.open === null) this.strike(contract, events);
      else this.settle(contract, contract.open, events);
    }
  }

  private strike(contract: NaiveContract, events: NaiveEvent[]): void {
    const { contract: id, user, market, acceptedAtMs } = contract.terms;
    const window = this.window(contract.terms, acceptedAtMs, acceptedAtMs + 1000);
    const price = priceOf(window, acceptedAtMs + 1000, contract.terms.stalenessMs, 1, 0);
    if (typeof price === 'string') {
      this.end(contract, { strike: window, settlement: empty, open: null, end: null }, 'void', price, events);
      return;
    }
    contract.strike = window;
    contract.open = Number(price);
    events.push({ type: 'seconds_struck', contract: id, user, market, open: Number(price) });
  }

  private settle(contract: NaiveContract, open: number, events: NaiveEvent[]): void {
    const { acceptedAtMs, seconds, stalenessMs, direction } = contract.terms;
    const endMs = acceptedAtMs + seconds * 1000;
    // Sixths of a second are compared without a division: 6 × width ≤ 1000 × seconds.
    let width = 10_000;
    while (6 * width > 1000 * seconds) width -= 1;
    const settlement = this.window(contract.terms, endMs - width, endMs);
    const price = priceOf(settlement, endMs, stalenessMs, 3, 5);
    const prices = { strike: contract.strike ?? empty, settlement, open };
    if (typeof price === 'string') {
      this.end(contract, { ...prices, end: null }, 'void', price, events);
      return;
    }
    const end = Number(price);
    const isUp = direction === 'up';
    const result = end === open ? 'tie' : end > open === isUp ? 'win' : 'loss';
    this.end(contract, { ...prices, end }, result, null, events);
  }

  private end(
    contract: NaiveContract,
    prices: { strike: NaiveWindow; open: number | null; settlement: NaiveWindow; end: number | null },
    result: string,
    voidReason: string | null,
    events: NaiveEvent[],
  ): void {
    const { terms } = contract;
    const { user, currency, asset } = terms;
    const [stake, payout] = [BigInt(terms.stake), BigInt(terms.payout)];
    this.contracts = this.contracts.filter((one) => one !== contract);
    const fee = result === 'win' ? ceilOfMillionths(payout, terms.feePpm) : 0n;
    const postings: object[] = [];
    if (result === 'win') {
      postings.push(
        this.post(user, 4, currency, stake + payout - fee, -stake, fee),
        this.post(0, 105, currency, 0n, -payout),
      );
      if (fee > 0n) postings.push(this.post(0, 102, currency, fee, 0n));
    } else if (result === 'loss') {
      postings.push(this.post(user, 4, currency, 0n, -stake), this.post(0, 105, currency, payout + stake, -payout));
    } else {
      postings.push(this.post(user, 4, currency, stake, -stake), this.post(0, 105, currency, payout, -payout));
    }
    const profit = result === 'win' ? payout - fee : result === 'loss' ? -stake : 0n;
    events.push({
      type: 'seconds_closed',
      ...terms,
      rule: 'seconds/1',
      ...prices,
      result,
      voidReason,
      fee: Number(fee),
      profit: Number(profit),
      closedAtMs: this.state.timeMs,
      postings,
    });
    if (!this.contracts.some((one) => one.terms.asset === asset)) this.indices.release(asset, events);
  }

  private configure(command: ConfigureSeconds, events: NaiveEvent[]): NaiveEvent {
    const { options, feePpm, operator, cause } = command;
    refuse(operator !== 0 && !isId(operator, 2 ** 30), { reason: 'operator_invalid' });
    checkSecondsSettings(command);
    const after = { options, feePpm };
    const before = this.settings?.terms ?? null;
    refuse(JSON.stringify(before) === JSON.stringify(after), { reason: 'setting_unchanged' });
    const version = (this.settings?.version ?? 0) + 1;
    this.settings = { version, terms: after };
    events.push({ type: 'seconds_configured', version, before, after, operator, cause });
    return { type: 'done' };
  }

  private configureCurrency(command: ConfigureSecondsCurrency, events: NaiveEvent[]): NaiveEvent {
    const { type: _type, currency, operator, cause, ...terms } = command;
    refuse(operator !== 0 && !isId(operator, 2 ** 30), { reason: 'operator_invalid' });
    refuse(!this.state.currencies.some((one) => one.currency === currency), { reason: 'currency_unknown' });
    checkSecondsCurrency(command);
    const known = this.currencies.find((one) => one.currency === currency);
    const after = shown(terms);
    const before = known === undefined ? null : shown(known.terms);
    refuse(JSON.stringify(before) === JSON.stringify(after), { reason: 'setting_unchanged' });
    if (known === undefined) this.currencies.push({ currency, version: 1, terms: command });
    else Object.assign(known, { version: known.version + 1, terms: command });
    const version = known?.version ?? 1;
    events.push({ type: 'seconds_currency_configured', currency, version, before, after, operator, cause });
    return { type: 'done' };
  }

  private configureMarket(command: ConfigureSecondsMarket, events: NaiveEvent[]): NaiveEvent {
    const { market, state: after, operator, cause } = command;
    refuse(operator !== 0 && !isId(operator, 2 ** 30), { reason: 'operator_invalid' });
    const listed = this.state.markets.find((one) => one.market === market);
    if (listed === undefined) throw new Refused({ reason: 'market_unknown' });
    const rules = this.indices.all();
    const hasIndex = (currency: number) => rules.some((rule) => rule['asset'] === currency);
    refuse(!hasIndex(listed.base) || hasIndex(listed.quote), { reason: 'setting_invalid', field: 'market' });
    const known = this.markets.find((one) => one.market === market);
    const before = known?.state ?? null;
    refuse(before === after, { reason: 'setting_unchanged' });
    if (known === undefined) this.markets.push({ market, asset: listed.base, version: 1, state: after });
    else Object.assign(known, { version: known.version + 1, state: after });
    const version = known?.version ?? 1;
    events.push({ type: 'seconds_market_configured', market, version, before, after, operator, cause });
    return { type: 'done' };
  }

  private place(command: PlaceSeconds, events: NaiveEvent[]): NaiveEvent {
    const { user, market, currency, direction, seconds, stake, version } = command;
    refuse(!this.state.markets.some((one) => one.market === market), { reason: 'market_unknown' });
    refuse(this.state.isRestricted(user, 'trading'), { reason: 'trading_stopped' });
    const found = this.markets.find((one) => one.market === market);
    const { settings } = this;
    if (settings === null || found?.state !== 'open') throw new Refused({ reason: 'seconds_closed' });
    refuse(version !== null && version !== settings.version, { reason: 'terms_changed', version: settings.version });
    const option = settings.terms.options.find((one) => one.seconds === seconds);
    if (option === undefined) throw new Refused({ reason: 'seconds_not_offered' });
    const offered = this.currencies.find((one) => one.currency === currency)?.terms;
    if (offered?.state !== 'open') throw new Refused({ reason: 'currency_not_offered' });
    refuse(!offered.numbers.includes(stake), { reason: 'number_not_offered' });
    const { asset } = found;
    const index = this.indices.all().find((rule) => rule['asset'] === asset);
    refuse(index === undefined || index['price'] === null, { reason: 'index_unavailable' });
    refuse(this.indices.isWaiting(asset), { reason: 'index_changing' });
    const payout = (BigInt(stake) * BigInt(option.ratioPpm)) / 1_000_000n;
    const sum = (of: (terms: NaiveTerms) => boolean): number =>
      this.contracts.reduce(
        (total, { terms }) => total + (terms.currency === currency && of(terms) ? terms.stake : 0),
        0,
      );
    const room = (cap: number, open: number): number => Math.max(cap - open, 0);
    const ofUser = room(
      offered.userCap,
      sum((terms) => terms.user === user),
    );
    refuse(stake > ofUser, { reason: 'user_cap', room: ofUser });
    const ofSide = room(
      offered.sideCap,
      sum((terms) => terms.market === market && terms.direction === direction),
    );
    refuse(stake > ofSide, { reason: 'side_cap', room: ofSide });
    refuse(this.state.balance(0, 105, currency)[0] < payout, { reason: 'house_full' });
    const available = Number(this.state.balance(user, 4, currency)[0]);
    refuse(available < stake, { reason: 'insufficient_balance', currency, available, needed: stake });
    this.count += 1;
    const terms: NaiveTerms = {
      contract: this.count,
      user,
      market,
      asset,
      currency,
      direction,
      seconds,
      stake,
      ratioPpm: option.ratioPpm,
      feePpm: settings.terms.feePpm,
      payout: Number(payout),
      indexVersion: Number(index?.['version']),
      stalenessMs: Number(index?.['stalenessMs']),
      acceptedSequence: this.state.sequence,
      acceptedAtMs: this.state.timeMs,
    };
    this.contracts.push({ terms, strike: null, open: null });
    const postings = [
      this.post(user, 4, currency, -BigInt(stake), BigInt(stake)),
      this.post(0, 105, currency, -payout, payout),
    ];
    events.push({ type: 'seconds_accepted', ...terms, postings });
    return { type: 'contract', contract: terms.contract };
  }

  private window({ asset, acceptedSequence }: NaiveTerms, fromMs: number, beforeMs: number): NaiveWindow {
    const earlier = this.readings.filter((one) => one.asset === asset && one.timeMs < beforeMs);
    const ticks = earlier.filter(({ price }) => price !== null);
    return {
      readings: earlier
        .filter(({ timeMs, sequence }) => timeMs >= fromMs && sequence > acceptedSequence)
        .map(({ sequence, timeMs, price }) => ({ sequence, timeMs, price })),
      lastTickAtMs: ticks.at(-1)?.timeMs ?? null,
    };
  }

  private post(
    user: number,
    accountType: number,
    currency: number,
    available: bigint,
    locked: bigint,
    fee = 0n,
  ): object {
    this.state.change(user, accountType, currency, available, locked);
    return { user, accountType, currency, available: Number(available), locked: Number(locked), fee: Number(fee) };
  }
}

/** The next time at which a contract changes, and the command that counts as its cause. */
function timerOf({ terms, open }: NaiveContract): { atMs: number; sequence: number } {
  const delay = open === null ? 1000 : terms.seconds * 1000;
  return { atMs: terms.acceptedAtMs + delay, sequence: terms.acceptedSequence };
}

/** The mean of a window's prices without one in `part` at each end, or why there is none; `part` 0 drops none. */
function priceOf(
  { readings, lastTickAtMs }: NaiveWindow,
  endMs: number,
  stalenessMs: number,
  fewest: number,
  part: number,
): bigint | string {
  if (readings.some(({ price }) => price === null)) return 'index_interrupted';
  if (lastTickAtMs === null || lastTickAtMs + stalenessMs < endMs) return 'index_interrupted';
  if (readings.length < fewest) return 'too_few_ticks';
  const prices = readings.map(({ price }) => BigInt(price ?? 0)).toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const dropped = part === 0 ? 0 : (readings.length - (readings.length % part)) / part;
  for (let n = 0; n < dropped; n += 1) {
    prices.shift();
    prices.pop();
  }
  let sum = 0n;
  for (const price of prices) sum += price;
  return sum / BigInt(prices.length);
}

function ceilOfMillionths(amount: bigint, ppm: number): bigint {
  const product = amount * BigInt(ppm);
  return product / 1_000_000n + (product % 1_000_000n === 0n ? 0n : 1n);
}

function shown({
  numbers,
  userCap,
  sideCap,
  state,
}: Omit<ConfigureSecondsCurrency, 'type' | 'currency' | 'operator' | 'cause'>) {
  return { numbers, userCap, sideCap, state };
}
