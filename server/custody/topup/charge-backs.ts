import { sql } from 'kysely';
import { EachAlone } from '../../ground/background/index.ts';
import { type ArrivalParts, readArrivals } from './arrivals.ts';
import { chargeBack, depositSource } from '../deposits/index.ts';
import { topupOf } from './topup.ts';
import type { With } from '../../ground/parts.ts';

/** Charge backs that are read at a time. */
const atOnce = 100;

export type ChargeBackParts = ArrivalParts & With<'core' | 'privately'>;

/**
 * Takes back the credits of payments that were charged back and have not matured; what their owner has spent becomes a
 * debt. Coins that have matured are left to staff. Coins that are credited after the charge back are taken back then:
 * the credits themselves show what is left to settle, so that no flag can disagree with them.
 */
export async function settleChargeBacks(parts: ChargeBackParts): Promise<void> {
  const alone = new EachAlone();
  for (let after: number | null = 0; after !== null;) {
    const topups = await readUnsettled(parts, after);
    const arrivalOf = await readArrivals(parts, topups);
    for (const topup of topups) {
      for (const deposit of arrivalOf(topup).deposits) {
        if (deposit.credit !== 'credited' && deposit.credit !== 'confirmed') continue;
        await alone.attempt(async () => chargeBack(parts, deposit));
      }
    }
    after = topups.length < atOnce ? null : (topups.at(-1)?.id ?? null);
  }
  alone.end();
}

/** The charged-back top-ups with a credit that has neither matured nor been reversed, in the order of their ids. */
async function readUnsettled({ db }: ChargeBackParts, after: number) {
  const rows = await db
    .selectFrom('topups')
    .selectAll()
    .where('status', '=', 'charged_back')
    .where('id', '>', String(after))
    .where((topup) =>
      topup.exists(
        topup
          .selectFrom('deposits')
          .innerJoin('credits', 'credits.n', 'deposits.n')
          .select(sql<number>`1`.as('one'))
          .whereRef('deposits.chain_id', '=', 'topups.chain_id')
          .whereRef('deposits.address', '=', 'topups.address')
          .where('credits.source', '=', depositSource)
          .where('credits.state', '=', 'credited')
          .where((deposit) =>
            deposit.not(
              deposit.exists(
                deposit
                  .selectFrom('credits as ended')
                  .select(sql<number>`1`.as('one'))
                  .where('ended.source', '=', depositSource)
                  .whereRef('ended.n', '=', 'deposits.n')
                  .where('ended.state', 'in', ['matured', 'reversed']),
              ),
            ),
          ),
      ),
    )
    .orderBy('id')
    .limit(atOnce)
    .execute();
  return rows.map((row) => topupOf(row));
}
