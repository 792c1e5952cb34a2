import { audit } from './audit.ts';
import { capabilities, handlers } from './capabilities.ts';
import { DueWork } from './due-work.ts';
import { advanceTime } from './due.ts';
import { isUserId } from './identifiers.ts';
import { invariant } from './invariant.ts';
import { feeTiers, openCandles } from './market/capability.ts';
import { boundedKeysVersion, requiredKeysVersion, spacedTicksVersion } from './logic-version.ts';
import { fingerprintOf } from './requests/request-keys.ts';
import { readSnapshot, stateHash, writeSnapshot } from './snapshot.ts';
import { cancelOrder } from './spot/cancel-order.ts';
import { openOrders } from './spot/open-order.ts';
import { placeOrder } from './spot/place-order.ts';
import { currenciesInOrder, emptyState, marketsInOrder } from './state.ts';
import type { Handler, OutcomeOf } from './capabilities.ts';
import { needsKey, priorityOf } from './command.ts';
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
import type { ExchangeOptions, ExchangeState, ReadableState } from './state.ts';

const dueWork = new DueWork(capabilities);

/** The outcome of any command; `apply` narrows it to the outcomes of the command's type. */
type AnyOutcome = Accepted | Refused | Repeated;

/**
 * A function that reads part of the exchange's state and cannot change it. Capabilities export readers for the data
 * that they offer.
 */
export type Reader<Answer> = (state: ReadableState) => Answer;

/**
 * The exchange: one deterministic state machine. The same commands with the same sequence numbers and times produce the
 * same events and the same state on every machine. It uses no clock, no randomness and no I/O.
 */
export class Exchange {
  private state: ExchangeState;

  /**
   * Creates an empty exchange. Replaying a journal requires the options that it was started with; a snapshot contains
   * them.
   */
  constructor(options: ExchangeOptions = {}) {
    this.state = emptyState(options);
  }

  /**
   * Rebuilds an exchange from its snapshot lines; it will produce the same future events and the same snapshot bytes.
   * Throws when the lines are truncated, altered or of another format.
   */
  static restore(lines: Iterable<string>): Exchange {
    const exchange = new Exchange();
    exchange.state = readSnapshot(lines);
    audit(exchange.state);
    return exchange;
  }

  /** Sequence of the last command applied; 0 before the first. */
  get sequence(): number {
    return this.state.sequence;
  }

  /** Journal time of the last command applied, in epoch milliseconds; 0 before the first. */
  get timeMs(): number {
    return this.state.timeMs;
  }

  /**
   * Applies the command with the next sequence number and appends the resulting events to `events`: first timed work
   * (`advanceTime`) and leftover due work, then the command's own events, then work that it made due (`due-work.ts`). A
   * rejection is an event too; only `clock` may produce none. Time never runs backwards: a `timeMs` earlier than the
   * last one is replaced by it.
   *
   * Throws `BrokenInvariant` when an internal rule is violated. The state is then half changed: discard the exchange.
   */
  apply<Applied extends Command>(
    sequence: number,
    timeMs: number,
    command: Applied,
    events: Event[],
  ): OutcomeOf<Applied['type']> {
    const { state } = this;
    invariant(sequence === state.sequence + 1, 'commands must be applied in sequence and without gaps');
    state.sequence = sequence;
    const from = events.length;
    if (timeMs > state.timeMs) advanceTime(state, capabilities, timeMs, events);
    const outcome = dueWork.mayBecomeDue(state)
      ? performAmidDueWork(state, command, events, from)
      : perform(state, command, events);
    // The handler's outcome belongs to this command, and a remembered outcome belongs to the same request.
    return outcome as OutcomeOf<Applied['type']>;
  }

  /**
   * Selects the logic version that decides the following commands: the current one, unless the commands of a journal
   * were decided by an older one. An exchange starts with the current version.
   */
  useLogic(version: number): void {
    this.state.logicVersion = version;
    this.state.requestKeys.areBounded = version >= boundedKeysVersion;
    this.state.clientOrderIds.areBounded = version >= boundedKeysVersion;
    this.state.indices.areSpaced = version >= spacedTicksVersion;
    this.state.seconds.areShortOnesRefused = version >= spacedTicksVersion;
  }

  /** Whether due work is left for the next command, so that the core must send a tick. */
  get hasDueWork(): boolean {
    return dueWork.isLeft(this.state);
  }

