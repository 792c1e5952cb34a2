import type { UserId } from '@bourse/engine';
import { type ExpressionBuilder, type Kysely, sql, type Transaction } from 'kysely';
import { safeInteger, type Schema } from '../../ground/database/index.ts';
import type { Sum } from './wire.ts';

/** A paid commission, in the smallest unit of its currency. */
export interface Commission {
  readonly n: number;
  readonly attachment: number;
  readonly agent: number;
  readonly user: number;
  readonly currency: number;
  readonly day: number;
  readonly fees: number;
  readonly sharePpm: number;
  readonly earned: number;
  readonly amount: number;
  readonly paidAtMs: number;
}

/** Rows of a file that are read at once. */
const chunk = 500;

/**
 * The commissions that the exchange has paid. Sums of all days are kept by agent and by attachment as they are paid, so
 * that no reader adds up years.
 */
export class Commissions {
  readonly #db: Kysely<Schema>;
  readonly #identityDb: Kysely<Schema>;

  constructor(db: Kysely<Schema>, identityDb: Kysely<Schema>) {
    this.#db = db;
    this.#identityDb = identityDb;
  }

  /** Sums of agents by currency, of all days. */
  async totalsOf(agents: readonly number[]): Promise<ReadonlyMap<number, readonly Sum[]>> {
    if (agents.length === 0) return new Map();
    const rows = await this.#identityDb
      .selectFrom('agent_totals')
      .selectAll()
      .where('agent_id', 'in', agents.map(String))
      .orderBy('currency_id')
      .execute();
    return grouped(rows.map((row) => ({ ...row, of: row.agent_id, amount: row.paid })));
  }

  /** Sums of agents by currency, of the days from one on. */
  async recentOf(agents: readonly number[], fromDay: number): Promise<ReadonlyMap<number, readonly Sum[]>> {
    if (agents.length === 0) return new Map();
    const rows = await this.#db
      .selectFrom('commissions')
      .select(({ fn }) => [
        'agent_id as of',
        'currency_id',
        fn.sum<string>('fees').as('fees'),
        fn.sum<string>('amount').as('amount'),
      ])
      .where('agent_id', 'in', agents.map(String))
      .where('day', '>=', fromDay)
      .groupBy(['agent_id', 'currency_id'])
      .orderBy('currency_id')
      .execute();
    return grouped(rows);
  }

  /** Sums of attachments by currency, of all days. */
  async sumsOf(attachments: readonly number[]): Promise<ReadonlyMap<number, readonly Sum[]>> {
    if (attachments.length === 0) return new Map();
    const rows = await this.#identityDb
      .selectFrom('attachment_totals')
      .selectAll()
      .where('attachment_id', 'in', attachments.map(String))
      .orderBy('currency_id')
      .execute();
    return grouped(rows.map((row) => ({ ...row, of: row.attachment_id, amount: row.paid })));
  }

  /** The payments of an agent, the newest day first; days that earned less than a unit are left out. */
  async page(agent: UserId, { limit, offset }: { readonly limit: number; readonly offset: number }) {
    const own = this.#db.selectFrom('commissions').where('agent_id', '=', String(agent)).where('earned', '>', '0');
    const [{ count }, rows] = await Promise.all([
      own.select(({ fn }) => fn.countAll<string>().as('count')).executeTakeFirstOrThrow(),
      own.selectAll().orderBy('day', 'desc').orderBy('n', 'desc').limit(limit).offset(offset).execute(),
    ]);
    return { total: safeInteger(count), rows: rows.map(commissionOf) };
  }

  /**
   * All payments of an agent for days of a period, in chunks, the newest day first. Each chunk continues after the last
   * row, so that payments in the meantime repeat none.
   */
  async *all(agent: UserId, fromDay: number, toDay: number, rowsAtOnce = chunk): AsyncGenerator<readonly Commission[]> {
    let last: Commission | undefined;
    for (;;) {
      const after = last;
      const rows = await this.#db
        .selectFrom('commissions')
        .selectAll()
        .where('agent_id', '=', String(agent))
        .where('earned', '>', '0')
        .where('day', '>=', fromDay)
        .where('day', '<=', toDay)
        .$if(after !== undefined, (query) =>
          query.where((of: ExpressionBuilder<Schema, 'commissions'>) =>
            of.or([
              of('day', '<', after?.day ?? 0),
              of.and([of('day', '=', after?.day ?? 0), of('n', '<', String(after?.n ?? 0))]),
            ]),
          ),
        )
        .orderBy('day', 'desc')
        .orderBy('n', 'desc')
        .limit(rowsAtOnce)
        .execute();
      const found = rows.map(commissionOf);
      yield found;
      last = found.at(-1);
      if (found.length < rowsAtOnce) return;
    }
  }

