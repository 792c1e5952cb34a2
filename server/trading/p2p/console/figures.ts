import { p2pCalls } from '@bourse/contract/console';
import { currencyId } from '@bourse/engine';
import { sql } from 'kysely';
import { safeInteger } from '../../../ground/database/index.ts';
import { wideText } from '../../../ground/feed/index.ts';
import { answered } from '../../../ground/console-gateway/index.ts';
import { dollarsText } from '../../index-price/index.ts';
import { findFiat } from '../rates/fiats.ts';
import { heldBonds } from './bonds.ts';
import type { P2pConsoleParts } from './parts.ts';

const dayMs = 86_400_000;

/** Serves the figures of peer-to-peer trading to staff. */
export function registerFigureConsole(parts: P2pConsoleParts): void {
  const { console, identityDb, now, orders, views } = parts;

  console.read(p2pCalls.p2pFigures, async () => {
    const nowMs = now();
    const [statistics, states, offered, bonds] = await Promise.all([
      orders.statistics(nowMs - 30 * dayMs),
      identityDb
        .selectFrom('ads')
        .select(({ fn }) => ['state', fn.countAll<string>().as('count')])
        .where('stage', '=', 'live')
        .where('state', '<>', 'off_shelf')
        .groupBy('state')
        .execute(),
      offeredCoins(parts),
      heldBonds(parts),
    ]);
    const countOf = (state: string) => safeInteger(states.find((row) => row.state === state)?.count ?? '0');
    const ages = statistics.appealsSinceMs.map((atMs) => nowMs - atMs);
    const within = (from: number, to: number) => ages.filter((age) => age >= from * dayMs && age < to * dayMs).length;
    const currencies = new Set([...statistics.escrow.keys(), ...offered.keys(), ...bonds.keys()]);
    const escrow = [...currencies]
      .toSorted((a, b) => a - b)
      .map((id) => {
        const { code, decimals } = views.listings.currency(currencyId(id));
        return {
          currency_code: code,
          amount: wideText(statistics.escrow.get(id) ?? 0n, decimals),
          offered: wideText(offered.get(id) ?? 0n, decimals),
          bonds: wideText(bonds.get(id) ?? 0n, decimals),
        };
      });
    return answered({
      ads: { open: countOf('open'), suspended: countOf('suspended') },
      orders: statistics.open,
      appeals: {
        day: within(0, 1),
        two_days: within(1, 2),
        three_days: within(2, 3),
        older: within(3, Number.POSITIVE_INFINITY),
      },
      completed: statistics.completed,
      cancelled: statistics.cancelled,
      timed_out: statistics.timedOut,
      auto_released: statistics.autoReleased,
      appealed: statistics.appealed,
      escrow,
      turnover: statistics.turnover.map(({ amount, fiat, orders: count, usd }) => ({
        fiat,
        orders: count,
        amount: wideText(amount, findFiat(fiat)?.decimals ?? 2),
        usd: dollarsText(usd),
      })),
      as_of: nowMs,
    });
  });
}

/** The coins that are left in ads that sell, by currency. */
async function offeredCoins({ identityDb }: P2pConsoleParts): Promise<Map<number, bigint>> {
  const rows = await identityDb
    .selectFrom('ads')
    .select(['currency_id', sql<string>`sum(total - sold - in_orders)::text`.as('left')])
    .where('stage', '=', 'live')
    .where('side', '=', 'sell')
    .where('state', '<>', 'off_shelf')
    .groupBy('currency_id')
    .execute();
  return new Map(rows.map((row) => [row.currency_id, BigInt(row.left)]));
}
