import type { VoidReason } from '@bourse/engine/seconds';
import type { Pool } from 'pg';
import { safeInteger } from '../../ground/database/index.ts';
import type { ContractEnd } from './contract-state.ts';

const dayMs = 86_400_000;
/** So many days with closed contracts are kept. */
const mostDays = 30;

/** The contracts that were closed on a day, and those of them that were void, by reason. */
export interface DayOfVoids extends Readonly<Record<VoidReason, number>> {
  /** 00:00 UTC of the day, in epoch milliseconds. */
  readonly dayMs: number;
  readonly contracts: number;
}

/** Void contracts of the last days on which contracts were closed. */
export class DailyVoids {
  readonly #days: Map<number, DayOfVoids>;

  constructor(days: Iterable<DayOfVoids> = []) {
    this.#days = new Map(Array.from(days, (day) => [day.dayMs, day]));
  }

  add(end: ContractEnd | null): void {
    if (end === null) return;
    const startMs = Math.floor(end.atMs / dayMs) * dayMs;
    const before = this.#days.get(startMs) ?? { dayMs: startMs, contracts: 0, index_interrupted: 0, too_few_ticks: 0 };
    const { voidReason: reason } = end;
    const voids = reason === null ? {} : { [reason]: before[reason] + 1 };
    this.#days.set(startMs, { ...before, contracts: before.contracts + 1, ...voids });
    if (this.#days.size > mostDays) this.#days.delete(Math.min(...this.#days.keys()));
  }

  /** The newest day first. */
  all(): DayOfVoids[] {
    return [...this.#days.values()].toSorted((a, b) => b.dayMs - a.dayMs);
  }
}

/** Counts the void contracts of the last days in the table. */
export async function readDailyVoids(database: Pool): Promise<DailyVoids> {
  const { rows } = await database.query<Record<string, string>>(
    `select closed_at / $1::bigint * $1::bigint as day, count(*) as contracts,
       count(*) filter (where void_reason = 'index_interrupted') as index_interrupted,
       count(*) filter (where void_reason = 'too_few_ticks') as too_few_ticks
     from core.seconds_contracts group by 1 order by 1 desc limit $2`,
    [dayMs, mostDays],
  );
  const count = (text: string | undefined) => safeInteger(text ?? '0');
  return new DailyVoids(
    rows.map((row) => ({
      dayMs: count(row['day']),
      contracts: count(row['contracts']),
      index_interrupted: count(row['index_interrupted']),
      too_few_ticks: count(row['too_few_ticks']),
    })),
  );
}
