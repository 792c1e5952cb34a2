import { NaiveLedger } from './naive-ledger.ts';
import { NaiveChanges } from './naive-changes.ts';
import { checkCurrency, checkMarket, isId, refuse, Refused } from './naive-rules.ts';
import { NaiveIndices } from './naive-index.ts';
import { change, checkOperator, isDecision } from './naive-settings.ts';
import { NaiveState } from './naive-state.ts';
import { naiveParts } from './parts.ts';
import type {
  CancelAll,
  CancelClientOrder,
  CancelOrder,
  PlaceMarketOrder,
  PlaceOrder,
  PlaceStopOrder,
  ReduceOrder,
  ReplaceOrder,
  ReplaceStopOrder,
} from '../spot/commands.ts';
import type { Command, UserRequest } from '../command.ts';
import type { ListCurrency, ListMarket } from '../market/commands.ts';
import type { Transfer } from '../ledger/commands.ts';
import type { KeyLimits } from '../requests/timed-keys.ts';
import type { NaiveEvent } from './naive-rules.ts';
import type { Decision } from './naive-settings.ts';
import type { NaivePart } from './parts.ts';

/** A request that the model itself implements; other capabilities have parts of their own. */
type Request =
  | PlaceOrder
  | PlaceMarketOrder
  | PlaceStopOrder
  | ReplaceOrder
  | ReplaceStopOrder
  | ReduceOrder
  | CancelOrder
  | CancelClientOrder
  | CancelAll
  | Transfer;

/** Requests that are carried out even if their key cannot be remembered. */
const leaving = [
  'cancel_order',
  'cancel_client_order',
  'cancel_all',
  'reduce_order',
  'redeem_savings',
  'cancel_lever',
  'close_lever',
  'end_offer',
  'pay_escrow',
  'cancel_escrow',
  'ask_cancel_escrow',
  'release_escrow',
  'concede_escrow',
  'appeal_escrow',
  'mark_escrow_abnormal',
];

interface NaiveAnswer {
  user: number;
  key: string;
  meaning: string;
  sequence: number;
  timeMs: number;
  outcome: NaiveEvent;
}

/**
 * A second implementation of the exchange, as plain as possible: arrays, `bigint`, and sorting and searching each time.
 * It shares no code with the engine, so any difference between the two reveals an error in one of them.
 */
export class NaiveExchange {
  readonly state = new NaiveState();
  readonly indices = new NaiveIndices(this.state);
  readonly parts: readonly NaivePart[];
  private readonly spot: NaiveChanges;
  private readonly ledger = new NaiveLedger(this.state, this.indices);
  private readonly keys: KeyLimits;
  private readonly dueWork: number;
  private answers: NaiveAnswer[] = [];

  constructor(keys: KeyLimits, ids: KeyLimits, dueWork: number) {
    this.spot = new NaiveChanges(this.state, ids);
    this.dueWork = dueWork;
    this.parts = naiveParts(this.state, dueWork, this.indices);
    this.keys = keys;
  }

  apply(sequence: number, timeMs: number, command: Command): NaiveEvent[] {
    this.state.sequence = sequence;
    const passedMs = Math.max(0, timeMs - this.state.timeMs);
    this.state.timeMs += passedMs;
    const events = this.closeCandles();
    this.indices.passTime(events);
    for (const part of this.parts) part.timePassed?.(passedMs, events);
    const { orders, reached } = this.state;
    const isAmidDueWork =
      reached.length > 0 ||
      orders.some((order) => order.isWaiting) ||
      this.isTimedWorkDue() ||
      this.parts.some((part) => part.isAmid?.() === true);
    for (const part of this.parts) part.notice?.(events);
    const done = this.doDueWork(this.dueWork, events);
    const before = events.length;
    this.perform(command, events);
    for (const part of this.parts) part.notice?.(events.slice(before));
    // Without work before the command, the work that it makes due is left for the next one.
    if (isAmidDueWork) this.doDueWork(this.dueWork - done, events);
    return events;
  }

  /** Does timed work and then triggers stop orders, at most `max` pieces, and returns how many. */
  private doDueWork(max: number, events: NaiveEvent[]): number {
    let left = max;
    const timed = this.parts.filter(({ isLast }) => isLast !== true);
    const before = events.length;
    for (const part of timed) if (part.nextTimer === undefined) left -= part.passTime(left, events);
    for (let next = this.nextWithTimer(); next !== undefined && left > 0; next = this.nextWithTimer()) {
      left -= next.passTime(1, events);
    }
    // A timer may put an index rule into force, whose marks make work due.
    for (const part of this.parts) part.notice?.(events.slice(before));
    if (this.isTimedWorkDue()) return max - left;
    left -= this.spot.triggerStops(left, events);
    if (this.state.reached.length > 0) return max - left;
    for (const part of this.parts) if (part.isLast === true) left -= part.passTime(left, events);
    return max - left;
  }

  /** The part whose timer is due first. */
  private nextWithTimer(): NaivePart | undefined {
    const due = this.parts.flatMap((part) => {
      const timer = part.nextTimer?.() ?? null;
      return timer === null || timer.atMs > this.state.timeMs ? [] : [{ part, ...timer }];
    });
    return due.toSorted((a, b) => a.atMs - b.atMs || a.sequence - b.sequence)[0]?.part;
  }

