import { accountType, amount, currencyId, lots, marketId, ticks, userId, venue } from '@bourse/engine';
import type { Command, Side } from '@bourse/engine';
import { openCore } from '@bourse/server/core';
import type { Core, CoreOptions, OpenedCore } from '@bourse/server/core';
import type { DatabaseSettings } from '@bourse/server/database';

/** Number of trading users. */
export const traders = 64;

/** A schedule that never takes a snapshot. */
export const never = { snapshotCommands: Number.MAX_SAFE_INTEGER, snapshotLogBytes: Number.MAX_SAFE_INTEGER };

/** Opens a core on this database; without snapshots unless `schedule` requests them. */
export async function openQuietly(
  database: DatabaseSettings,
  options: Pick<CoreOptions, 'schedule' | 'limits'> = {},
): Promise<OpenedCore> {
  const quiet = (): undefined => undefined;
  const opened = await openCore({
    ...options,
    database,
    mode: 'live',
    log: { info: quiet, warn: quiet, error: (details, message) => console.error(message, details) },
    schedule: { ...never, ...options.schedule },
  });
  opened.core.open();
  return opened;
}

/** Lists a market and credits every trader with ample funds. */
export async function setUp(core: Core): Promise<void> {
  const setup = { operator: venue, cause: 'setup' } as const;
  const [btc, usdt, market] = [currencyId(1), currencyId(2), marketId(1)];
  const commands: Command[] = [
    { type: 'list_currency', currency: btc, code: 'BTC', decimals: 8, ...setup },
    { type: 'list_currency', currency: usdt, code: 'USDT', decimals: 6, ...setup },
    {
      type: 'list_market',
      market,
      base: btc,
      quote: usdt,
      priceDecimals: 2,
      tickPoints: 1,
      amountDecimals: 4,
      lotPoints: 1,
      priceStep: ticks(1),
      quantityStep: lots(1),
      minNotional: amount(0),
      marketSlippagePpm: 20_000,
      priceBandPpm: null,
      makerFeePpm: 1000,
      takerFeePpm: 1000,
      maxOpenOrders: 1_000_000,
      selfTradePrevention: 'expire_maker',
      sellBlocked: false,
      state: 'open',
      ...setup,
    },
  ];
  for (let trader = 0; trader < traders; trader += 1) {
    for (const [index, currency] of [btc, usdt].entries()) {
      const n = 2 * trader + index + 1;
      const credit = { user: userId(100_001 + trader), accountType: accountType.change, currency, source: 'bench', n };
      commands.push({ type: 'credit', ...credit, amount: amount(100_000_000_000_000) });
    }
  }
  for (const command of commands) await core.submit(command, { priority: 'system' });
}

/**
 * Four small resting orders, then one that takes four lots: every fifth order crosses, and the book keeps its depth.
 */
export function restingAndCrossing(lane: number, turn: number): Command {
  // Each lane starts at a different point of the cycle, so that a commit contains both kinds of orders.
  const crossing = (turn + lane) % 5 === 4;
  const side = (lane % 2 === 0) === crossing ? 'sell' : 'buy';
  const away = crossing ? -100 : 1 + (turn % 5);
  return place(lane, side, side === 'buy' ? 20_000 - away : 20_000 + away, crossing ? 4 : 1);
}

/** A limit order of one of the traders. */
export function place(lane: number, side: Side, price: number, quantity: number): Command {
  return {
    type: 'place_order',
    user: userId(100_001 + (lane % traders)),
    market: marketId(1),
    side,
    orderType: 'limit',
    timeInForce: 'gtc',
    postOnly: false,
    price: ticks(price),
    quantity: lots(quantity),
    selfTradePrevention: null,
    clientOrderId: null,
    requestKey: null,
  };
}
