import { isListingId, type CurrencyId, currencyId, type MarketId, marketId, type UserId } from '@bourse/engine';
import {
  changingIndices,
  type Direction,
  openContracts,
  secondsCurrencies,
  type SecondsCurrency,
  type SecondsMarket,
  secondsMarkets,
  secondsOffer,
  type VersionedSettings,
} from '@bourse/engine/seconds';
import { type EventReaders, type View, ViewDefinition, type Views } from '../../ground/feed/index.ts';
import { closedContract, type ContractState, recoveredContract } from './contract-state.ts';
import { type DailyVoids, readDailyVoids } from './daily-voids.ts';
import { readResults, type Results } from './results.ts';

/** The stakes of open contracts, and the profits that the venue pays if all of them win. */
export interface Exposure {
  readonly contracts: number;
  readonly staked: number;
  readonly payout: number;
}

const noExposure: Exposure = { contracts: 0, staked: 0, payout: 0 };

/** Settings of seconds contracts, open contracts, and the results of all that have ended. */
class SecondsView implements View {
  readonly results: Results;
  readonly dailyVoids: DailyVoids;
  #settings: VersionedSettings | null;
  readonly #views: Views;
  readonly #currencies: Map<CurrencyId, SecondsCurrency>;
  readonly #markets: Map<MarketId, SecondsMarket>;
  readonly #changing: Set<CurrencyId>;
  /** The open contracts of each user, by id. */
  readonly #byUser = new Map<UserId, Map<number, ContractState>>();
  readonly #exposure = new Map<string, Exposure>();

  constructor(
    views: Views,
    recovered: {
      readonly settings: VersionedSettings | null;
      readonly currencies: readonly SecondsCurrency[];
      readonly markets: readonly SecondsMarket[];
      readonly changing: readonly CurrencyId[];
      readonly contracts: Iterable<ContractState>;
      readonly results: Results;
      readonly dailyVoids: DailyVoids;
    },
  ) {
    this.#views = views;
    this.#settings = recovered.settings;
    this.#currencies = new Map(recovered.currencies.map((one) => [one.currency, one]));
    this.#markets = new Map(recovered.markets.map((one) => [one.market, one]));
    this.#changing = new Set(recovered.changing);
    this.results = recovered.results;
    this.dailyVoids = recovered.dailyVoids;
    for (const contract of recovered.contracts) this.#add(contract);
  }

  readonly reads: EventReaders = {
    seconds_configured: ({ version, after }) => {
      this.#settings = { version, ...after };
    },
    seconds_currency_configured: ({ currency, version, after }) => {
      this.#currencies.set(currency, { currency, version, ...after });
    },
    seconds_market_configured: ({ market, version, after: state }) => {
      const asset = this.#views.listings.market(market).base.id;
      this.#markets.set(market, { market, asset, version, state });
    },
    index_change_waiting: ({ asset }) => {
      this.#changing.add(asset);
    },
    index_change_withdrawn: ({ asset }) => {
      this.#changing.delete(asset);
    },
    index_configured: ({ asset }) => {
      this.#changing.delete(asset);
    },
    seconds_accepted: (event) => {
      this.#add({ ...event, open: null, end: null });
    },
    seconds_struck: ({ user, contract, open }) => {
      const own = this.#byUser.get(user);
      const known = own?.get(contract);
      if (own !== undefined && known !== undefined) own.set(contract, { ...known, open });
    },
    seconds_closed: (event) => {
      this.#remove(event);
      const contract = closedContract(event);
      this.results.add(contract);
      this.dailyVoids.add(contract.end);
    },
  };

  /** Durations, payouts and the fee; null before they are set. */
  get settings(): VersionedSettings | null {
    return this.#settings;
  }

  findCurrency(id: number): SecondsCurrency | undefined {
    return isListingId(id) ? this.#currencies.get(currencyId(id)) : undefined;
  }

  /** The currencies by id. */
  currencies(): SecondsCurrency[] {
    return [...this.#currencies.values()].toSorted((a, b) => a.currency - b.currency);
  }

  findMarket(id: number): SecondsMarket | undefined {
    return isListingId(id) ? this.#markets.get(marketId(id)) : undefined;
  }

  /** Whether contracts can be bought on a market, apart from the state of its index. */
  isOffered(market: MarketId): boolean {
    return this.#settings !== null && this.#markets.get(market)?.state === 'open';
  }

  /** Whether a new rule of an asset's index waits for open contracts. */
  isChanging(asset: CurrencyId): boolean {
    return this.#changing.has(asset);
  }

  /** A user's open contracts, newest first. */
  own(user: UserId): ContractState[] {
    return [...(this.#byUser.get(user)?.values() ?? [])].toReversed();
  }

  /** An open contract of this user. */
  find(user: UserId, contract: number): ContractState | undefined {
    return this.#byUser.get(user)?.get(contract);
  }

  /** How much more a user may stake in a currency. */
  roomOf(user: UserId, { currency, userCap }: SecondsCurrency): number {
    const staked = this.own(user).reduce((sum, one) => sum + (one.currency === currency ? one.stake : 0), 0);
    return Math.max(0, userCap - staked);
  }

  /** The open contracts in a currency on one direction of a market. */
  exposureOf(market: MarketId, direction: Direction, currency: CurrencyId): Exposure {
    return this.#exposure.get(`${market} ${direction} ${currency}`) ?? noExposure;
  }

  /** The stakes of all open contracts in a currency. */
  stakedIn(currency: CurrencyId): number {
    let sum = 0;
    for (const [key, { staked }] of this.#exposure) if (key.endsWith(` ${currency}`)) sum += staked;
    return sum;
  }

  #add(contract: ContractState): void {
    const { user } = contract;
    const own = this.#byUser.get(user) ?? new Map<number, ContractState>();
    // Ids ascend, so insertion order is order of ids.
    own.set(contract.contract, contract);
    this.#byUser.set(user, own);
    this.#expose(contract, 1);
  }

  #remove(contract: Omit<ContractState, 'open' | 'end'>): void {
    const own = this.#byUser.get(contract.user);
    own?.delete(contract.contract);
    if (own?.size === 0) this.#byUser.delete(contract.user);
    this.#expose(contract, -1);
  }

  #expose({ market, direction, currency, stake, payout }: Omit<ContractState, 'open' | 'end'>, sign: 1 | -1): void {
    const key = `${market} ${direction} ${currency}`;
    const before = this.#exposure.get(key) ?? noExposure;
    const contracts = before.contracts + sign;
    if (contracts === 0) this.#exposure.delete(key);
    else {
      this.#exposure.set(key, {
        contracts,
        staked: before.staked + sign * stake,
        payout: before.payout + sign * payout,
      });
    }
  }
}

export const secondsView = new ViewDefinition('seconds contracts', async ({ exchange, database, views }) => {
  return new SecondsView(views, {
    settings: exchange.read(secondsOffer),
    currencies: exchange.read(secondsCurrencies),
    markets: exchange.read(secondsMarkets),
    changing: exchange.read(changingIndices),
    contracts: Array.from(exchange.read(openContracts), recoveredContract),
    results: await readResults(database),
    dailyVoids: await readDailyVoids(database),
  });
});

/** Whether seconds contracts are offered on a market. */
export function offersSeconds(views: Views, market: MarketId): boolean {
  return secondsView.of(views).isOffered(market);
}

declare module '../../ground/parts.ts' {
  interface Parts {
    /** Whether seconds contracts are offered on a market. */
    readonly offersSeconds: (market: MarketId) => boolean;
  }
}
