import type { ColumnType, GeneratedAlways } from 'kysely';
import { type PrivilegesOn, update } from '../../ground/database/index.ts';

/**
 * Tables, made by migrations `0820-reconciliations.ts`, `0881-openings.ts` and `0906-surplus-bookings.ts`. Ids, times,
 * heights and amounts are read as text.
 */
interface ReconciliationTables {
  reconciliations: ReconciliationsTable;
  custody_openings: CustodyOpeningsTable;
  surplus_bookings: SurplusBookingsTable;
}

declare module '../../ground/database/schema.ts' {
  interface Schema extends ReconciliationTables {}
}

/** The privileges of the logins on these tables. */
export const reconciliationPrivileges: PrivilegesOn<ReconciliationTables> = {
  reconciliations: { identity: ['select'], custody: ['select', 'insert', 'update'] },
  custody_openings: { custody: ['select', update('amount')] },
  surplus_bookings: { identity: ['select', 'insert'], custody: ['select', update('settled_at')] },
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

interface SurplusBookingsTable {
  readonly id: GeneratedAlways<string>;
  readonly chain_id: number;
  readonly asset: string;
  readonly amount: ColumnType<string, string, never>;
  /** Null if the exchange does not list the asset. */
  readonly currency_id: number | null;
  readonly units: ColumnType<string, number, never>;
  readonly n: ColumnType<string | null, number | null, never>;
  /** The movement of money that staff requested, which is booked once. */
  readonly source: string;
  readonly source_n: ColumnType<string, number, never>;
  readonly staff_id: ColumnType<string, number, never>;
  readonly approval_id: ColumnType<string | null, number | null, never>;
  readonly created_at: ColumnType<string, number, never>;
  readonly settled_at: ColumnType<string | null, number | null, number>;
}
