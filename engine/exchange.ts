import { audit } from './audit.ts';
import { advanceTime } from './due.ts';
import { doDueWork, expectsDueWork, hasDueWork, noticeDueWork } from './due-work.ts';
import { isUserId } from './identifiers.ts';
import { assertNever, invariant } from './invariant.ts';
import { configureIndex } from './index-price/configure-index.ts';
import { takeIndexTicks } from './index-price/take-index-ticks.ts';
import { credit } from './ledger/credit.ts';
import { debit } from './ledger/debit.ts';
import { hold } from './ledger/hold.ts';
import { releaseHold } from './ledger/release-hold.ts';
import { settleHold } from './ledger/settle-hold.ts';
import { transfer } from './ledger/transfer.ts';
import { venueTransfer } from './ledger/venue-transfer.ts';
import { changeMarketSettings, changeMarketState } from './market/change-market.ts';
import { listCurrency } from './market/list-currency.ts';
import { listMarket } from './market/list-market.ts';
import { setFeeTier, setUserFees, setUserFeeTier } from './market/set-fees.ts';
import { isSameRequest } from './requests/request-keys.ts';
import { readSnapshot, stateHash, writeSnapshot } from './snapshot.ts';
import { cancelAll } from './spot/cancel-all.ts';
import { cancelClientOrder, cancelOrder } from './spot/cancel-order.ts';
import { openOrders } from './spot/open-order.ts';
import { placeMarketOrder } from './spot/place-market-order.ts';
import { placeOrder } from './spot/place-order.ts';
import { placeStopOrder } from './spot/place-stop-order.ts';
import { reduceOrder } from './spot/reduce-order.ts';
import { replaceOrder } from './spot/replace-order.ts';
import { currenciesInOrder, emptyState, marketsInOrder } from './state.ts';
import type { Command, OperatorCommand } from './command.ts';
import type { Event, RequestOutcome } from './event.ts';
import type { OrderId, UserId } from './identifiers.ts';
import type { IndexState } from './index-price/indices.ts';
import type { Balance } from './ledger/ledger.ts';
import type { OpenHold } from './ledger/open-holds.ts';
import type { OpenCandle } from './market/candle.ts';
import type { FeeRules, FeeTier } from './market/fees.ts';
import type { Currency, Market } from './market/market.ts';
import type { Rejection } from './rejection.ts';
import type { KeyedCommand } from './requests/request-keys.ts';
import type { OpenOrder } from './spot/open-order.ts';
import type { ExchangeOptions, ExchangeState } from './state.ts';

/**
 * The exchange: one deterministic state machine. The same commands with the same sequence numbers and times make the same
 * events and the same state, on every machine. It knows no clock, no randomness and no I/O.
 */
export class Exchange {
  private state: ExchangeState;

  /** An empty exchange. Replaying a journal needs the options that it was begun with; a snapshot carries them. */
  constructor(options: ExchangeOptions = {}) {
    this.state = emptyState(options);
  }

  /**
   * Rebuilds the exchange that wrote these lines: the same future events, the same snapshot bytes.
   * Throws when they are truncated, altered, or no snapshot of this format.
   */
  static restore(lines: Iterable<string>): Exchange {
    const exchange = new Exchange();
    exchange.state = readSnapshot(lines);
    audit(exchange.state);
    return exchange;
  }

  /** Of the last command applied; 0 before the first. */
  get sequence(): number {
    return this.state.sequence;
  }

  /** Journal time of the last command applied, in epoch milliseconds; 0 before the first. */
  get timeMs(): number {
    return this.state.timeMs;
  }

  /**
   * Applies the command with the next sequence number and appends what happened to `events`: first what time alone brought
   * about (`advanceTime`) and what earlier commands left to do, then the outcome, then what that made due (`due-work.ts`). A refusal
   * is an event too; only `clock` may have none. Time never runs back: an earlier `timeMs` counts as the last one.
   *
   * Throws `BrokenInvariant` when something happened that never can. The state is then half changed: discard the exchange.
   */
  apply(sequence: number, timeMs: number, command: Command, events: Event[]): void {
    const { state } = this;
    invariant(sequence === state.sequence + 1, 'commands must be applied in sequence, without a gap');
    state.sequence = sequence;
    if (timeMs > state.timeMs) advanceTime(state, timeMs, events);
    if (expectsDueWork(state)) performAmidDueWork(state, command, events);
    else perform(state, command, events);
  }

