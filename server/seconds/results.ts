import { type MarketId, marketId } from '@bourse/engine';
import type { SecondsResult } from '@bourse/engine/seconds';
import type { Pool } from 'pg';
import { safeInteger } from '../database/index.ts';
import type { ContractState } from './contract-state.ts';

/** How many contracts of a duration on a market have ended in each way. */
export interface ResultCounts extends Readonly<Record<SecondsResult, number>> {
  readonly market: MarketId;
  readonly seconds: number;
}

/** The results of all contracts so far, by market and duration. */
export class Results {
  readonly #counts = new Map<string, ResultCounts>();

  constructor(counts: Iterable<ResultCounts> = []) {
    for (const one of counts) this.#counts.set(keyOf(one), one);
  }

  add({ market, seconds, end }: Pick<ContractState, 'market' | 'seconds' | 'end'>): void {
    if (end === null) return;
    const key = keyOf({ market, seconds });
    const before = this.#counts.get(key) ?? { market, seconds, win: 0, loss: 0, tie: 0, void: 0 };
    this.#counts.set(key, { ...before, [end.result]: before[end.result] + 1 });
  }

  /** By market, then by duration. */
  all(): ResultCounts[] {
    return [...this.#counts.values()].toSorted((a, b) => a.market - b.market || a.seconds - b.seconds);
  }
}

function keyOf({ market, seconds }: Pick<ResultCounts, 'market' | 'seconds'>): string {
  return `${market} ${seconds}`;
}

/** Counts the results of all contracts in the table. */
export async function readResults(database: Pool): Promise<Results> {
  const { rows } = await database.query<Record<string, string>>(
    `select market_id, seconds,
       count(*) filter (where result = 'win') as win, count(*) filter (where result = 'loss') as loss,
       count(*) filter (where result = 'tie') as tie, count(*) filter (where result = 'void') as void
     from core.seconds_contracts
     group by market_id, seconds`,
  );
  const count = (text: string | undefined) => safeInteger(text ?? '0');
  return new Results(
    rows.map((row) => ({
      market: marketId(Number(row['market_id'])),
      seconds: Number(row['seconds']),
      ...{ win: count(row['win']), loss: count(row['loss']), tie: count(row['tie']), void: count(row['void']) },
    })),
  );
}
