import { type UserId, userId } from '@bourse/engine';
import { type ExpressionBuilder, type Kysely, sql, type Transaction } from 'kysely';
import { safeInteger, type Schema } from '../../ground/database/index.ts';
import { type CreditState, type Deposit, depositSource } from './deposit.ts';

/** Deposits with the state of their credit. */
export function depositQuery(db: Kysely<Schema>) {
  return db.selectFrom('deposits').selectAll().select(creditStateOf);
}

/** The furthest state of the credit of a deposit. */
function creditStateOf(deposit: ExpressionBuilder<Schema, 'deposits'>) {
  return deposit
    .selectFrom('credits')
    .select(sql<string>`string_agg(credits.state, ' ')`.as('states'))
    .where('credits.source', '=', depositSource)
    .whereRef('credits.n', '=', 'deposits.n')
    .as('states');
}

type DepositRow = Awaited<ReturnType<ReturnType<typeof depositQuery>['execute']>>[number];

export function depositOf(row: DepositRow): Deposit {
  return {
    id: safeInteger(row.id),
    chain: row.chain_id,
    protocol: row.protocol_id,
    tx: row.tx,
    ordinal: row.ordinal,
    user: row.user_id === null ? null : userId(safeInteger(row.user_id)),
    address: row.address,
    memo: row.memo,
    amount: safeInteger(row.amount),
    stage: row.stage,
    n: row.n === null ? null : safeInteger(row.n),
    height: safeInteger(row.height),
    blockHash: row.block_hash,
    createdMs: safeInteger(row.created_at),
    credit: creditState(row.states ?? ''),
  };
}

function creditState(states: string): CreditState {
  const found = states.split(' ');
  return (['reversed', 'matured', 'confirmed', 'credited'] as const).find((state) => found.includes(state)) ?? 'none';
}

/** The deposits of a chain that may still be credited, matured or reversed. */
export async function readOpenDeposits(db: Kysely<Schema>, chain: number): Promise<Deposit[]> {
  const ended = (deposit: ExpressionBuilder<Schema, 'deposits'>) =>
    deposit
      .selectFrom('credits')
      .select('credits.n')
      .where('credits.source', '=', depositSource)
      .whereRef('credits.n', '=', 'deposits.n')
      .where((row) =>
        row.or([
          row('credits.state', '=', 'reversed'),
          // One that a card paid matures by itself once it is final.
          row.and([row('credits.state', 'in', ['matured', 'confirmed']), row('deposits.stage', '=', 'creditable')]),
        ]),
      );
  const rows = await depositQuery(db)
    .where('chain_id', '=', chain)
    .where((deposit) =>
      deposit.or([
        deposit('stage', 'in', ['seen', 'creditable', 'orphaned']),
        deposit.and([deposit('stage', '=', 'gone'), deposit('n', 'is not', null)]),
      ]),
    )
    .where((deposit) => deposit.not(deposit.exists(ended(deposit))))
    .orderBy('id')
    .execute();
  return rows.map((row) => depositOf(row));
}

/** Deposits by their ids. */
export async function readDeposits(db: Kysely<Schema>, ids: readonly number[]): Promise<Deposit[]> {
  if (ids.length === 0) return [];
  const rows = await depositQuery(db).where('id', 'in', ids.map(String)).orderBy('id').execute();
  return rows.map((row) => depositOf(row));
}

/** The next number of a credit. The lock makes numbers of all chains consecutive. */
export async function nextNumber(transaction: Transaction<Schema>): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('deposit numbers', 0))`.execute(transaction);
  const last = await transaction
    .selectFrom('deposits')
    .select((all) => all.fn.max('n').as('n'))
    .executeTakeFirst();
  return Number(last?.n ?? 0) + 1;
}

/** A page of a user's deposits, newest first, and the number of all of them. */
export async function readDepositsOf(
  db: Kysely<Schema>,
  user: UserId,
  { protocols, offset, limit }: { protocols: readonly number[] | null; offset: number; limit: number },
): Promise<{ readonly total: number; readonly rows: readonly Deposit[] }> {
  let own = depositQuery(db).where('user_id', '=', String(user));
  let counted = db.selectFrom('deposits').where('user_id', '=', String(user));
  if (protocols !== null) {
    if (protocols.length === 0) return { total: 0, rows: [] };
    own = own.where('protocol_id', 'in', protocols);
    counted = counted.where('protocol_id', 'in', protocols);
  }
  const count = await counted.select((all) => all.fn.countAll().as('total')).executeTakeFirstOrThrow();
  const rows = await own.orderBy('id', 'desc').offset(offset).limit(limit).execute();
  return { total: Number(count.total), rows: rows.map((row) => depositOf(row)) };
}