  private isTimedWorkDue(): boolean {
    return this.parts.some((part) => part.isDue());
  }

  private partOf(command: Command): NaivePart | undefined {
    return this.parts.find(({ commands }) => commands.includes(command.type));
  }

  private perform(command: Command, events: NaiveEvent[]): void {
    try {
      if (this.ledger.handles(command)) this.ledger.apply(command, events);
      else if (command.type === 'configure_index') this.indices.configure(command, events);
      else if (command.type === 'index_ticks') this.indices.tick(command, events);
      else if ('requestKey' in command) this.request(command, events);
      else if (this.partOf(command) !== undefined) this.partOf(command)?.perform(command, events);
      else if (isDecision(command)) this.decide(command, events);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const user = 'user' in command && !('operator' in command) ? command.user : null;
      events.push({ type: 'rejected', command: command.type, user, rejection: error.rejection });
    }
  }

  private closeCandles(): NaiveEvent[] {
    const minute = Math.floor(this.state.timeMs / 60_000);
    if (this.state.trades.every((trade) => Math.floor(trade.timeMs / 60_000) === minute)) return [];
    const ids = this.state.markets.map(({ market }) => Number(market)).toSorted((a, b) => a - b);
    const closed = ids.map((id) => this.state.candle(id)).filter((candle) => candle !== null);
    this.state.trades = [];
    return closed.map((candle) => ({ type: 'candle_closed', ...candle }));
  }

  private request(command: UserRequest, events: NaiveEvent[]): void {
    refuse(!isId(command.user, 2 ** 30), { reason: 'user_invalid' });
    const { user, requestKey: key } = command;
    if (key === null) {
      this.ask(command, events);
      return;
    }
    this.answers = this.answers.filter((answer) => answer.timeMs > this.state.timeMs - this.keys.lifetimeMs);
    const meaning = meaningOf(command);
    const mine = this.answers.filter((answer) => answer.user === user);
    const known = mine.find((answer) => answer.key === key);
    if (known !== undefined) {
      refuse(known.meaning !== meaning, { reason: 'request_key_reused' });
      const { sequence: firstSequence, outcome: first } = known;
      events.push({ type: 'request_repeated', user, requestKey: key, firstSequence, first });
      return;
    }
    const unused = this.keys.maximumTotal - this.answers.length;
    const maximum = Math.min(this.keys.maximumPerUser, Math.floor(unused / 16));
    const isFull = mine.length >= maximum;
    refuse(isFull && !leaving.includes(command.type), { reason: 'request_keys_exhausted', maximum });
    const answer = { user, key, meaning, sequence: this.state.sequence, timeMs: this.state.timeMs };
    const outcome = this.ask(command, events);
    if (!isFull) this.answers.push({ ...answer, outcome });
  }

  /** Performs the request and returns the outcome that a repetition will report. */
  private ask(asked: UserRequest, events: NaiveEvent[]): NaiveEvent {
    const part = this.partOf(asked);
    if (part !== undefined) return part.perform(asked, events);
    const command = asked as Request;
    if (command.type === 'place_order') return this.spot.place(command, events);
    if (command.type === 'transfer') return this.ledger.transfer(command, events);
    if (command.type === 'place_market_order') return this.spot.placeMarket(command, events);
    if (command.type === 'cancel_client_order') return this.spot.cancelClientOrder(command, events);
    if (command.type === 'place_stop_order') return this.spot.placeStop(command, events);
    if (command.type === 'replace_order') return this.spot.replace(command, events);
    if (command.type === 'replace_stop_order') return this.spot.replaceStop(command, events);
    if (command.type === 'reduce_order') return this.spot.reduce(command, events);
    return command.type === 'cancel_order' ? this.spot.cancel(command, events) : this.spot.cancelAll(command, events);
  }

  private decide(command: Decision, events: NaiveEvent[]): void {
    checkOperator(command);
    if (command.type === 'list_currency') this.listCurrency(command, events);
    else if (command.type === 'list_market') this.listMarket(command, events);
    else change(this.state, command, events);
  }

  private listCurrency(command: ListCurrency, events: NaiveEvent[]): void {
    checkCurrency(command, this.state.currencies);
    this.state.currencies.push(command);
    events.push({ ...command, type: 'currency_listed' });
  }

  private listMarket(command: ListMarket, events: NaiveEvent[]): void {
    const market = checkMarket(command, this.state.currencies, this.state.markets);
    this.state.markets.push(market);
    const { makerFeePpm, takerFeePpm } = command;
    this.state.rates.push({ market: command.market, tier: 0, rates: { makerFeePpm, takerFeePpm } });
    const { baseUnits, quoteUnits } = market;
    const units = { baseUnitsPerLot: Number(baseUnits), quoteUnitsPerTickLot: Number(quoteUnits) };
    events.push({ ...command, type: 'market_listed', ...units });
  }
}

/** The command's content, independent of the order of its fields. */
function meaningOf(command: UserRequest): string {
  return Object.entries(command)
    .map(([name, value]) => `${name}=${typeof value}:${JSON.stringify(value)}`)
    .toSorted((a, b) => (a < b ? -1 : 1))
    .join(';');
}
