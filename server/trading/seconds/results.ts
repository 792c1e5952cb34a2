import { type CurrencyId, currencyId, type MarketId, marketId } from '@bourse/engine';
import type { SecondsResult } from '@bourse/engine/seconds';
import type { Pool } from 'pg';
import { safeInteger } from '../../ground/database/index.ts';
import type { ContractState } from './contract-state.ts';

/** The terms that contracts of one row of results share. */
export interface ResultTerms {
  readonly market: MarketId;
  readonly seconds: number;
  readonly currency: CurrencyId;
  readonly ratioPpm: number;
  readonly feePpm: number;
}

/** How many contracts on the same terms have ended in each way, and their stakes. */
export interface ResultCounts extends ResultTerms, Readonly<Record<SecondsResult, number>> {
  /** Stakes of contracts that were won or lost. */
  readonly staked: bigint;
  /** The payments for these: stakes of winners, and their profits after the fee. */
  readonly paidOut: bigint;
}

const nothing = { win: 0, loss: 0, tie: 0, void: 0, staked: 0n, paidOut: 0n } as const;

/** The results of all contracts so far, by the terms under which they were bought. */
export class Results {
  readonly #counts = new Map<string, ResultCounts>();

  constructor(counts: Iterable<ResultCounts> = []) {
    for (const one of counts) this.#counts.set(keyOf(one), one);
  }

  add({ market, seconds, currency, ratioPpm, feePpm, stake, end }: ResultTerms & EndedStake): void {
    if (end === null) return;
    const terms = { market, seconds, currency, ratioPpm, feePpm };
    const key = keyOf(terms);
    const before = this.#counts.get(key) ?? { ...terms, ...nothing };
    const { result } = end;
    const isDecided = result === 'win' || result === 'loss';
    this.#counts.set(key, {
      ...before,
      [result]: before[result] + 1,
      staked: before.staked + (isDecided ? BigInt(stake) : 0n),
      paidOut: before.paidOut + (isDecided ? BigInt(stake) + BigInt(end.profit) : 0n),
    });
  }

  /** By market, duration, currency, ratio and fee. */
  all(): ResultCounts[] {
    return [...this.#counts.values()].toSorted(
      (a, b) =>
        a.market - b.market ||
        a.seconds - b.seconds ||
        a.currency - b.currency ||
        a.ratioPpm - b.ratioPpm ||
        a.feePpm - b.feePpm,
    );
  }
}

type EndedStake = Pick<ContractState, 'stake' | 'end'>;

function keyOf({ market, seconds, currency, ratioPpm, feePpm }: ResultTerms): string {
  return `${market} ${seconds} ${currency} ${ratioPpm} ${feePpm}`;
}

/** Counts the results of all contracts in the table. */
export async function readResults(database: Pool): Promise<Results> {
  const { rows } = await database.query<Record<string, string>>(
    `select market_id, seconds, currency_id, ratio_ppm, fee_ppm,
       count(*) filter (where result = 'win') as win, count(*) filter (where result = 'loss') as loss,
       count(*) filter (where result = 'tie') as tie, count(*) filter (where result = 'void') as void,
       coalesce(sum(stake) filter (where result in ('win', 'loss')), 0) as staked,
       coalesce(sum(stake + profit) filter (where result in ('win', 'loss')), 0) as paid_out
     from core.seconds_contracts
     group by market_id, seconds, currency_id, ratio_ppm, fee_ppm`,
  );
  const count = (text: string | undefined) => safeInteger(text ?? '0');
  return new Results(
    rows.map((row) => ({
      market: marketId(Number(row['market_id'])),
      seconds: Number(row['seconds']),
      currency: currencyId(Number(row['currency_id'])),
      ratioPpm: Number(row['ratio_ppm']),
      feePpm: Number(row['fee_ppm']),
      win: count(row['win']),
      loss: count(row['loss']),
      tie: count(row['tie']),
      void: count(row['void']),
      staked: BigInt(row['staked'] ?? '0'),
      paidOut: BigInt(row['paid_out'] ?? '0'),
    })),
  );
}
