import { accountType, amount, venue } from '@bourse/engine';
import type { Command } from '@bourse/engine';
import type { PlaceSeconds } from '@bourse/engine/seconds';
import { bob, btc, btcusdt, setup, usdt } from './commands.ts';
import { indexTick } from './index-commands.ts';
import type { RunningCore } from './running-core.ts';

const stake = amount(10_000);

/** Contracts of 10 s at 80 %, a house that can pay them, and a micro account of Bob to buy one with. */
const offer: readonly Command[] = [
  {
    type: 'venue_transfer',
    ...{ from: accountType.external, toUser: venue, to: accountType.microHouse, currency: usdt },
    ...{ amount: amount(1_000_000), ...setup, source: 'micro', n: 1 },
  },
  { type: 'configure_seconds', options: [{ seconds: 10, ratioPpm: 800_000 }], feePpm: 20_000, ...setup },
  {
    type: 'configure_seconds_currency',
    ...{ currency: usdt, numbers: [stake], userCap: stake, sideCap: stake, state: 'open', ...setup },
  },
  { type: 'configure_seconds_market', market: btcusdt, state: 'open', ...setup },
  {
    type: 'transfer',
    ...{ user: bob, currency: usdt, amount: stake, from: accountType.change, to: accountType.micro },
    requestKey: null,
  },
];

const contract: PlaceSeconds = {
  ...{ type: 'place_seconds', user: bob, market: btcusdt, currency: usdt, direction: 'up', seconds: 10, stake },
  ...{ version: null, requestKey: null },
};

/** Buys a contract whose source falls silent, so that it is void and its stake returns. */
export async function voidContract({ core, time }: RunningCore): Promise<void> {
  for (const command of offer) await core.submit(command);
  await core.submit(indexTick('a', time.wallMs(), [btc, 10_002]));
  await core.submit(contract);
  time.pass(6000);
  await core.submit({ type: 'clock' });
}