  /** Whether work was left over that the next command of any kind goes on with: a tick is due. */
  get hasDueWork(): boolean {
    return hasDueWork(this.state);
  }

  /** The whole state as canonical lines of JSON, without line ends. Equal states write equal bytes, whatever led to them. */
  snapshot(): Iterable<string> {
    return writeSnapshot(this.state);
  }

  /** A hash of the canonical lines, in hex. */
  stateHash(): string {
    return stateHash(this.state);
  }

  /** Throws unless every currency sums to zero, what is locked is what orders and holds lock, and the books are consistent. */
  audit(): void {
    audit(this.state);
  }

  /** The listed currencies, by id. */
  currencies(): Iterable<Currency> {
    return currenciesInOrder(this.state);
  }

  /** The listed markets, by id. */
  *markets(): Generator<Market> {
    for (const market of marketsInOrder(this.state)) yield market.listing;
  }

  /** Who pays other fees than everybody, and which. */
  feeRules(): FeeRules {
    return {
      tiers: feeTiers(this.state),
      userTiers: this.state.fees.allTiers(),
      ownRates: this.state.fees.allOwnRates(),
    };
  }

  /** Every open order, by id. */
  openOrders(): Iterable<OpenOrder> {
    return openOrders(this.state);
  }

  /** Every hold that is neither settled nor released, by source and number. */
  openHolds(): Iterable<OpenHold> {
    return this.state.holds.all();
  }

  /** Every account that is not empty, by user, account type and currency; system accounts belong to user 0. */
  balances(): Iterable<Balance> {
    return this.state.ledger.balances();
  }

  /** The index of every asset that has one, by asset, as of the last command; it is the mark price too. */
  indexPrices(): readonly IndexState[] {
    return this.state.indices.all();
  }

  /** The running minute of each market that has traded in it, by market id. */
  *openCandles(): Generator<OpenCandle> {
    for (const market of marketsInOrder(this.state)) {
      const candle = market.candle.current(market.listing.market);
      if (candle !== null) yield candle;
    }
  }
}

function* feeTiers(state: ExchangeState): Generator<FeeTier> {
  for (const market of marketsInOrder(state)) {
    for (const tier of market.allTiers()) yield { market: market.listing.market, ...tier };
  }
}

/** Does first what earlier commands left over, and then what this one made due, as far as one command goes. */
function performAmidDueWork(state: ExchangeState, command: Command, events: Event[]): void {
  const left = doDueWork(state, state.dueWorkPerCommand, events);
  const from = events.length;
  perform(state, command, events);
  noticeDueWork(state, events, from);
  doDueWork(state, left, events);
}

/** Does what the command asks for. */
function perform(state: ExchangeState, command: Command, events: Event[]): void {
  switch (command.type) {
    // Most commands are of these two types. Each is read where no other comes by, which machines are far quicker at.
    case 'place_order':
      if (!isPlain(command.user, command.requestKey)) applyRequest(state, command, events);
      else report(placeOrder(state, command, events), command, command.user, events);
      return;
    case 'cancel_order':
      if (!isPlain(command.user, command.requestKey)) applyRequest(state, command, events);
      else report(cancelOrder(state, command, events), command, command.user, events);
      return;
    case 'place_market_order':
    case 'place_stop_order':
    case 'replace_order':
    case 'reduce_order':
    case 'cancel_client_order':
    case 'cancel_all':
    case 'transfer':
      applyRequest(state, command, events);
      return;
    case 'credit':
      report(credit(state, command, events), command, command.user, events);
      return;
    case 'debit':
      report(debit(state, command, events), command, command.user, events);
      return;
    case 'hold':
      report(hold(state, command, events), command, command.user, events);
      return;
    case 'settle_hold':
      report(settleHold(state, command, events), command, null, events);
      return;
    case 'release_hold':
      report(releaseHold(state, command, events), command, null, events);
      return;
    case 'venue_transfer':
      report(venueTransfer(state, command, events), command, null, events);
      return;
    case 'index_ticks':
      report(takeIndexTicks(state, command, events), command, null, events);
      return;
    case 'clock':
      state.requestKeys.sweep(state.timeMs);
      state.clientOrderIds.sweep(state.timeMs);
      return;
    case 'list_currency':
    case 'list_market':
    case 'change_market_state':
    case 'change_market_settings':
    case 'set_fee_tier':
    case 'set_user_fee_tier':
    case 'set_user_fees':
    case 'configure_index':
      report(handleOperator(state, command, events), command, null, events);
      return;
    default:
      assertNever(command);
  }
}

