import type { ConsoleCall, OwnedKind } from '@bourse/contract/console';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Schema } from '../database/index.ts';
import type { StaffId } from './ports.ts';

type Database = Kysely<Schema> | Transaction<Schema>;

/** Finds the user to whom a row belongs, or all of them; null if there is no such row. */
export type OwnerOf = (db: Database, id: number) => Promise<string | readonly string[] | null>;

/** Why a call about a user is not for a member of staff. */
export type ConcernRefusal = 'own_account' | 'account_undeclared';

/** Whether calls concern the members of staff who make them: their own affairs are for others to decide. */
export class Concerns {
  readonly #needsDeclared: boolean;
  readonly #owners = new Map<OwnedKind, OwnerOf>([['user', (_db, id) => Promise.resolve(String(id))]]);

  /** @param needsDeclared whether staff need to have stated their account as users for calls about users */
  constructor(needsDeclared: boolean) {
    this.#needsDeclared = needsDeclared;
  }

  /** Says to whom rows of a kind belong. */
  add(kind: OwnedKind, ownerOf: OwnerOf): void {
    if (this.#owners.has(kind)) throw new Error(`The owners of ${kind} are known already.`);
    this.#owners.set(kind, ownerOf);
  }

  /** @throws Error if a call concerns rows of a kind whose owners no one finds */
  check(calls: readonly ConsoleCall[]): void {
    for (const { concerns, path } of calls)
      if (concerns !== null && !this.#owners.has(concerns.kind)) throw new Error(`${path} concerns unknown owners.`);
  }

  /** Why a call is not for one of these members of staff; null if it is for all. The input need not be valid. */
  async refusalOf(
    db: Database,
    { concerns }: Pick<ConsoleCall, 'concerns'>,
    input: unknown,
    staff: readonly StaffId[],
  ): Promise<ConcernRefusal | null> {
    if (concerns === null || staff.length === 0) return null;
    const id = idIn(input, concerns.field);
    const owners = id === null ? null : ((await this.#owners.get(concerns.kind)?.(db, id)) ?? null);
    const users = typeof owners === 'string' ? [owners] : (owners ?? []);
    for (const user of users) if (await isOneOf(db, user, staff)) return 'own_account';
    return this.#needsDeclared && (await isAnyUndeclared(db, staff)) ? 'account_undeclared' : null;
  }
}

/**
 * Whether a user is one of these members of staff: by the account that is theirs, by another account that was verified
 * with the same document, or by the e-mail address.
 */
async function isOneOf(db: Database, user: string, staff: readonly StaffId[]): Promise<boolean> {
  const found = await db
    .selectFrom('staff')
    .select('id')
    .where('id', 'in', staff)
    .where((row) =>
      row.or([
        row('user_id', '=', user),
        row('email_key', 'in', row.selectFrom('users').select('users.email_key').where('users.id', '=', user)),
        row.exists(
          row
            .selectFrom('verifications as own')
            .innerJoin('verifications as other', 'other.card_key', 'own.card_key')
            .select(sql<number>`1`.as('one'))
            .whereRef('own.user_id', '=', 'staff.user_id')
            .where('other.user_id', '=', user),
        ),
      ]),
    )
    .executeTakeFirst();
  return found !== undefined;
}

async function isAnyUndeclared(db: Database, staff: readonly StaffId[]): Promise<boolean> {
  const found = await db
    .selectFrom('staff')
    .select('id')
    .where('id', 'in', staff)
    .where('user_declared', '=', false)
    .executeTakeFirst();
  return found !== undefined;
}

function idIn(input: unknown, field: string): number | null {
  if (typeof input !== 'object' || input === null) return null;
  const found = Object.entries(input).find(([name]) => name === field)?.[1] as unknown;
  const id = typeof found === 'string' && /^\d{1,16}$/.test(found) ? Number(found) : found;
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : null;
}
