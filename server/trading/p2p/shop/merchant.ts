import { userId, type UserId } from '@bourse/engine';
import type { Kysely, Selectable, Transaction } from 'kysely';
import { safeInteger, type Schema } from '../../../ground/database/index.ts';
import { levelOf, type MerchantLevel } from './levels.ts';
import type { StoredMerchantState } from './tables.ts';

/** A merchant or an applicant. */
export interface Merchant {
  readonly user: UserId;
  readonly name: string;
  readonly method: number;
  readonly application: string;
  readonly state: StoredMerchantState;
  readonly words: string;
  readonly paused: boolean;
  readonly level: MerchantLevel;
  /** The bond of the last application in the smallest unit. */
  readonly bondNeeded: number;
  readonly version: number;
  readonly appliedAtMs: number;
  /** Applications on the UTC day of the last one. */
  readonly applications: number;
  readonly decidedAtMs: number | null;
  readonly decidedBy: number | null;
  readonly leftAtMs: number | null;
}

type Database = Kysely<Schema> | Transaction<Schema>;

export function merchantOf(row: Selectable<Schema['merchants']>): Merchant {
  return {
    user: userId(safeInteger(row.user_id)),
    name: row.name,
    method: safeInteger(row.method_id),
    application: row.application,
    state: row.state,
    words: row.words,
    paused: row.paused,
    level: levelOf(row.level),
    bondNeeded: safeInteger(row.bond_needed),
    version: row.version,
    appliedAtMs: safeInteger(row.applied_at),
    applications: row.applications,
    decidedAtMs: row.decided_at === null ? null : safeInteger(row.decided_at),
    decidedBy: row.decided_by,
    leftAtMs: row.left_at === null ? null : safeInteger(row.left_at),
  };
}

/** Null for users who have never applied. */
export async function findMerchant(db: Database, user: UserId): Promise<Merchant | null> {
  const row = await db.selectFrom('merchants').selectAll().where('user_id', '=', String(user)).executeTakeFirst();
  return row === undefined ? null : merchantOf(row);
}

/** The same, locked until the transaction ends. */
export async function lockMerchant(transaction: Transaction<Schema>, user: UserId): Promise<Merchant | null> {
  const row = await transaction
    .selectFrom('merchants')
    .selectAll()
    .where('user_id', '=', String(user))
    .forUpdate()
    .executeTakeFirst();
  return row === undefined ? null : merchantOf(row);
}

/** Those of some users who are or were merchants. */
export async function findMerchants(db: Database, users: readonly UserId[]): Promise<ReadonlyMap<UserId, Merchant>> {
  if (users.length === 0) return new Map();
  const rows = await db.selectFrom('merchants').selectAll().where('user_id', 'in', users.map(String)).execute();
  return new Map(rows.map(merchantOf).map((merchant) => [merchant.user, merchant]));
}
