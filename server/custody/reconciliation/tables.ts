import type { ColumnType, GeneratedAlways } from 'kysely';
import type { PrivilegesOn } from '../../ground/database/index.ts';

/** A table, made by migration `0820-reconciliations.ts`. Ids, times, heights and amounts are read as text. */
interface ReconciliationTables {
  reconciliations: ReconciliationsTable;
}

declare module '../../ground/database/schema.ts' {
  interface Schema extends ReconciliationTables {}
}

/** The privileges of the logins on these tables. */
export const reconciliationPrivileges: PrivilegesOn<ReconciliationTables> = {
  reconciliations: { custody: ['select', 'insert', 'update'] },
};

type Int8 = ColumnType<string, number, number>;
type Numeric = ColumnType<string, string, string>;

interface ReconciliationsTable {
  readonly id: GeneratedAlways<string>;
  readonly chain_id: number;
  readonly asset: string;
  readonly height: Int8;
  readonly balance: Numeric;
  readonly expected: Numeric;
  readonly rounds: number;
  readonly since: Int8;
  readonly last_at: Int8;
}
