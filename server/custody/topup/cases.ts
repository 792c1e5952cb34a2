import { type Kysely, sql, type Transaction } from 'kysely';
import { safeInteger, type Schema } from '../../ground/database/index.ts';

/**
 * Numbers of deposits are given before they are stored, so that a lower one can follow; this many are looked at again.
 */
const overlap = 1_000;

/** The coins of a top-up that were received, in the units of their currencies, of any network of its chain. */
const received = sql<string>`(select coalesce(sum(d.amount), 0) from deposits d
  where d.chain_id = topups.chain_id and d.address = topups.address and d.stage in ('seen', 'creditable'))`;

/** Those of the order's own network. */
const receivedOfOrder = sql<string>`(select coalesce(sum(d.amount), 0) from deposits d
  where d.chain_id = topups.chain_id and d.address = topups.address and d.protocol_id = topups.protocol_id
    and d.stage in ('seen', 'creditable'))`;

/** Those that have matured, so that a charge back does not take them. */
const matured = sql<string>`(select coalesce(sum(d.amount), 0) from deposits d
  join core.credits c on c.source = 'deposit' and c.n = d.n and c.state = 'matured'
  where d.chain_id = topups.chain_id and d.address = topups.address
    and not exists (select from core.credits r where r.source = 'deposit' and r.n = d.n and r.state = 'reversed'))`;

/**
 * Finds the top-ups about which staff must decide: payments that were charged back after their coins had matured, and
 * orders whose address received a tenth more than they bought, which no change of a price explains. `cleared` are the
 * received coins about which staff have decided; more than that is a case again.
 */
export class CaseWatch {
  readonly #db: Kysely<Schema>;
  #read = 0;

  constructor(db: Kysely<Schema>) {
    this.#db = db;
  }

  async look(): Promise<void> {
    const db = this.#db;
    const newest = await db
      .selectFrom('deposits')
      .select(({ fn }) => fn.max('id').as('id'))
      .executeTakeFirst();
    await sql`update topups set is_case = true
      where status = 'charged_back' and not is_case and ${matured} > cleared`.execute(db);
    await sql`update topups set is_case = true
      where status <> 'charged_back' and not is_case
        and (chain_id, address) in (select chain_id, address from deposits where id > ${this.#read})
        and ${receivedOfOrder} > greatest(number * 1.1, cleared)`.execute(db);
    this.#read = Math.max(0, safeInteger(newest?.id ?? '0') - overlap);
  }
}

/** Whether a person has a top-up about which staff must decide first. */
export async function hasCase(db: Transaction<Schema>, user: number): Promise<boolean> {
  const found = await db
    .selectFrom('topups')
    .select('id')
    .where('user_id', '=', String(user))
    .where('is_case', '=', true)
    .executeTakeFirst();
  return found !== undefined;
}

/** How many top-ups staff must decide about. */
export async function countCases(db: Kysely<Schema>): Promise<number> {
  const counted = await db
    .selectFrom('topups')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('is_case', '=', true)
    .executeTakeFirstOrThrow();
  return safeInteger(counted.count);
}

/** Ends a case with everything that was received so far; false if it is none. */
export async function closeCase(db: Transaction<Schema>, id: number, nowMs: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('topups')
    .set({ is_case: false, cleared: received, changed_at: nowMs })
    .where('id', '=', String(id))
    .where('is_case', '=', true)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
