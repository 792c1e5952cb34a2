import { type Command, Exchange, type Event } from '@bourse/engine';
import { Pool } from 'pg';
import { expect, test } from 'vitest';
import { listing } from './testing/played-market.ts';
import { type EventReaders, type View, ViewDefinition } from './view.ts';
import { Views } from './views.ts';

/** Like a view of a capability: counts credits and reads no other event. */
class CreditView implements View {
  count = 0;
  commands = 0;
  batches = 0;

  readonly reads: EventReaders = {
    credited: () => {
      this.count += 1;
    },
  };

  readonly afterCommand = (): void => {
    this.commands += 1;
  };

  readonly afterBatch = (): void => {
    this.batches += 1;
  };
}

const credits = new ViewDefinition('credits', () => new CreditView());

test('a registered view reads the events that it names, and listeners see its state right after each command', async () => {
  const exchange = new Exchange();
  const views = new Views(new Exchange(), new Map(), new Map());
  expect(() => credits.of(views)).toThrow('the view "credits" is read but not registered');
  await credits.open({ exchange, database: new Pool(), views });
  const others: string[] = [];
  const readsOthers = (event: Event): void => void others.push(event.type);
  views.add({ reads: { credited: () => undefined }, readsOthers });
  const seen: number[] = [];
  views.onCommand(() => seen.push(credits.of(views).count));

  const commands: Command[] = listing(['BTC'], 2);
  views.apply(
    commands.map((command) => {
      const events: Event[] = [];
      const outcome = exchange.apply(exchange.sequence + 1, 1, command, events);
      return { sequence: exchange.sequence, timeMs: exchange.timeMs, command, events, outcome };
    }),
  );

  // The first credit has number 0 and is rejected.
  expect(seen).toEqual([0, 0, 0, 0, 1, 2, 3]);
  expect(credits.of(views)).toMatchObject({ commands: commands.length, batches: 1 });
  expect(others).toEqual(['currency_listed', 'currency_listed', 'market_listed', 'rejected']);
});
