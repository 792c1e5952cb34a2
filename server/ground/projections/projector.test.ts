import { Exchange } from '@bourse/engine';
import type { Event } from '@bourse/engine';
import { describe, expect, test } from 'vitest';
import { alice, bob, fund, btc, listing, movements, place, usdt } from '../core/testing/commands.ts';
import { Projector, recoveredRows } from './projector.ts';
import type { TableRows } from './projector.ts';

const commands = [
  ...listing,
  fund(1, alice, btc, 1_000_000),
  fund(2, alice, usdt, 1_000_000),
  fund(3, bob, usdt, 1_000_000),
  place(alice, 'sell', 100_00, 5),
  place(bob, 'buy', 100_00, 3),
  ...movements,
];

describe('the rows of a batch', () => {
  test('are in the order of its commands', () => {
    const { projector } = projected();
    const batch = projector.finish(1);
    const byCommand = batch.byCommand();
    expect(byCommand).toHaveLength(commands.length);
    expect(rowsByTable(byCommand.flat())).toEqual(rowsByTable(batch.tables));
    expect(byCommand[0]?.map(({ table, rows }) => [table.name, rows.length])).toEqual([
      ['currencies', 1],
      ['settings_log', 1],
    ]);
    // The venue's rows are written at the end of the batch.
    const venueLegs = (tables: readonly TableRows[]): unknown =>
      (rowsByTable(tables)['account_log'] ?? []).filter((row) => row['user_id'] === 0);
    expect(venueLegs(byCommand.slice(0, -1).flat())).toEqual([]);
    expect(venueLegs(batch.tables)).not.toEqual([]);
  });

  test('are returned only once', () => {
    const { projector } = projected();
    projector.finish(1);
    expect(projector.finish(2)).toMatchObject({ tables: [] });
  });

  test('include currencies and markets after a recovery', () => {
    const { exchange, projector } = projected();
    const { currencies, markets } = rowsByTable(projector.finish(1).tables);
    expect(rowsByTable(recoveredRows(exchange))).toEqual({ currencies, markets });
  });
});

test('any event with an operator and a cause is logged in the settings log', () => {
  const projector = new Projector(new Exchange());
  const event = { type: 'shares_split', operator: 7, cause: 'by vote', market: 3, ratio: 2 } as unknown as Event;
  projector.add({ sequence: 5, timeMs: 1000, events: [event] });
  expect(projector.finish(1).tables.map(({ table, rows }) => [table.name, rows])).toEqual([
    [
      'settings_log',
      [
        {
          sequence: 5,
          time_ms: 1000,
          operator: 7,
          cause: 'by vote',
          change: 'shares_split',
          currency_id: null,
          market_id: 3,
          user_id: null,
          tier: null,
          before: null,
          after: '{"market":3,"ratio":2}',
          subject: null,
        },
      ],
    ],
  ]);
});

test('venue amounts that overflow one row of a batch continue in a second row', () => {
  const projector = new Projector(new Exchange());
  const amount = 8_000_000_000_000_000;
  for (const sequence of [1, 2]) {
    const facts = { user: 100_001, accountType: 1, currency: 3, amount, source: 'test', n: sequence };
    const posting = { accountType: 101, currency: 3, available: 0 - amount, locked: 0, fee: 0, user: 0 };
    const event = { type: 'credited', ...facts, postings: [posting] } as unknown as Event;
    projector.add({ sequence, timeMs: 1000, events: [event] });
  }
  expect(rowsByTable(projector.finish(1).tables)['account_log']).toMatchObject([
    { leg: 1, user_id: 0, amount: 0 - amount },
    { leg: 2, user_id: 0, amount: 0 - amount },
  ]);
});

test('a change of settings is logged with its subject, even if the subject has no column', () => {
  const projector = new Projector(new Exchange());
  const command = { operator: 7, cause: 'policy' } as const;
  const terms = { currency: 3, amount: 1, days: 7, ratePpm: 1, quota: 1, userQuota: 1, state: 'open' };
  const facts = { product: 2, version: 1, before: null, after: terms };
  const event = { type: 'savings_product_configured', ...facts, ...command } as unknown as Event;
  projector.add({ sequence: 5, timeMs: 1000, events: [event] });
  expect(rowsByTable(projector.finish(1).tables)['settings_log']).toMatchObject([
    { before: null, after: JSON.stringify(terms), subject: '{"product":2,"version":1}' },
  ]);
});

function projected(): { readonly exchange: Exchange; readonly projector: Projector } {
  const exchange = new Exchange();
  const projector = new Projector(exchange);
  for (const [index, command] of commands.entries()) {
    const events: Event[] = [];
    exchange.apply(index + 1, 1000, command, events);
    projector.add({ sequence: index + 1, timeMs: 1000, events });
  }
  return { exchange, projector };
}

function rowsByTable(tables: readonly TableRows[]): Record<string, TableRows['rows']> {
  const found: Record<string, TableRows['rows']> = {};
  for (const { table, rows } of tables) found[table.name] = [...(found[table.name] ?? []), ...rows];
  return found;
}
