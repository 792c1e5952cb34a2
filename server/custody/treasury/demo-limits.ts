import type { Kysely } from 'kysely';
import { chainAmount, type CurrencyProtocol, declaredChains } from '../chains/index.ts';
import type { Schema } from '../../ground/database/index.ts';
import { demoCurrencies } from '../../trading/markets/index.ts';

/** The limits of a demo, in largest withdrawals. Its hot wallet starts with 10 000 of them. */
const least = 100n;
const most = 20_000n;

/** Adds the limits of the demo chain that are missing. Changes by operators are left alone. */
export async function addDemoLimits(db: Kysely<Schema>, protocols: readonly CurrencyProtocol[]): Promise<void> {
  const rows = protocols
    .filter(({ chain }) => chain === declaredChains[0].id)
    .flatMap((protocol) => {
      const currency = demoCurrencies.find((listed) => listed.currency === protocol.currency);
      const largest = currency === undefined ? null : chainAmount(protocol.withdrawalMax, protocol, currency);
      if (largest === null) return [];
      const limits = { hot_min: String(largest * least), hot_max: String(largest * most), version: 0 };
      return [{ chain_id: protocol.chain, asset: protocol.asset, ...limits }];
    });
  if (rows.length === 0) return;
  await db
    .insertInto('treasury_limits')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
