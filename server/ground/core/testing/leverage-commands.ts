import { accountType, amount, venue } from '@bourse/engine';
import type { Command } from '@bourse/engine';
import type { SubmitLever } from '@bourse/engine/leverage';
import { bob, btc, btcusdt, setup, usdt } from './commands.ts';
import { indexTick } from './index-commands.ts';
import type { RunningCore } from './running-core.ts';

/** A hand of 0.001 BTC at 2 × or 10 ×, a house that can pay its profits, and a lever account of Bob to trade with. */
const offer: readonly Command[] = [
  {
    type: 'venue_transfer',
    from: accountType.external,
    toUser: venue,
    to: accountType.leverHouse,
    currency: usdt,
    amount: amount(1_000_000_000),
    ...setup,
    source: 'lever',
    n: 1,
  },
  {
    type: 'configure_leverage',
    market: btcusdt,
    state: 'open',
    shareDecimals: 3,
    sharePoints: 1,
    markDecimals: 3,
    multiples: [2, 10],
    shares: [1],
    minShare: 1,
    maxShare: 1000,
    spreadPpm: 100,
    feePpm: 400,
    marketType: 1,
    reservePpm: 100_000,
    tiers: [{ limit: amount(1_000_000_000), multiple: 10 }],
    grossCap: amount(1_000_000_000),
    ...setup,
  },
  {
    type: 'transfer',
    user: bob,
    currency: usdt,
    amount: amount(200_000),
    from: accountType.change,
    to: accountType.lever,
    requestKey: null,
  },
];

const order: SubmitLever = {
  type: 'submit_lever',
  user: bob,
  market: btcusdt,
  side: 'long',
  kind: 'market',
  share: 10,
  multiple: 10,
  target: null,
  worst: null,
  takeProfit: null,
  stopLoss: null,
  requestKey: null,
};

/** Moves money of the lever house to the treasury, or to it from outside. */
function capital(units: number, n: number, { isDrained }: { readonly isDrained: boolean }): Command {
  return {
    type: 'venue_transfer',
    from: isDrained ? accountType.leverHouse : accountType.external,
    toUser: venue,
    to: isDrained ? accountType.treasury : accountType.leverHouse,
    currency: usdt,
    amount: amount(units),
    ...setup,
    source: 'lever',
    n,
  };
}

/**
 * Opens a position of 1 USDT at 10 × at an index of 100 USDT, whose profit the house can pay only in part, and another
 * one that is liquidated when the index is halved: its loss pays the rest of the profit.
 */
export async function liquidatedPosition({ core, time }: RunningCore): Promise<void> {
  const price = async (cents: number): Promise<void> => {
    time.pass(1000);
    for (const source of ['a', 'b']) await core.submit(indexTick(source, time.wallMs(), [btc, cents]));
  };
  for (const command of [...offer, order]) await core.submit(command);
  await price(10_001);
  // All but the reserve of 10 % of 10 × 100 021.
  await core.submit(capital(1_000_000_000 - 100_021, 2, { isDrained: true }));
  await price(11_200);
  await core.submit(capital(1_000_000_000, 3, { isDrained: false }));
  await core.submit(order);
  await price(11_201);
  await price(5000);
}
