import type { ColumnType, GeneratedAlways } from 'kysely';
import { type PrivilegesOn, update } from '../../ground/database/index.ts';

/**
 * Tables, made by migrations `0820-reconciliations.ts` and `0881-openings.ts`. Ids, times, heights and amounts are
 * read as text.
 */
interface ReconciliationTables {
  reconciliations: ReconciliationsTable;
  custody_openings: CustodyOpeningsTable;
}

declare module '../../ground/database/schema.ts' {
  interface Schema extends ReconciliationTables {}
}

/** The privileges of the logins on these tables. */
export const reconciliationPrivileges: PrivilegesOn<ReconciliationTables> = {
  reconciliations: { custody: ['select', 'insert', 'update'] },
  custody_openings: { custody: ['select', update('amount')] },
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

interface CustodyOpeningsTable {
  readonly currency_id: number;
  readonly amount: ColumnType<string | null, never, string>;
}