  /** The payments to an agent for a day in a currency. */
  async paidOf(agent: UserId, currency: number, day: number): Promise<number> {
    const { paid } = await this.#db
      .selectFrom('commissions')
      .select(({ fn }) => fn.sum<string | null>('amount').as('paid'))
      .where('agent_id', '=', String(agent))
      .where('currency_id', '=', currency)
      .where('day', '=', day)
      .executeTakeFirstOrThrow();
    return safeInteger(paid ?? '0');
  }

  /** A payment by its number; null if there was none. */
  async find(n: number): Promise<Commission | null> {
    const row = await this.#db.selectFrom('commissions').selectAll().where('n', '=', String(n)).executeTakeFirst();
    return row === undefined ? null : commissionOf(row);
  }

  /** The highest number of a payment; 0 without any. */
  async lastNumber(): Promise<number> {
    const { n } = await this.#db
      .selectFrom('commissions')
      .select(({ fn }) => fn.max<string | null>('n').as('n'))
      .executeTakeFirstOrThrow();
    return safeInteger(n ?? '0');
  }

  /** Notes the outcome of a payment and adds it to the sums, once. */
  async record(transaction: Transaction<Schema>, paid: Commission): Promise<void> {
    const { agent, amount, attachment, currency, fees, n } = paid;
    const { numUpdatedRows } = await transaction
      .updateTable('commission_payouts')
      .set({ paid: amount })
      .where('n', '=', String(n))
      .where('paid', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    const sums = { currency_id: currency, fees, paid: amount };
    await transaction
      .insertInto('agent_totals')
      .values({ agent_id: agent, ...sums })
      .onConflict((conflict) =>
        conflict.columns(['agent_id', 'currency_id']).doUpdateSet({
          fees: sql<number>`agent_totals.fees + excluded.fees`,
          paid: sql<number>`agent_totals.paid + excluded.paid`,
        }),
      )
      .execute();
    await transaction
      .insertInto('attachment_totals')
      .values({ attachment_id: attachment, ...sums })
      .onConflict((conflict) =>
        conflict.columns(['attachment_id', 'currency_id']).doUpdateSet({
          fees: sql<number>`attachment_totals.fees + excluded.fees`,
          paid: sql<number>`attachment_totals.paid + excluded.paid`,
        }),
      )
      .execute();
  }
}

interface SumRow {
  readonly of: string;
  readonly currency_id: number;
  readonly fees: string;
  readonly amount: string;
}

function grouped(rows: readonly SumRow[]): ReadonlyMap<number, readonly Sum[]> {
  const sums = new Map<number, Sum[]>();
  for (const { amount, currency_id: currency, fees, of } of rows) {
    const own = sums.get(safeInteger(of)) ?? [];
    sums.set(safeInteger(of), own);
    own.push({ currency, fees: safeInteger(fees), commission: safeInteger(amount) });
  }
  return sums;
}

function commissionOf(row: {
  readonly n: string;
  readonly attachment: string;
  readonly agent_id: string;
  readonly user_id: string;
  readonly currency_id: number;
  readonly day: number;
  readonly fees: string;
  readonly share_ppm: number;
  readonly earned: string;
  readonly amount: string;
  readonly time_ms: string;
}): Commission {
  return {
    n: safeInteger(row.n),
    attachment: safeInteger(row.attachment),
    agent: safeInteger(row.agent_id),
    user: safeInteger(row.user_id),
    currency: row.currency_id,
    day: row.day,
    fees: safeInteger(row.fees),
    sharePpm: row.share_ppm,
    earned: safeInteger(row.earned),
    amount: safeInteger(row.amount),
    paidAtMs: safeInteger(row.time_ms),
  };
}
