import {
  accountType,
  amount,
  type Command,
  currencyId,
  type Event,
  indexPrice,
  marketId,
  userId,
  venue,
} from '@bourse/engine';
import { listedExchange } from './engine-own.ts';
import { buildStream } from './engine-stream.ts';

const quote = currencyId(1);
const base = currencyId(2);
const market = marketId(1);
const users = 1_000;
const stake = amount(10);
const audit = { operator: venue, cause: 'setup' } as const;

/** The duration of every contract, and the time between two ticks. */
export const seconds = 30;
export const tickMs = 500;

/** The purchase of the contract with this number by one of the users in turn. */
export function purchase(at: number): Command {
  return {
    type: 'place_seconds',
    user: userId(100_001 + (at % users)),
    market,
    currency: quote,
    direction: at % 2 === 0 ? 'up' : 'down',
    seconds,
    stake,
    version: null,
    requestKey: null,
  };
}

/** An exchange with one market for contracts, and the time in which its commands are applied. */
export class SecondsFloor {
  readonly exchange = listedExchange(
    buildStream({ kind: 'inserts', operations: 1, liveOrders: 0, users, markets: 1, seed: 1 }),
  );
  closed = 0;
  #timeMs = this.exchange.timeMs;
  #price = 6_500_000;

  /** @param contracts the most contracts that the capital of the house and of the users suffices for */
  constructor(contracts: number) {
    const capital = amount(contracts * stake * 10);
    this.run([
      {
        type: 'configure_index',
        asset: base,
        decimals: 2,
        sources: ['bench'],
        minSources: 1,
        maxDeviationPpm: 5000,
        stalenessMs: 3000,
        ...audit,
      },
      {
        type: 'venue_transfer',
        from: accountType.external,
        toUser: venue,
        to: accountType.microHouse,
        currency: quote,
        amount: capital,
        source: 'bench',
        n: 1,
        ...audit,
      },
      { type: 'configure_seconds', options: [{ seconds, ratioPpm: 800_000 }], feePpm: 10_000, ...audit },
      {
        type: 'configure_seconds_currency',
        currency: quote,
        numbers: [stake],
        userCap: capital,
        sideCap: capital,
        state: 'open',
        ...audit,
      },
      { type: 'configure_seconds_market', market, state: 'open', ...audit },
      ...Array.from({ length: users }, (_, at): Command => {
        const to = { user: userId(100_001 + at), accountType: accountType.micro, currency: quote };
        return { type: 'credit', ...to, amount: amount(contracts * stake), source: 'bench', n: at + 1 };
      }),
    ]);
    this.ticks(1);
  }

  pass(ms: number): void {
    this.#timeMs += ms;
  }

  /** Reports so many prices, each after a tick's time; returns the milliseconds that they took. */
  ticks(count: number): number {
    let spent = 0;
    for (let at = 0; at < count; at += 1) {
      this.pass(tickMs);
      spent += this.tickAt();
    }
    return spent;
  }

  /** Reports a price now, and lets the exchange do all work that is due. */
  tickAt(): number {
    this.#price += this.#price % 2 === 0 ? 1 : -1;
    return this.run([
      {
        type: 'index_ticks',
        source: 'bench',
        observedAtMs: this.#timeMs,
        prices: [{ asset: base, price: indexPrice(this.#price) }],
      },
    ]);
  }

  /** Applies commands, then clock ticks until no work is due; returns the milliseconds that they took. */
  run(commands: readonly Command[]): number {
    const started = performance.now();
    for (const command of commands) this.#apply(command);
    while (this.exchange.hasDueWork) this.#apply({ type: 'clock' });
    return performance.now() - started;
  }

  #apply(command: Command): void {
    const events: Event[] = [];
    this.exchange.apply(this.exchange.sequence + 1, this.#timeMs, command, events);
    for (const event of events) {
      if (event.type === 'seconds_closed') this.closed += 1;
      if (event.type === 'rejected') throw new Error(`refused: ${JSON.stringify(event)}`);
    }
  }
}
