import { audit } from './audit.ts';
import { capabilities, handlers } from './capabilities.ts';
import { DueWork } from './due-work.ts';
import { advanceTime } from './due.ts';
import { isUserId } from './identifiers.ts';
import { invariant } from './invariant.ts';
import { feeTiers, openCandles } from './market/capability.ts';
import { isSameRequest } from './requests/request-keys.ts';
import { readSnapshot, stateHash, writeSnapshot } from './snapshot.ts';
import { cancelOrder } from './spot/cancel-order.ts';
import { openOrders } from './spot/open-order.ts';
import { placeOrder } from './spot/place-order.ts';
import { currenciesInOrder, emptyState, marketsInOrder } from './state.ts';
import type { Handler, OutcomeOf } from './capabilities.ts';
import type { Command, CommandType, UserRequest } from './command.ts';
import type { Event } from './event.ts';
import type { UserId } from './identifiers.ts';
import type { IndexState } from './index-price/indices.ts';
import type { Balance } from './ledger/ledger.ts';
import type { OpenHold } from './ledger/open-holds.ts';
import type { OpenCandle } from './market/candle.ts';
import type { FeeRules } from './market/fees.ts';
import type { Currency, Market } from './market/market.ts';
import type { Accepted, Refused, Repeated } from './outcome.ts';
import type { Rejection } from './rejection.ts';
import type { OpenOrder } from './spot/open-order.ts';
import type { ExchangeOptions, ExchangeState } from './state.ts';

const dueWork = new DueWork(capabilities);

/** An outcome of some command; `apply` answers it with the type of its own. */
type AnyOutcome = Accepted | Refused | Repeated;

/** Reads a part of the exchange's state; each capability exports its own, for what it offers to readers. */
export type Reader<Answer> = (state: ExchangeState) => Answer;

/**
 * The exchange: one deterministic state machine. The same commands with the same sequence numbers and times make the
 * same events and the same state, on every machine. It knows no clock, no randomness and no I/O.
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
   * Applies the command with the next sequence number and appends what happened to `events`: first what time alone
   * brought about (`advanceTime`) and what earlier commands left to do, then the outcome, then what that made due
   * (`due-work.ts`). A refusal is an event too; only `clock` may have none. Time never runs back: an earlier `timeMs`
   * counts as the last one.
   *
   * Throws `BrokenInvariant` when something happened that never can. The state is then half changed: discard the
   * exchange.
   */
  apply<Applied extends Command>(
    sequence: number,
    timeMs: number,
    command: Applied,
    events: Event[],
  ): OutcomeOf<Applied['type']> {
    const { state } = this;
    invariant(sequence === state.sequence + 1, 'commands must be applied in sequence, without a gap');
    state.sequence = sequence;
    const from = events.length;
    if (timeMs > state.timeMs) advanceTime(state, capabilities, timeMs, events);
    const outcome = dueWork.mayBecomeDue(state)
      ? performAmidDueWork(state, command, events, from)
      : perform(state, command, events);
    // A handler's answer is of its own command, and a remembered answer is of the same request.
    return outcome as OutcomeOf<Applied['type']>;
  }

  /** Whether work was left over that the next command of any kind goes on with: a tick is due. */
  get hasDueWork(): boolean {
    return dueWork.isLeft(this.state);
  }

  /**
   * The whole state as canonical lines of JSON, without line ends. Equal states write equal bytes, whatever led to
   * them.
   */
  snapshot(): Iterable<string> {
    return writeSnapshot(this.state);
  }

  /** A hash of the canonical lines, in hex. */
  stateHash(): string {
    return stateHash(this.state);
  }

  /**
   * Throws unless every currency sums to zero, what is locked is what orders and holds lock, and the books are
   * consistent.
   */
  audit(): void {
    audit(this.state);
  }

  /** The answer of a capability's reader, as of the last command. */
  read<Answer>(reader: Reader<Answer>): Answer {
    return reader(this.state);
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
  openCandles(): Iterable<OpenCandle> {
    return openCandles(this.state);
  }
}

/**
 * Does first the work that earlier commands left over, and then what this one makes due, as far as one command goes.
 */
function performAmidDueWork(state: ExchangeState, command: Command, events: Event[], from: number): AnyOutcome {
  dueWork.notice(state, events, from);
  const budget = dueWork.budget(state.dueWorkPerCommand);
  dueWork.perform(state, budget, events);
  const before = events.length;
  const outcome = perform(state, command, events);
  dueWork.notice(state, events, before);
  dueWork.perform(state, budget, events);
  return outcome;
}

/** Does what the command asks for. */
function perform(state: ExchangeState, command: Command, events: Event[]): AnyOutcome {
  // Most commands are of these two types. Each is dispatched at a place of its own, where the machine sees one type
  // only.
  if (command.type === 'place_order') {
    if (!isPlain(command.user, command.requestKey)) return applyRequest(state, command, events);
    return outcomeOf(placeOrder(state, command, events), command, events);
  }
  if (command.type === 'cancel_order') {
    if (!isPlain(command.user, command.requestKey)) return applyRequest(state, command, events);
    return outcomeOf(cancelOrder(state, command, events), command, events);
  }
  if ('requestKey' in command) return applyRequest(state, command, events);
  return outcomeOf(handle(state, command, events), command, events);
}

/** Whether a request has a valid user and no key: then it needs nothing but its handler. */
function isPlain(user: UserId, requestKey: string | null): boolean {
  return requestKey === null && isUserId(user);
}

/** A request of a user: with a key it happens once, however often it is sent. */
function applyRequest(state: ExchangeState, command: UserRequest, events: Event[]): AnyOutcome {
  const { user, requestKey } = command;
  if (!isUserId(user)) return outcomeOf({ reason: 'user_invalid' }, command, events);
  if (requestKey === null) return outcomeOf(handle(state, command, events), command, events);

  const { requestKeys, sequence, timeMs } = state;
  const first = requestKeys.find(user, requestKey, timeMs);
  if (first !== null) {
    if (!isSameRequest(first.command, command)) return outcomeOf({ reason: 'request_key_reused' }, command, events);
    const repeated = { firstSequence: first.sequence, first: first.outcome };
    events.push({ type: 'request_repeated', user, requestKey, ...repeated });
    return { type: 'repeated', ...repeated };
  }
  if (!requestKeys.hasRoom(user, timeMs)) {
    const maximum = requestKeys.limits.maximumPerUser;
    return outcomeOf({ reason: 'request_keys_exhausted', maximum }, command, events);
  }
  const outcome = outcomeOf(handle(state, command, events), command, events);
  requestKeys.remember({ command, requestKey, sequence, timeMs, outcome });
  return outcome;
}

/** What its handler answers. */
function handle(state: ExchangeState, command: Command, events: Event[]): Accepted | Rejection {
  // The compiler has held each handler of the table to the command of its name.
  const handler = handlers[command.type] as Handler<CommandType>;
  return handler(state, command, events);
}

/** The outcome of a handler's answer; a refusal is reported as an event. */
function outcomeOf(answer: Accepted | Rejection, command: Command, events: Event[]): AnyOutcome {
  if (!('reason' in answer)) return answer;
  // An operator's command and a cause may name a user, whom the refusal does not concern as a request's does.
  events.push({ type: 'rejected', command: command.type, user: refusedUser(command), rejection: answer });
  return { type: 'rejected', rejection: answer };
}

/**
 * The user who asked for it, or whose account a cause names; null for an operator's decision and for what names none.
 */
function refusedUser(command: Command): UserId | null {
  return 'user' in command && !('operator' in command) ? command.user : null;
}
