import { accountType, amount, venue } from '@bourse/engine';
import type { Command } from '@bourse/engine';
import type { Direction, PlaceSeconds } from '@bourse/engine/seconds';
import { bob, btc, btcusdt, setup, usdt } from './commands.ts';
import { indexTick } from './index-commands.ts';
import type { RunningCore } from './running-core.ts';

const stake = amount(10_000);

const both = amount(2 * stake);

/** Contracts of 10 s at 80 %, a house that can pay them, and a micro account of Bob to buy two with. */
const offer: readonly Command[] = [
  {
    type: 'venue_transfer',
    from: accountType.external,
    toUser: venue,
    to: accountType.microHouse,
    currency: usdt,
    amount: amount(1_000_000),
    ...setup,
    source: 'micro',
    n: 1,
  },
  { type: 'configure_seconds', options: [{ seconds: 10, ratioPpm: 800_000 }], feePpm: 20_000, ...setup },
  {
    type: 'configure_seconds_currency',
    currency: usdt,
    numbers: [stake],
    userCap: both,
    sideCap: stake,
    state: 'open',
    ...setup,
  },
  { type: 'configure_seconds_market', market: btcusdt, state: 'open', ...setup },
  {
    type: 'transfer',
    user: bob,
    currency: usdt,
    amount: both,
    from: accountType.change,
    to: accountType.micro,
    requestKey: null,
  },
];

function contract(direction: Direction): PlaceSeconds {
  return {
    type: 'place_seconds',
    user: bob,
    market: btcusdt,
    currency: usdt,
    direction,
    seconds: 10,
    stake,
    version: null,
    requestKey: null,
  };
}

/** Offers contracts on the index of BTC, and buys one of 10 seconds in each direction, which end in one command. */
export async function buyContracts({ core, time }: RunningCore): Promise<void> {
  for (const command of offer) await core.submit(command);
  await core.submit(indexTick('a', time.wallMs(), [btc, 10_002]));
  for (const direction of ['up', 'down'] as const) await core.submit(contract(direction));
}

/** Buys contracts whose source falls silent, so that they are void and their stakes return. */
export async function voidContracts(running: RunningCore): Promise<void> {
  await buyContracts(running);
  const { core, time } = running;
  time.pass(6000);
  await core.submit({ type: 'clock' });
}