  /**
   * The whole state as canonical lines of JSON, without line ends. Equal states yield equal bytes, however they were
   * reached.
   */
  snapshot(): Iterable<string> {
    return writeSnapshot(this.state);
  }

  /** A hash of the canonical snapshot lines, in hex. */
  stateHash(): string {
    return stateHash(this.state);
  }

  /**
   * Throws unless every currency sums to zero, locked balances equal what orders and holds lock, and the books are
   * consistent.
   */
  audit(): void {
    audit(this.state);
  }

  /** Runs a capability's reader on the state after the last command. */
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

  /** All fee tiers, and the users with a tier or rates of their own. */
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

  /** The index of every asset that has one, by asset, as of the last command. It is also the mark price. */
  indexPrices(): readonly IndexState[] {
    return this.state.indices.all();
  }

  /** The open one-minute candle of each market that has traded in the current minute, by market id. */
  openCandles(): Iterable<OpenCandle> {
    return openCandles(this.state);
  }
}

/** Does leftover due work, then the command, then the work that it made due; one budget covers both parts. */
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

/** Executes the command itself. */
function perform(state: ExchangeState, command: Command, events: Event[]): AnyOutcome {
  // Most commands are of these two types. Each has a call site of its own, so that V8 sees a single type there.
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

/** Whether a request has a valid user and no key, so that it can go straight to its handler. */
function isPlain(user: UserId, requestKey: string | null): boolean {
  return requestKey === null && isUserId(user);
}

/** Executes a user's request; one with a request key takes effect once, however often it is sent. */
function applyRequest(state: ExchangeState, command: UserRequest, events: Event[]): AnyOutcome {
  const { user, requestKey } = command;
  if (!isUserId(user)) return outcomeOf({ reason: 'user_invalid' }, command, events);
  if (requestKey === null) return outcomeOf(handle(state, command, events), command, events);

  const { requestKeys, sequence, timeMs } = state;
  const fingerprint = fingerprintOf(command);
  const first = requestKeys.find(user, requestKey, timeMs);
  if (first !== null) {
    if (first.fingerprint !== fingerprint) return outcomeOf({ reason: 'request_key_reused' }, command, events);
    const repeated = { firstSequence: first.sequence, first: first.outcome };
    events.push({ type: 'request_repeated', user, requestKey, ...repeated });
    return { type: 'repeated', ...repeated };
  }
  const maximum = requestKeys.exhausted(user, timeMs);
  if (maximum !== null && isKeyRequired(state, command)) {
    return outcomeOf({ reason: 'request_keys_exhausted', maximum }, command, events);
  }
  const outcome = outcomeOf(handle(state, command, events), command, events);
  if (maximum === null && requestKeys.remembers(outcome)) {
    requestKeys.remember({ user, requestKey, fingerprint, sequence, timeMs, outcome });
  }
  return outcome;
}

/**
 * Whether a request is refused if its key cannot be remembered. A command that returns money or reduces risk must not
 * fail because other users have taken the places for keys: carried out a second time, it finds nothing left to do,
 * except `cancel_all`, which cancels orders placed since. Those that could undo later decisions need their key.
 */
function isKeyRequired({ requestKeys, logicVersion }: ExchangeState, command: UserRequest): boolean {
  if (!requestKeys.areBounded) return true;
  return logicVersion < requiredKeysVersion ? priorityOf(command) !== 'leaving' : needsKey(command);
}

/** Calls the command's handler. */
function handle(state: ExchangeState, command: Command, events: Event[]): Accepted | Rejection {
  // The compiler has checked that each handler in the table takes the command of its name.
  const handler = handlers[command.type] as Handler<CommandType>;
  return handler(state, command, events);
}

/** Turns a handler's result into an outcome; a rejection is also reported as an event. */
function outcomeOf(answer: Accepted | Rejection, command: Command, events: Event[]): AnyOutcome {
  if (!('reason' in answer)) return answer;
  // Operator commands may name a user too, but that user did not send them, so the rejection does not concern that
  // user.
  events.push({ type: 'rejected', command: command.type, user: refusedUser(command), rejection: answer });
  return { type: 'rejected', rejection: answer };
}

/**
 * The user who sent the request or whose account a cause names; null for operator commands and commands without a user.
 */
function refusedUser(command: Command): UserId | null {
  return 'user' in command && !('operator' in command) ? command.user : null;
}
