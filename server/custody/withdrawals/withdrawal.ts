import { type AccountType, type CurrencyId, currencyId, type UserId, userId } from '@bourse/engine';
import type { Kysely, Selectable, Transaction } from 'kysely';
import { safeInteger, type Schema } from '../../ground/database/index.ts';
import type { WithdrawalStage } from './tables.ts';
import { findAccountType } from '../../ground/feed/index.ts';

/** The source of the holds of withdrawals. */
export const withdrawalSource = 'withdrawal';

export interface Withdrawal {
  /** Also the number of its hold. */
  readonly id: number;
  readonly user: UserId;
  readonly protocol: number;
  readonly accountType: AccountType;
  readonly currency: CurrencyId;
  /** Held, with the fee, in units of the ledger. */
  readonly amount: number;
  readonly fee: number;
  /** Paid, in the smallest units of the asset on the chain. */
  readonly chainAmount: bigint;
  readonly address: string;
  readonly memo: string | null;
  /** In dollars at the request, as a count of 10^-8. */
  readonly worth: bigint;
  readonly stage: WithdrawalStage;
  readonly reason: string | null;
  readonly flagged: boolean;
  /** Whether its owner asked for its cancellation after its payment was sent. */
  readonly keepsFee: boolean;
  readonly earliestMs: number | null;
  readonly createdMs: number;
}

/** The reference under which it is paid. */
export function referenceOf(id: number): string {
  return `withdrawal/${id}`;
}

/** The withdrawal of a reference; null if it is the reference of something else. */
export function withdrawalOfReference(reference: string): number | null {
  const id = /^withdrawal\/([1-9]\d{0,14})$/.exec(reference)?.[1];
  return id === undefined ? null : Number(id);
}

function accountOf(stored: number): AccountType {
  const type = findAccountType(stored);
  if (type === undefined) throw new Error(`A withdrawal is of the unknown account ${stored}.`);
  return type;
}

export function withdrawalOf(row: Selectable<Schema['withdrawals']>): Withdrawal {
  return {
    id: safeInteger(row.id),
    user: userId(safeInteger(row.user_id)),
    protocol: row.protocol_id,
    accountType: accountOf(row.account_type),
    currency: currencyId(row.currency_id),
    amount: safeInteger(row.amount),
    fee: safeInteger(row.fee),
    chainAmount: BigInt(row.chain_amount),
    address: row.address,
    memo: row.memo,
    worth: BigInt(row.worth),
    stage: row.stage,
    reason: row.reason,
    flagged: row.flagged,
    keepsFee: row.keeps_fee,
    createdMs: safeInteger(row.created_at),
    earliestMs: row.earliest_at === null ? null : safeInteger(row.earliest_at),
  };
}

/** A step of a withdrawal from one of some stages to another, with its cause. */
export interface Step {
  readonly from: readonly WithdrawalStage[];
  readonly to: WithdrawalStage;
  readonly atMs: number;
  readonly reason?: string | null;
  readonly staff?: number | null;
}

/** Takes a step, and returns the withdrawal after it; null if another step came first. */
export async function take(
  transaction: Transaction<Schema>,
  id: number,
  { atMs, from, reason = null, staff = null, to }: Step,
): Promise<Withdrawal | null> {
  const row = await transaction
    .updateTable('withdrawals')
    .set({ stage: to, reason, changed_at: atMs })
    .where('id', '=', String(id))
    .where('stage', 'in', from)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) return null;
  await transaction
    .insertInto('withdrawal_steps')
    .values({ withdrawal_id: id, stage: to, at: atMs, reason, staff_id: staff })
    .execute();
  return withdrawalOf(row);
}

/** A withdrawal of a user; null if there is none. */
export async function findWithdrawal(db: Kysely<Schema>, user: UserId, id: number): Promise<Withdrawal | null> {
  const row = await db
    .selectFrom('withdrawals')
    .selectAll()
    .where('id', '=', String(id))
    .where('user_id', '=', String(user))
    .executeTakeFirst();
  return row === undefined ? null : withdrawalOf(row);
}

/** A page of a user's withdrawals, newest first, and the number of all of them. Those without a hold are left out. */
export async function readWithdrawalsOf(
  db: Kysely<Schema>,
  user: UserId,
  { currency, limit, offset }: { currency: number | null; offset: number; limit: number },
): Promise<{ readonly total: number; readonly rows: readonly Withdrawal[] }> {
  let own = db.selectFrom('withdrawals').where('user_id', '=', String(user)).where('stage', '<>', 'void');
  if (currency !== null) own = own.where('currency_id', '=', currency);
  const count = await own.select((all) => all.fn.countAll().as('total')).executeTakeFirstOrThrow();
  const rows = await own.selectAll().orderBy('id', 'desc').offset(offset).limit(limit).execute();
  return { total: Number(count.total), rows: rows.map((row) => withdrawalOf(row)) };
}
