import type { Logger } from 'pino';
import { EachAlone } from '../../ground/background/index.ts';
import { chargeBack } from '../deposits/index.ts';
import { readArrivals } from './arrivals.ts';
import { topupOf } from './topup.ts';
import type { With } from '../../ground/parts.ts';

/** Charge backs that one round settles. */
const perRound = 100;

export interface ChargeBackParts extends With<'chains' | 'core' | 'db' | 'views'> {
  readonly log: Pick<Logger, 'error' | 'warn'>;
}

/**
 * Takes back the credits of payments that were charged back and have not matured; what their owner has spent becomes a
 * debt. Coins that have matured are left to staff. A charge back that precedes the coins waits for them.
 */
export async function settleChargeBacks(parts: ChargeBackParts): Promise<void> {
  const { db } = parts;
  const rows = await db
    .selectFrom('topups')
    .selectAll()
    .where('status', '=', 'charged_back')
    .where('settled', '=', false)
    .orderBy('changed_at', 'desc')
    .limit(perRound)
    .execute();
  const topups = rows.map((row) => topupOf(row));
  const arrivalOf = await readArrivals(parts, topups);
  const alone = new EachAlone();
  for (const topup of topups) {
    await alone.attempt(async () => {
      const { deposits } = arrivalOf(topup);
      const booked = deposits.filter(({ credit }) => credit !== 'none');
      if (booked.length === 0) return;
      for (const deposit of booked)
        if (deposit.credit === 'credited' || deposit.credit === 'confirmed') await chargeBack(parts, deposit);
      await db.updateTable('topups').set({ settled: true }).where('id', '=', String(topup.id)).execute();
    });
  }
  alone.end();
}
