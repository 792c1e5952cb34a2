import { invariant } from '../invariant.ts';
import { Readings } from './readings.ts';
import { endOf, longestWindowMs, strikeEndOf } from './rule.ts';
import type { CurrencyId, MarketId, UserId } from '../identifiers.ts';
import type { Amount, IndexPrice } from '../money.ts';
import type { ContractId, Direction, SecondsCurrencyTerms, SecondsSettings } from './commands.ts';
import type { WindowEvidence } from './events.ts';

/** The settings with their version, which counts their changes from 1. */
export interface VersionedSettings extends SecondsSettings {
  readonly version: number;
}

/** A currency in which contracts can be bought. */
export interface SecondsCurrency extends SecondsCurrencyTerms {
  readonly currency: CurrencyId;
  readonly version: number;
}

/** A market on whose index contracts can be bought. */
export interface SecondsMarket {
  readonly market: MarketId;
  /** The currency whose index decides. */
  readonly asset: CurrencyId;
  readonly version: number;
  readonly state: 'open' | 'closed';
}

/** The terms of a contract, which no later setting changes. */
export interface ContractTerms {
  readonly contract: ContractId;
  readonly user: UserId;
  readonly market: MarketId;
  readonly asset: CurrencyId;
  readonly currency: CurrencyId;
  readonly direction: Direction;
  readonly seconds: number;
  readonly stake: Amount;
  readonly ratioPpm: number;
  readonly feePpm: number;
  readonly payout: Amount;
  readonly indexVersion: number;
  readonly stalenessMs: number;
  readonly acceptedSequence: number;
  readonly acceptedAtMs: number;
}

/** The strike of a contract. */
export interface Strike {
  readonly open: IndexPrice;
  readonly evidence: WindowEvidence;
}

/** An open contract. */
export interface OpenContract extends ContractTerms {
  /** Null until the strike price is known. */
  readonly strike: Strike | null;
}

/** Contracts of one asset whose next timer fires equally long after their acceptance, oldest first. */
type Waiting = Map<ContractId, OpenContract>;

/** The part of the state that readers outside the engine receive: only members that change nothing. */
export type ReadableSeconds = Readonly<
  Pick<
    SecondsState,
    'settings' | 'allCurrencies' | 'allMarkets' | 'find' | 'contracts' | 'userStakes' | 'sideStakes' | 'openOn'
  >
>;

/** Settings, open contracts, and the readings of the indices that decide them. */
export class SecondsState {
  /** Whether durations that cannot settle are refused; false under older logic versions. */
  areShortOnesRefused = true;
  /** The last id assigned. */
  contractCount = 0;
  settings: VersionedSettings | null = null;
  readonly currencies = new Map<CurrencyId, SecondsCurrency>();
  readonly markets = new Map<MarketId, SecondsMarket>();
  /** The readings of each asset that has a market for contracts. */
  readonly readings = new Map<CurrencyId, Readings>();
  readonly #contracts = new Map<ContractId, OpenContract>();
  readonly #userStakes = new Map<string, number>();
  readonly #sideStakes = new Map<string, number>();
  readonly #openOn = new Map<CurrencyId, number>();
  /** By asset, and by the time from the acceptance to the next timer. */
  readonly #waiting = new Map<CurrencyId, Map<number, Waiting>>();

  find(contract: ContractId): OpenContract | undefined {
    return this.#contracts.get(contract);
  }

  /** The open contracts by id. */
  contracts(): Iterable<OpenContract> {
    return this.#contracts.values();
  }

  allCurrencies(): SecondsCurrency[] {
    return [...this.currencies.values()].toSorted((a, b) => a.currency - b.currency);
  }

  allMarkets(): SecondsMarket[] {
    return [...this.markets.values()].toSorted((a, b) => a.market - b.market);
  }

  /** The sum of a user's open stakes in a currency. */
  userStakes(user: UserId, currency: CurrencyId): number {
    return this.#userStakes.get(`${user} ${currency}`) ?? 0;
  }

  /** The sum of the open stakes in a currency on one direction of a market. */
  sideStakes(market: MarketId, direction: Direction, currency: CurrencyId): number {
    return this.#sideStakes.get(`${market} ${direction} ${currency}`) ?? 0;
  }

  /** Number of open contracts that the index of an asset decides. */
  openOn(asset: CurrencyId): number {
    return this.#openOn.get(asset) ?? 0;
  }

  add(contract: OpenContract): void {
    this.#contracts.set(contract.contract, contract);
    this.#wait(contract);
    this.#count(contract, 1);
  }

  /** Replaces an open contract by itself with its strike. */
  strike(contract: OpenContract, strike: Strike): void {
    this.#stopWaiting(contract);
    const struck = { ...contract, strike };
    // The entry keeps its place, so the contracts stay ordered by id.
    this.#contracts.set(contract.contract, struck);
    this.#wait(struck);
  }

  remove(contract: OpenContract): void {
    this.#stopWaiting(contract);
    this.#contracts.delete(contract.contract);
    this.#count(contract, -1);
  }

  /** Starts to record the readings of an asset. */
  watch(asset: CurrencyId): Readings {
    const known = this.readings.get(asset);
    if (known !== undefined) return known;
    const readings = new Readings();
    this.readings.set(asset, readings);
    return readings;
  }

  /** The start of the earliest window that an unfired timer can need; Infinity without open contracts of the asset. */
  neededFromMs(asset: CurrencyId): number {
    let earliest = Infinity;
    for (const [delayMs, waiting] of this.#waiting.get(asset) ?? []) {
      for (const { acceptedAtMs } of waiting.values()) {
        earliest = Math.min(earliest, acceptedAtMs + delayMs - longestWindowMs);
        break;
      }
    }
    return earliest;
  }

  #wait(contract: OpenContract): void {
    const byDelay = this.#waiting.get(contract.asset) ?? new Map<number, Waiting>();
    this.#waiting.set(contract.asset, byDelay);
    const delayMs = delayOf(contract);
    const waiting = byDelay.get(delayMs) ?? new Map<ContractId, OpenContract>();
    byDelay.set(delayMs, waiting);
    waiting.set(contract.contract, contract);
  }

  #stopWaiting(contract: OpenContract): void {
    const byDelay = this.#waiting.get(contract.asset);
    const delayMs = delayOf(contract);
    const waiting = byDelay?.get(delayMs);
    invariant(waiting?.delete(contract.contract) === true, 'an open contract must wait for a timer');
    if (waiting.size === 0) byDelay?.delete(delayMs);
  }

  #count({ user, market, direction, currency, asset, stake }: OpenContract, sign: 1 | -1): void {
    change(this.#userStakes, `${user} ${currency}`, sign * stake);
    change(this.#sideStakes, `${market} ${direction} ${currency}`, sign * stake);
    change(this.#openOn, asset, sign);
  }
}

/** The time from the acceptance of a contract to its next timer. */
function delayOf(contract: OpenContract): number {
  const nextAtMs = contract.strike === null ? strikeEndOf(contract) : endOf(contract);
  return nextAtMs - contract.acceptedAtMs;
}

/** Adds to a sum; a sum of 0 has no entry. */
function change<Key>(sums: Map<Key, number>, key: Key, by: number): void {
  const sum = (sums.get(key) ?? 0) + by;
  if (sum === 0) sums.delete(key);
  else sums.set(key, sum);
}
