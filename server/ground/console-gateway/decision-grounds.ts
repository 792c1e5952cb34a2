import type { Kysely } from 'kysely';
import { safeInteger, type Schema } from '../database/index.ts';

/** Who decided something, and the reason that they gave. Both are null for the set-up of the exchange. */
export interface DecisionGrounds {
  readonly by: string | null;
  readonly reason: string | null;
}

interface Decision {
  readonly sequence: number;
  /** The operator of the command: 0 for the set-up of the exchange. */
  readonly operator: number;
}

/**
 * Adds to each decision who made it and why. The exchange records the number of the member of staff and a code; name
 * and sentence are in the audit log, under the sequence of the command.
 *
 * @param db sessions of the login `bourse_identity`
 */
export async function withGrounds<Row extends Decision>(
  db: Kysely<Schema>,
  decisions: readonly Row[],
): Promise<(Omit<Row, 'operator'> & DecisionGrounds)[]> {
  const sequences = decisions.filter(({ operator }) => operator !== 0).map(({ sequence }) => String(sequence));
  const [reasons, names] = await Promise.all([readReasons(db, sequences), readNames(db)]);
  return decisions.map(({ operator, ...row }) => ({
    ...row,
    by: operator === 0 ? null : (names.get(operator) ?? String(operator)),
    reason: reasons.get(row.sequence) ?? null,
  }));
}

async function readReasons(db: Kysely<Schema>, sequences: readonly string[]): Promise<ReadonlyMap<number, string>> {
  if (sequences.length === 0) return new Map();
  const rows = await db
    .selectFrom('operator_log')
    .select(['sequence', 'reason'])
    .where('sequence', 'in', sequences)
    .where('kind', '=', 'outcome')
    .execute();
  return new Map(rows.map(({ sequence, reason }) => [safeInteger(sequence ?? '0'), reason ?? '']));
}

async function readNames(db: Kysely<Schema>): Promise<ReadonlyMap<number, string>> {
  const rows = await db.selectFrom('staff').select(['id', 'name']).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