/** Whether a request is of somebody who can be a user, and has no key: nothing is to be done then but what it asks for. */
function isPlain(user: UserId, requestKey: string | null): boolean {
  return requestKey === null && isUserId(user);
}

/** A request of a user: with a key it happens once, however often it is sent. */
function applyRequest(state: ExchangeState, command: KeyedCommand, events: Event[]): void {
  const { user, requestKey } = command;
  if (!isUserId(user)) return report({ reason: 'user_invalid' }, command, user, events);
  if (requestKey === null) return report(handleRequest(state, command, events), command, user, events);

  const { requestKeys, sequence, timeMs } = state;
  const first = requestKeys.find(user, requestKey, timeMs);
  if (first !== null) {
    if (!isSameRequest(first.command, command)) return report({ reason: 'request_key_reused' }, command, user, events);
    events.push({ type: 'request_repeated', user, requestKey, firstSequence: first.sequence, first: first.outcome });
    return;
  }
  if (!requestKeys.hasRoom(user, timeMs)) {
    const maximum = requestKeys.limits.maximumPerUser;
    return report({ reason: 'request_keys_exhausted', maximum }, command, user, events);
  }
  const rejection = handleRequest(state, command, events);
  report(rejection, command, user, events);
  const outcome = rejection === null ? outcomeOf(state, command, events) : ({ type: 'rejected', rejection } as const);
  requestKeys.remember({ command, requestKey, sequence, timeMs, outcome });
}

function handleOperator(state: ExchangeState, command: OperatorCommand, events: Event[]): Rejection | null {
  switch (command.type) {
    case 'list_currency':
      return listCurrency(state, command, events);
    case 'list_market':
      return listMarket(state, command, events);
    case 'change_market_state':
      return changeMarketState(state, command, events);
    case 'change_market_settings':
      return changeMarketSettings(state, command, events);
    case 'set_fee_tier':
      return setFeeTier(state, command, events);
    case 'set_user_fee_tier':
      return setUserFeeTier(state, command, events);
    case 'set_user_fees':
      return setUserFees(state, command, events);
    case 'configure_index':
      return configureIndex(state, command, events);
    default:
      return assertNever(command);
  }
}

function handleRequest(state: ExchangeState, command: KeyedCommand, events: Event[]): Rejection | null {
  switch (command.type) {
    case 'place_order':
      return placeOrder(state, command, events);
    case 'place_market_order':
      return placeMarketOrder(state, command, events);
    case 'place_stop_order':
      return placeStopOrder(state, command, events);
    case 'replace_order':
      return replaceOrder(state, command, events);
    case 'reduce_order':
      return reduceOrder(state, command, events);
    case 'cancel_order':
      return cancelOrder(state, command, events);
    case 'cancel_client_order':
      return cancelClientOrder(state, command, events);
    case 'cancel_all':
      return cancelAll(state, command, events);
    case 'transfer':
      return transfer(state, command, events);
    default:
      return assertNever(command);
  }
}

function isCancel({ type }: KeyedCommand): boolean {
  return type === 'cancel_order' || type === 'cancel_client_order';
}

/** What an accepted request led to, as its repetition will be told. */
function outcomeOf(state: ExchangeState, command: KeyedCommand, events: readonly Event[]): RequestOutcome {
  const last = events.at(-1);
  if (last?.type === 'orders_cancelled') return { type: 'orders', cancelled: last.cancelled, more: last.more };
  if (last?.type === 'transferred') return { type: 'transfer' };
  // Of an order that was cancelled or reduced the last event tells; one that was placed is the newest.
  const isPlaced = last?.type !== 'order_reduced' && (last?.type !== 'order_ended' || !isCancel(command));
  return { type: 'order', order: isPlaced ? (state.orderCount as OrderId) : last.order };
}

function report(rejection: Rejection | null, command: Command, user: UserId | null, events: Event[]): void {
  if (rejection !== null) events.push({ type: 'rejected', command: command.type, user, rejection });
}
