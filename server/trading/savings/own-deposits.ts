import { amount, currencyId, userId, type UserId } from '@bourse/engine';
import { depositId, type DepositId, savingsProductId } from '@bourse/engine/savings';
import { type Kysely, type Selectable, sql } from 'kysely';
import { safeInteger, type Schema } from '../../ground/database/index.ts';
import type { Views } from '../../ground/feed/index.ts';
import type { DepositEnd, DepositState } from './deposit-state.ts';
import { savingsView } from './savings-view.ts';

/** Selects a user's deposits, newest first: active ones, and ones that ended in the listed ways. */
export interface DepositQuery {
  readonly running: boolean;
  readonly ended: readonly DepositEnd['as'][];
  readonly offset: number;
  readonly limit: number;
}

/** The deposits of a page, and the total number. */
interface DepositPage {
  readonly deposits: DepositState[];
  readonly total: number;
}

/** Reads a user's deposits: active ones from the view, ended ones from their table. */
export class OwnDeposits {
  readonly #db: Kysely<Schema>;
  readonly #views: Views;

  constructor(db: Kysely<Schema>, views: Views) {
    this.#db = db;
    this.#views = views;
  }

  /** One page as of the sequence of the views: a deposit that ends while the table is read still counts as active. */
  async page(user: UserId, { ended, offset, limit, ...query }: DepositQuery): Promise<DepositPage> {
    const running = query.running ? savingsView.of(this.#views).running(user) : [];
    if (ended.length === 0) return { deposits: running.slice(offset, offset + limit), total: running.length };
    const rows = this.#db
      .selectFrom('savings_deposits')
      .where('user_id', '=', String(user))
      .where('state', 'in', ended)
      .where('sequence', '<=', String(this.#views.sequence));
    const runningIds = running.map(({ deposit }) => String(deposit));
    const { count } = await rows.select(({ fn }) => fn.countAll<string>().as('count')).executeTakeFirstOrThrow();
    const ids = await this.#db
      .selectFrom(
        rows
          .select('deposit')
          .unionAll(sql<{ deposit: string }>`select unnest(${runningIds}::bigint[])`)
          .as('own'),
      )
      .select('deposit')
      .orderBy('deposit', 'desc')
      .limit(limit)
      .offset(offset)
      .execute();
    const wanted = ids.map(({ deposit }) => deposit);
    const found = wanted.length === 0 ? [] : await rows.selectAll().where('deposit', 'in', wanted).execute();
    const byId = new Map([...running, ...found.map(depositOf)].map((deposit) => [String(deposit.deposit), deposit]));
    return { deposits: wanted.flatMap((id) => byId.get(id) ?? []), total: running.length + safeInteger(count) };
  }

  /** A deposit of this user, active or ended. It leaves the view only after its row is in the table. */
  async find(user: UserId, deposit: DepositId): Promise<DepositState> {
    const running = savingsView.of(this.#views).find(user, deposit);
    if (running !== undefined) return running;
    const row = await this.#db
      .selectFrom('savings_deposits')
      .selectAll()
      .where('user_id', '=', String(user))
      .where('deposit', '=', String(deposit))
      .executeTakeFirst();
    if (row === undefined) throw new Error(`deposit ${deposit} is neither running nor in the table of ended deposits`);
    return depositOf(row);
  }
}

function depositOf(row: Selectable<Schema['savings_deposits']>): DepositState {
  return {
    deposit: depositId(safeInteger(row.deposit)),
    user: userId(safeInteger(row.user_id)),
    product: savingsProductId(row.product_id),
    currency: currencyId(row.currency_id),
    amount: amount(safeInteger(row.amount)),
    days: row.days,
    ratePpm: row.rate_ppm,
    interest: amount(safeInteger(row.interest)),
    lockedAtMs: safeInteger(row.locked_at),
    startsAtMs: safeInteger(row.starts_at),
    maturesAtMs: safeInteger(row.matures_at),
    redeemableAtMs: safeInteger(row.redeemable_at),
    end: { as: row.state, atMs: safeInteger(row.ended_at) },
  };
}
