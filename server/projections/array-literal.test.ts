import { Client } from 'pg';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../database/test-database.ts';
import type { TestDatabase } from '../database/test-database.ts';
import { arrayLiteral } from './array-literal.ts';

const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);
let database: TestDatabase;
let client: Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.settings.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

describe('rule 6: text', () => {
  test(`any text comes back from PostgreSQL as it was given (seed ${seed})`, async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }).filter((value) => !value.includes('\0')),
      fc.string({
        unit: fc.constantFrom('"', '\\', '{', '}', ',', 'NULL', ' ', '\n', '\r', '\t', "'", '$1', '😀', 'é'),
      }),
    );
    const column = fc.array(fc.option(text), { maxLength: 50 });
    await fc.assert(
      fc.asyncProperty(column, async (values) => {
        const literal = arrayLiteral(
          values.map((value) => ({ value })),
          'value',
          'text?',
        );
        const answer = await client.query<{ value: string | null }>('select unnest($1::text[]) as value', [literal]);
        expect(answer.rows.map(({ value }) => value)).toEqual(values);
      }),
      { seed, numRuns: 300 },
    );
  });

  test(`any safe integer and any flag comes back as it was given (seed ${seed})`, async () => {
    const rows = fc.array(fc.record({ n: fc.maxSafeInteger(), flag: fc.boolean() }), { minLength: 1, maxLength: 50 });
    await fc.assert(
      fc.asyncProperty(rows, async (values) => {
        const answer = await client.query<{ n: string; flag: boolean }>(
          'select * from unnest($1::bigint[], $2::boolean[]) as given (n, flag)',
          [arrayLiteral(values, 'n', 'bigint'), arrayLiteral(values, 'flag', 'boolean')],
        );
        expect(answer.rows).toEqual(values.map(({ n, flag }) => ({ n: String(n === 0 ? 0 : n), flag })));
      }),
      { seed, numRuns: 100 },
    );
  });

  test.each([
    ['a NUL', 'a\0b', 'NUL'],
    ['a lone surrogate', 'a\ud800b', 'lone surrogate'],
  ])('%s is refused instead of stopping or corrupting the commit', (_what, value, message) => {
    expect(() => arrayLiteral([{ value }], 'value', 'text')).toThrow(message);
  });

  test.each([1.5, NaN, Infinity, 2 ** 53, -(2 ** 53)])('%d is refused as an integer', (value) => {
    expect(() => arrayLiteral([{ value }], 'value', 'bigint')).toThrow('is not a safe integer');
  });

  test('what may not be absent is refused when it is', () => {
    expect(() => arrayLiteral([{ value: null }], 'value', 'text')).toThrow('cannot be absent');
    expect(arrayLiteral([{ value: null }, { value: 'NULL' }], 'value', 'text?')).toBe('{NULL,"NULL"}');
  });
});
