import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../database/test-database.ts';
import type { TestDatabase } from '../database/test-database.ts';
import { isNullable, sqlType } from './column.ts';
import { projectedTables } from './tables.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
});

describe('the migrated database and the declared tables', () => {
  test.each(projectedTables.map((table) => [table.name, table] as const))(
    'agree on the columns of %s',
    async (name, table) => {
      const columns = await database.query<{ column: string; type: string; nullable: boolean }>(
        `select attname as column, format_type(atttypid, atttypmod) as type, not attnotnull as nullable
       from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
        [`core.${name}`],
      );
      const declared = table.types.map(([column, type]) => ({
        column,
        type: sqlType(type),
        nullable: isNullable(type),
      }));
      expect(byName(declared)).toEqual(byName(columns));
    },
  );

  test.each(projectedTables.map((table) => [table.name, table] as const))(
    'agree on the primary key and partitioning of %s',
    async (name, table) => {
      const [found] = await database.query<{ key: string[]; partition: string | null }>(
        `select (select array_agg(attname::text order by place)
                 from pg_index, unnest(indkey::int2[]) with ordinality as part (number, place), pg_attribute
                 where indrelid = table_id and indisprimary and attrelid = table_id and attnum = number) as key,
              pg_get_partkeydef(table_id) as partition
       from (select $1::regclass::oid as table_id) given`,
        [`core.${name}`],
      );
      expect(found?.key).toEqual(table.key);
      const { partition } = table;
      expect(found?.partition).toBe(partition === null ? null : `RANGE (${partition.column})`);
    },
  );

  test('agree on the set of tables', async () => {
    const ownTables = [
      'accepted_losses',
      'core_head',
      'core_incidents',
      'journal',
      'snapshot_chunks',
      'snapshots',
      'suspended_commands',
    ];
    const found = await database.query<{ name: string }>(
      `select relname as name from pg_class
       where relnamespace = 'core'::regnamespace and relkind in ('r', 'p') and not relispartition`,
    );
    const declared = projectedTables.map(({ name }) => name);
    expect(found.map(({ name }) => name).sort()).toEqual([...declared, ...ownTables].sort());
  });
});

function byName<Column extends { readonly column: string }>(columns: readonly Column[]): Column[] {
  return columns.toSorted((a, b) => (a.column < b.column ? -1 : 1));
}
