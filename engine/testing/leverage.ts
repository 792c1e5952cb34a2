import { accountType } from '../ledger/account.ts';
import { amount } from '../money.ts';
import { indexOf, tick } from './indices.ts';
import { capital, moveToLever } from './movements.ts';
import { alice, bob, btcusdt, openExchange, openingMs, setup, usdt } from './test-exchange.ts';
import type { Command } from '../command.ts';
import type { Event, EventNamed, EventType } from '../event.ts';
import type { ConfigureLeverage, PositionId, SubmitLever } from '../leverage/commands.ts';
import type { ExchangeOptions } from '../state.ts';
import type { TestExchange } from './test-exchange.ts';

/**
 * A hand is 0.001 BTC, and a price counts 0.001 USDT, so that a hand gains a unit (0.000001 USDT) for each point. With
 * an index of two decimals, a price of 6 500 000 is a mark of 65 000 000 points.
 */
export function leverTerms(changes: Partial<ConfigureLeverage> = {}): ConfigureLeverage {
  return {
    type: 'configure_leverage',
    market: btcusdt,
    state: 'open',
    shareDecimals: 3,
    sharePoints: 1,
    markDecimals: 3,
    multiples: [2, 10, 100, 200],
    shares: [1, 10, 100],
    minShare: 1,
    maxShare: 100_000,
    spreadPpm: 100,
    feePpm: 400,
    marketType: 1,
    reservePpm: 100_000,
    tiers: [
      { limit: amount(10_000_000_000), multiple: 200 },
      { limit: amount(50_000_000_000), multiple: 100 },
      { limit: amount(250_000_000_000), multiple: 50 },
    ],
    grossCap: amount(1_000_000_000_000),
    ...setup,
    ...changes,
  };
}

/** A market order of Alice for a long position of 100 hands. Fields may be invalid. */
export function leverOrder(changes: Partial<Record<keyof SubmitLever, unknown>> = {}): SubmitLever {
  const command = {
    type: 'submit_lever',
    user: alice,
    market: btcusdt,
    side: 'long',
    kind: 'market',
    share: 100,
    multiple: 200,
    target: null,
    worst: null,
    takeProfit: null,
    stopLoss: null,
    requestKey: null,
    ...changes,
  };
  return command as SubmitLever;
}

/**
 * The settings that a test may change: those of the house, in units of USDT, and of the users who have 100 USDT in
 * their lever accounts.
 */
interface Funds {
  readonly house?: number;
  readonly insurance?: number;
  readonly users?: readonly (typeof alice)[];
  readonly terms?: Partial<ConfigureLeverage>;
}

/** An exchange with leverage on BTC/USDT, an index of three sources at 65 000 USDT, and users with lever accounts. */
export class LeverMarket {
  exchange: TestExchange;
  /** The time of the last report of all sources; commands after it are a millisecond younger. */
  nowMs = openingMs;

  constructor(options: ExchangeOptions = {}, funds: Funds = {}) {
    const { house = 20_000_000_000, insurance = 1_000_000_000, users = [alice, bob], terms = {} } = funds;
    const exchange = openExchange({}, options);
    this.exchange = exchange;
    exchange.wait(1);
    exchange.apply(indexOf({ minSources: 2, stalenessMs: 3_600_000 }));
    exchange.apply(capital(house, 1, { to: accountType.leverHouse }));
    if (insurance > 0) exchange.apply(capital(insurance, 2, { to: accountType.insurance }));
    exchange.apply(leverTerms(terms));
    for (const user of users) {
      exchange.fund(user, usdt, 1_000_000_000);
      exchange.apply(moveToLever(user, 100_000_000));
    }
    this.price(6_500_000);
  }

  /** Lets a second pass, and all three sources report a price in cents. Returns the first of their updates only. */
  price(cents: number): Event[] {
    this.nowMs += 1000;
    this.exchange.wait(999);
    const reports = ['first', 'second', 'third'].map((source) => this.exchange.apply(tick(source, this.nowMs, cents)));
    // Everything below is younger than these observations.
    this.exchange.wait(1);
    const [first, ...others] = reports.flat();
    return first === undefined ? [] : [first, ...others.filter(({ type }) => type !== 'index_updated')];
  }

  /** One source reports a price so many milliseconds after the last ones. */
  report(source: string, afterMs: number, cents: number): Event[] {
    return this.exchange.apply(tick(source, this.nowMs + afterMs, cents));
  }

  submit(changes: Partial<Record<keyof SubmitLever, unknown>> = {}): Event[] {
    return this.exchange.apply(leverOrder(changes));
  }

  change(type: 'cancel_lever' | 'close_lever' | 'reverse_lever', position: number, user = alice): Event[] {
    return this.exchange.apply({ type, user, position: position as PositionId, requestKey: null });
  }

  setStops(position: number, takeProfit: number | null, stopLoss: number | null, user = alice): Event[] {
    const command = { type: 'set_lever_stops', user, position, takeProfit, stopLoss, requestKey: null };
    return this.exchange.apply(command as Command);
  }
}

/** The only event of a type. */
export function the<Type extends EventType>(events: readonly Event[], type: Type): EventNamed<Type> {
  const found = events.filter((event): event is EventNamed<Type> => event.type === type);
  const [first] = found;
  if (first === undefined || found.length !== 1) throw new Error(`${found.length} events of ${type}`);
  return first;
}
