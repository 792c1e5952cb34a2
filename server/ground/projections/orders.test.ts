import { Exchange } from '@bourse/engine';
import type { Command, Event } from '@bourse/engine';
import { describe, expect, test } from 'vitest';
import { alice, bob, btc, cancel, fund, listing, place, reduce, usdt } from '../core/testing/commands.ts';
import { Projector } from './projector.ts';

const traded: readonly Command[] = [
  ...listing,
  fund(1, alice, btc, 10 ** 12),
  fund(2, bob, usdt, 10 ** 12),
  place(alice, 'sell', 100_00, 50),
  place(bob, 'buy', 101_00, 20),
];

/** Applies commands to the exchange, one per batch, and returns the resulting rows of `orders`. */
function orderRows(exchange: Exchange, commands: readonly Command[]) {
  const projector = new Projector(exchange);
  return commands.flatMap((command, batch) => {
    const events: Event[] = [];
    exchange.apply(exchange.sequence + 1, 1000 + exchange.sequence, command, events);
    projector.add({ sequence: exchange.sequence, timeMs: exchange.timeMs, events });
    const { tables } = projector.finish(batch + 1);
    return tables.flatMap(({ table, rows }) => (table.name === 'orders' ? rows : []));
  });
}

describe('the row of an order', () => {
  test('includes changes from earlier batches', () => {
    expect(orderRows(new Exchange(), [...traded, reduce(alice, 1, 40), cancel(alice, 1)])).toMatchObject([
      { id: 2, side: 2, quantity: 20, filled: 20, filled_quote: 20 * 100_00, status: 'completed' },
      {
        id: 1,
        side: 1,
        quantity: 40,
        filled: 20,
        filled_quote: 20 * 100_00,
        end_reason: 'user',
        accepted_sequence: listing.length + 3,
        accepted_at: 1000 + listing.length + 2,
      },
    ]);
  });

  test('is the same if the projection starts while the order is open', () => {
    const ending = [reduce(alice, 1, 40), cancel(alice, 1)];
    const exchange = new Exchange();
    orderRows(exchange, traded);

    expect(orderRows(exchange, ending)).toEqual(orderRows(new Exchange(), [...traded, ...ending]).slice(-1));
  });
});
