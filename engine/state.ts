import { AgentsState, type ReadableAgents } from './agents/state.ts';
import { ConvertState, type ReadableConvert } from './convert/state.ts';
import { Credits, type ReadableCredits } from './credits/state.ts';
import { noCauses } from './ledger/causes.ts';
import { EscrowState, type ReadableEscrow } from './escrow/state.ts';
import { Indices } from './index-price/indices.ts';
import { LeverageState, type ReadableLeverage } from './leverage/state.ts';
import { Ledger } from './ledger/ledger.ts';
import { OpenHolds } from './ledger/open-holds.ts';
import { defaultRequestKeyLimits, RequestKeys } from './requests/request-keys.ts';
import { logicVersion } from './logic-version.ts';
import { ClientOrderIds, defaultClientOrderIdLimits } from './spot/client-order-ids.ts';
import { Orders } from './spot/orders.ts';
import { UserNumbers } from './spot/user-numbers.ts';
import { Fees } from './market/fees.ts';
import { Restrictions, type ReadableRestrictions } from './restrictions/state.ts';
import { SavingsState, type ReadableSavings } from './savings/state.ts';
import { SecondsState, type ReadableSeconds } from './seconds/state.ts';
import { Timers } from './timers.ts';
import type { CurrencyId } from './identifiers.ts';
import type { CausedCommand, Causes } from './ledger/causes.ts';
import type { Currency, LiveMarket } from './market/market.ts';
import type { KeyLimits } from './requests/timed-keys.ts';
import type { ReachedStops } from './spot/trigger-stops.ts';

/** The exchange's whole state. Only `apply` and the functions that it calls change it. */
export interface ExchangeState {
  /** Sequence of the last command applied; 0 before the first. */
  sequence: number;
  /** Journal time of the last command applied, in epoch milliseconds. */
  timeMs: number;
  /** The end of the minute that contains `timeMs`; open candles are closed when time reaches it. */
  minuteEndsAtMs: number;
  /** Number of orders and of trades so far, which are also the last ids assigned. */
  orderCount: number;
  tradeCount: number;
  /** Number of stop orders triggered so far, and of those waiting now, over all markets. */
  triggerCount: number;
  waitingStops: number;
  /** Trades that reached stop orders which have not fired yet, oldest first. */
  readonly reachedStops: ReachedStops[];
  /** Timers of all capabilities. */
  readonly timers: Timers;
  /** How many pieces of due work one command does at most. */
  readonly dueWorkPerCommand: number;
  readonly currencies: Map<CurrencyId, Currency>;
  /** Indexed by market id; most entries are empty. */
  readonly markets: (LiveMarket | undefined)[];
  readonly indices: Indices;
  readonly fees: Fees;
  readonly ledger: Ledger;
  /** The external causes that have been booked, by the command that booked them. */
  readonly causes: Readonly<Record<CausedCommand, Causes>>;
  readonly holds: OpenHolds;
  readonly orders: Orders;
  readonly userNumbers: UserNumbers;
  readonly restrictions: Restrictions;
  readonly savings: SavingsState;
  readonly credits: Credits;
  readonly convert: ConvertState;
  readonly leverage: LeverageState;
  readonly seconds: SecondsState;
  readonly escrow: EscrowState;
  readonly agents: AgentsState;
  readonly clientOrderIds: ClientOrderIds;
  readonly requestKeys: RequestKeys;
  /** The version of the rules that decides commands: the current one, except while a journal is replayed. */
  logicVersion: number;
}

/**
 * The exchange's state for readers outside the engine. Only `apply` changes the state, so this type has no means to
 * change it. A capability with readers adds the readable part of its state here.
 */
export interface ReadableState {
  readonly sequence: number;
  readonly timeMs: number;
  readonly timers: Readonly<Pick<Timers, 'closedMs'>>;
  readonly restrictions: ReadableRestrictions;
  readonly currencies: ReadonlyMap<CurrencyId, Currency>;
  readonly indices: Readonly<Pick<Indices, 'kept' | 'priceOf' | 'asOfMs' | 'configurationOf' | 'waitingRules'>>;
  readonly ledger: Readonly<Pick<Ledger, 'find' | 'available' | 'locked'>>;
  readonly holds: Readonly<Pick<OpenHolds, 'heldOf'>>;
  readonly credits: ReadableCredits;
  readonly convert: ReadableConvert;
  readonly leverage: ReadableLeverage;
  readonly seconds: ReadableSeconds;
  readonly escrow: ReadableEscrow;
  readonly agents: ReadableAgents;
  readonly savings: ReadableSavings;
}

/** Default amount of due work per command; a piece costs about as much as an order. */
const defaultDueWork = 64;

/** Options of a new exchange. They are part of the state: a restored exchange keeps those that it was created with. */
export interface ExchangeOptions {
  readonly requestKeys?: KeyLimits;
  /** Limits of client order ids: how many are remembered, and for how long. */
  readonly clientOrderIds?: KeyLimits;
  /** How many pieces of due work, such as triggering a stop order, one command does at most. */
  readonly dueWorkPerCommand?: number;
}

export function emptyState(options: ExchangeOptions): ExchangeState {
  return {
    sequence: 0,
    timeMs: 0,
    minuteEndsAtMs: 0,
    orderCount: 0,
    tradeCount: 0,
    triggerCount: 0,
    waitingStops: 0,
    reachedStops: [],
    timers: new Timers(),
    dueWorkPerCommand: options.dueWorkPerCommand ?? defaultDueWork,
    currencies: new Map(),
    markets: [],
    indices: new Indices(),
    fees: new Fees(),
    ledger: new Ledger(),
    causes: noCauses(),
    holds: new OpenHolds(),
    orders: new Orders(),
    userNumbers: new UserNumbers(),
    restrictions: new Restrictions(),
    savings: new SavingsState(),
    credits: new Credits(),
    convert: new ConvertState(),
    leverage: new LeverageState(),
    seconds: new SecondsState(),
    escrow: new EscrowState(),
    agents: new AgentsState(),
    clientOrderIds: new ClientOrderIds(options.clientOrderIds ?? defaultClientOrderIdLimits),
    requestKeys: new RequestKeys(options.requestKeys ?? defaultRequestKeyLimits),
    logicVersion,
  };
}

/** The listed markets in id order. */
export function* marketsInOrder(state: ExchangeState): Generator<LiveMarket> {
  for (const market of state.markets) if (market !== undefined) yield market;
}

/** The listed currencies in id order. */
export function currenciesInOrder(state: ExchangeState): Currency[] {
  return [...state.currencies.values()].toSorted((a, b) => a.currency - b.currency);
}
