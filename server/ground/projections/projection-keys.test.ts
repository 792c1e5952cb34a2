import { accountType, type Command, type Event, Exchange } from '@bourse/engine';
import { describe, expect, test } from 'vitest';
import { simulate } from '../../../engine/simulation/simulate.ts';
import { indexOf, tick } from '../../../engine/testing/indices.ts';
import { leverOrder, leverTerms } from '../../../engine/testing/leverage.ts';
import { capital, moveToLever } from '../../../engine/testing/movements.ts';
import { alice, bob, carol, openExchange, openingMs, usdt } from '../../../engine/testing/test-exchange.ts';
import { Projector } from './projector.ts';

/** Seeds of runs of each focus. */
const seeds = [0, 1, 2, 5] as const;
const commandsPerBatch = 25;

describe('the rows that commands add', () => {
  test.each(seeds)('differ in their primary keys in a simulation (seed %i)', (seed) => {
    const keys = new Keys();
    simulate(seed, 4000, (sequence, events) => {
      keys.add(sequence, events);
    });
    expect(keys.repeated()).toEqual([]);
  });

  test('differ in their primary keys when a command liquidates one account twice', () => {
    const { keys, last } = liquidatedTwice();
    const liquidations = last.filter(({ type }) => type === 'lever_liquidated');
    expect(liquidations).toMatchObject([
      { user: carol, closed: 1 },
      { user: carol, closed: 1 },
    ]);
    expect(keys.repeated()).toEqual([]);
  });
});

/**
 * A tick makes three accounts due, of which its two pieces of work liquidate the first two. The next one liquidates the
 * third at the earlier mark, and again at its own.
 */
function liquidatedTwice(): { readonly keys: Keys; readonly last: readonly Event[] } {
  const exchange = openExchange({}, { dueWorkPerCommand: 2 });
  const keys = new Keys();
  const apply = (command: Command): Event[] => {
    const events = exchange.apply(command);
    keys.add(exchange.exchange.sequence, events);
    return events;
  };
  let nowMs = openingMs;
  const price = (cents: number): Event[] => {
    nowMs += 1000;
    exchange.wait(1000);
    return apply(tick('one', nowMs, cents));
  };
  apply(indexOf({ sources: ['one'], minSources: 1, stalenessMs: 3_600_000 }));
  apply(capital(20_000_000_000, 1, { to: accountType.leverHouse }));
  apply(leverTerms());
  for (const user of [alice, bob, carol]) {
    exchange.fund(user, usdt, 1_000_000_000);
    apply(moveToLever(user, 100_000_000));
  }
  price(6_500_000);
  for (const user of [alice, bob]) apply(leverOrder({ user, share: 120 }));
  for (const share of [90, 30]) apply(leverOrder({ user: carol, share }));
  price(6_500_000);
  price(6_500_000);
  price(6_436_000);
  return { keys, last: price(6_400_000) };
}

/** The primary keys of all rows that events add. */
class Keys {
  readonly #projector = new Projector(new Exchange());
  readonly #known = new Set<string>();
  readonly #repeated: string[] = [];
  #timeMs = 0;
  #batch = 0;

  add(sequence: number, events: readonly Event[]): void {
    this.#timeMs += 1;
    this.#projector.add({ sequence, timeMs: this.#timeMs, events });
    if (this.#timeMs % commandsPerBatch === 0) this.#finish();
  }

  /** The keys that two rows of a table share. */
  repeated(): readonly string[] {
    this.#finish();
    return this.#repeated;
  }

  #finish(): void {
    this.#batch += 1;
    for (const { table, rows } of this.#projector.finish(this.#batch).tables) {
      for (const row of rows) {
        const key = `${table.name} ${table.key.map((column) => String(row[column])).join(' ')}`;
        if (this.#known.has(key)) this.#repeated.push(key);
        this.#known.add(key);
      }
    }
  }
}
