import { Client } from 'pg';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../database/test-database.ts';
import type { TestDatabase } from '../database/test-database.ts';
import { columnArray } from './column-array.ts';

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
  test(`PostgreSQL returns any text unchanged (seed ${seed})`, async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }).filter((value) => !value.includes('\0')),
      fc.string({
        unit: fc.constantFrom('"', '\\', '{', '}', ',', 'NULL', ' ', '\n', '\r', '\t', "'", '$1', '😀', 'é'),
      }),
    );
    const column = fc.array(fc.option(text), { maxLength: 50 });
    await fc.assert(
      fc.asyncProperty(column, async (values) => {
        const array = columnArray(
          values.map((value) => ({ value })),
          'value',
          'text?',
        );
        const answer = await client.query<{ value: string | null }>('select unnest($1::text[]) as value', [array]);
        expect(answer.rows.map(({ value }) => value)).toEqual(values);
      }),
      { seed, numRuns: 300 },
    );
  });

  test(`PostgreSQL returns any safe integer and boolean unchanged (seed ${seed})`, async () => {
    const rows = fc.array(fc.record({ n: fc.maxSafeInteger(), flag: fc.boolean() }), { minLength: 1, maxLength: 50 });
    await fc.assert(
      fc.asyncProperty(rows, async (values) => {
        const answer = await client.query<{ n: string; flag: boolean }>(
          'select * from unnest($1::bigint[], $2::boolean[]) as given (n, flag)',
          [columnArray(values, 'n', 'bigint'), columnArray(values, 'flag', 'boolean')],
        );
        expect(answer.rows).toEqual(values.map(({ n, flag }) => ({ n: String(n === 0 ? 0 : n), flag })));
      }),
      { seed, numRuns: 100 },
    );
  });

  test(`PostgreSQL returns integers of every column size unchanged, and nulls as null (seed ${seed})`, async () => {
    const small = fc.integer({ min: -(2 ** 15) + 1, max: 2 ** 15 - 1 });
    const rows = fc.array(
      fc.record({ two: small, four: fc.integer({ min: -(2 ** 31) + 1 }), eight: fc.option(fc.maxSafeInteger()) }),
    );
    await fc.assert(
      fc.asyncProperty(rows, async (values) => {
        const answer = await client.query<{ two: number; four: number; eight: string | null }>(
          'select * from unnest($1::smallint[], $2::integer[], $3::bigint[]) as given (two, four, eight)',
          [
            columnArray(values, 'two', 'smallint'),
            columnArray(values, 'four', 'integer'),
            columnArray(values, 'eight', 'bigint?'),
          ],
        );
        expect(answer.rows).toEqual(
          values.map(({ two, four, eight }) => ({
            two: two === 0 ? 0 : two,
            four: four === 0 ? 0 : four,
            eight: eight === null ? null : String(eight === 0 ? 0 : eight),
          })),
        );
      }),
      { seed, numRuns: 100 },
    );
  });

  test('PostgreSQL returns JSON and array values unchanged', async () => {
    const rows = [
      { document: '{"é": [1]}', prices: [1, null, -(2 ** 53) + 1], words: ['a', '"\\', 'NULL'] },
      { document: null, prices: [], words: [] },
    ];
    const answer = await client.query(
      `select unnest($1::jsonb[]) as document, unnest($2::text[])::bigint[]::text[] as prices, unnest($3::text[])::text[] as words`,
      [
        columnArray(rows, 'document', 'jsonb?'),
        columnArray(rows, 'prices', 'bigint?[]'),
        columnArray(rows, 'words', 'text[]'),
      ],
    );
    expect(answer.rows).toEqual([
      { document: { é: [1] }, prices: ['1', null, '-9007199254740991'], words: ['a', '"\\', 'NULL'] },
      { document: null, prices: [], words: [] },
    ]);
  });

  test.each([
    ['a NUL', 'a\0b', 'NUL'],
    ['a lone surrogate', 'a\ud800b', 'lone surrogate'],
  ])('%s is rejected before it can break the commit', (_what, value, message) => {
    expect(() => columnArray([{ value }], 'value', 'text')).toThrow(message);
  });

  test.each([1.5, NaN, Infinity, 2 ** 53, -(2 ** 53)])('%d is rejected as an integer', (value) => {
    expect(() => columnArray([{ value }], 'value', 'bigint')).toThrow('is not a safe integer');
  });

  test.each([
    [2 ** 15, 'smallint'],
    [2 ** 31, 'integer'],
  ] as const)('%d is rejected as a %s', (value, type) => {
    expect(() => columnArray([{ value }], 'value', type)).toThrow('is not a safe integer');
  });

  test('null is rejected unless the column is nullable', () => {
    expect(() => columnArray([{ value: null }], 'value', 'text')).toThrow('cannot be null');
    expect(() => columnArray([{ value: null }], 'value', 'text?')).not.toThrow();
  });
});
