import type { Kysely, Transaction } from 'kysely';
import { safeInteger, type Schema } from '../../ground/database/index.ts';

/** The highest commission of a day in a currency, in its smallest unit. */
export interface Limit {
  readonly currency: number;
  readonly amount: number;
}

/** A limit from a UTC day on; null ends the one before. */
interface DatedLimit {
  readonly fromDay: number;
  readonly amount: number | null;
}

/**
 * The limits of agents by UTC day. A day is paid with the limits that were in force when its fees were taken: a change
 * counts from the next day on, whenever the day before is paid.
 */
export class AgentLimits {
  /** By agent and currency, the oldest first. */
  readonly #limits = new Map<number, Map<number, DatedLimit[]>>();

  static async of(db: Kysely<Schema> | Transaction<Schema>, agents: readonly number[]): Promise<AgentLimits> {
    const limits = new AgentLimits();
    if (agents.length === 0) return limits;
    const rows = await db
      .selectFrom('agent_limits')
      .selectAll()
      .where('agent_id', 'in', [...new Set(agents)].map(String))
      .orderBy('currency_id')
      .orderBy('from_day')
      .execute();
    for (const { agent_id: id, amount, currency_id: currency, from_day: fromDay } of rows) {
      const agent = safeInteger(id);
      const own = limits.#limits.get(agent) ?? new Map<number, DatedLimit[]>();
      limits.#limits.set(agent, own);
      const dated = { fromDay, amount: amount === null ? null : safeInteger(amount) };
      own.set(currency, [...(own.get(currency) ?? []), dated]);
    }
    return limits;
  }

  /** The limit of an agent on a day; null without one. */
  find(agent: number, currency: number, day: number): number | null {
    const own = this.#limits.get(agent)?.get(currency) ?? [];
    return own.findLast(({ fromDay }) => fromDay <= day)?.amount ?? null;
  }

  /** All limits of an agent on a day, by currency; the day may be in the future. */
  on(agent: number, day: number): Limit[] {
    return [...(this.#limits.get(agent)?.keys() ?? [])].flatMap((currency) => {
      const amount = this.find(agent, currency, day);
      return amount === null ? [] : [{ currency, amount }];
    });
  }

  /** The limits of an agent after all changes, by currency. */
  newest(agent: number): Limit[] {
    return this.on(agent, Infinity);
  }
}

/** Stores the limits of an agent from a day on, as far as they differ. False if they are the same. */
export async function storeLimits(
  transaction: Transaction<Schema>,
  agent: number,
  change: { readonly before: readonly Limit[]; readonly after: readonly Limit[]; readonly fromDay: number },
): Promise<boolean> {
  const { after, before, fromDay } = change;
  const amountOf = (limits: readonly Limit[], id: number) =>
    limits.find(({ currency }) => currency === id)?.amount ?? null;
  const currencies = [...new Set([...before, ...after].map(({ currency }) => currency))];
  const changed = currencies.filter((currency) => amountOf(before, currency) !== amountOf(after, currency));
  if (changed.length === 0) return false;
  await transaction
    .insertInto('agent_limits')
    .values(
      changed.map((currency) => ({
        agent_id: agent,
        currency_id: currency,
        from_day: fromDay,
        amount: amountOf(after, currency),
      })),
    )
    // A second change of the same day.
    .onConflict((conflict) =>
      conflict
        .columns(['agent_id', 'currency_id', 'from_day'])
        .doUpdateSet((row) => ({ amount: row.ref('excluded.amount') })),
    )
    .execute();
  return true;
}
