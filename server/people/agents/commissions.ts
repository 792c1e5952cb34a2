import type { UserId } from '@bourse/engine';
import type { Kysely } from 'kysely';
import { safeInteger, type Schema } from '../../ground/database/index.ts';
import type { Sum } from './wire.ts';

/** A paid commission, in the smallest unit of its currency. */
export interface Commission {
  readonly n: number;
  readonly user: number;
  readonly currency: number;
  readonly day: number;
  readonly fees: number;
  readonly sharePpm: number;
  readonly earned: number;
  readonly amount: number;
  readonly paidAtMs: number;
}

/** The commissions that the exchange has paid. */
export class Commissions {
  readonly #db: Kysely<Schema>;

  constructor(db: Kysely<Schema>) {
    this.#db = db;
  }

  /** Sums of an agent by currency, of all days or from one on. */
  async totalOf(agent: UserId, fromDay: number | null = null): Promise<Sum[]> {
    const rows = await this.#db
      .selectFrom('commissions')
      .select(({ fn }) => ['currency_id', fn.sum<string>('fees').as('fees'), fn.sum<string>('amount').as('amount')])
      .where('agent_id', '=', String(agent))
      .$if(fromDay !== null, (query) => query.where('day', '>=', fromDay ?? 0))
      .groupBy('currency_id')
      .orderBy('currency_id')
      .execute();
    return rows.map(sumOf);
  }

  /** Sums of attachments by currency. */
  async sumsOf(attachments: readonly number[]): Promise<ReadonlyMap<number, readonly Sum[]>> {
    const sums = new Map<number, Sum[]>();
    if (attachments.length === 0) return sums;
    const rows = await this.#db
      .selectFrom('commissions')
      .select(({ fn }) => [
        'attachment',
        'currency_id',
        fn.sum<string>('fees').as('fees'),
        fn.sum<string>('amount').as('amount'),
      ])
      .where('attachment', 'in', attachments.map(String))
      .groupBy(['attachment', 'currency_id'])
      .orderBy('currency_id')
      .execute();
    for (const row of rows) {
      const attachment = safeInteger(row.attachment);
      sums.set(attachment, [...(sums.get(attachment) ?? []), sumOf(row)]);
    }
    return sums;
  }

  /** The payments of an agent, the newest day first; days without a payment are left out. */
  async page(agent: UserId, { limit, offset }: { readonly limit: number; readonly offset: number }) {
    const own = this.#db.selectFrom('commissions').where('agent_id', '=', String(agent)).where('amount', '>', '0');
    const [{ count }, rows] = await Promise.all([
      own.select(({ fn }) => fn.countAll<string>().as('count')).executeTakeFirstOrThrow(),
      own.selectAll().orderBy('day', 'desc').orderBy('n', 'desc').limit(limit).offset(offset).execute(),
    ]);
    return { total: safeInteger(count), rows: rows.map(commissionOf) };
  }

  /** All payments of an agent for days of a period, in chunks, the newest day first. */
  async *all(agent: UserId, fromDay: number, toDay: number): AsyncGenerator<readonly Commission[]> {
    let offset = 0;
    for (;;) {
      const rows = await this.#db
        .selectFrom('commissions')
        .selectAll()
        .where('agent_id', '=', String(agent))
        .where('amount', '>', '0')
        .where('day', '>=', fromDay)
        .where('day', '<=', toDay)
        .orderBy('day', 'desc')
        .orderBy('n', 'desc')
        .limit(chunk)
        .offset(offset)
        .execute();
      yield rows.map(commissionOf);
      if (rows.length < chunk) return;
      offset += chunk;
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

  /** The amount of a payment; null if there was none. */
  async amountOf(n: number): Promise<number | null> {
    const row = await this.#db.selectFrom('commissions').select('amount').where('n', '=', String(n)).executeTakeFirst();
    return row === undefined ? null : safeInteger(row.amount);
  }
}

const chunk = 500;

function sumOf(row: { readonly currency_id: number; readonly fees: string; readonly amount: string }): Sum {
  return { currency: row.currency_id, fees: safeInteger(row.fees), commission: safeInteger(row.amount) };
}

function commissionOf(row: {
  readonly n: string;
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
