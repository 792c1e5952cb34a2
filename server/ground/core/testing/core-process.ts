import { setImmediate as nextTurn } from 'node:timers/promises';
import { exitCodeOf, openCore } from '../index.ts';
import { alice, bob, place, setUp } from './commands.ts';
import { lock, offer } from './savings-commands.ts';

/**
 * A real process that runs a core on the given database and keeps trading and making deposits. Reports every
 * acknowledged order to its parent, and exits when the parent does. Arguments: the database's URL, and the number of
 * orders in flight (0: none).
 */
async function main(): Promise<void> {
  const [url = '', orders = '0'] = process.argv.slice(2);
  const quiet = () => undefined;
  const { core } = await openCore({
    database: { url },
    mode: 'live',
    schedule: { stopSnapshotMs: 60_000 },
    log: { info: quiet, warn: quiet, error: (_details, message) => process.stderr.write(`${message}\n`) },
  });
  core.onFatal((failure) => process.exit(exitCodeOf(failure)));
  process.on('disconnect', () => process.exit(0));
  process.on('SIGTERM', () => void core.close().then(() => process.exit(0)));
  core.open();
  if (core.sequence < 10) {
    await setUp(core);
    for (const command of offer) await core.submit(command);
  }
  process.send?.({ type: 'ready' });
  await Promise.all(Array.from({ length: Number(orders) }, (_unused, lane) => trade(core, lane)));
}

async function trade(core: Awaited<ReturnType<typeof openCore>>['core'], lane: number): Promise<never> {
  for (let turn = 0; ; turn += 1) {
    const user = (lane + turn) % 2 === 0 ? alice : bob;
    const side = turn % 2 === 0 ? 'sell' : 'buy';
    const requestKey = `${process.pid}-${lane}-${turn}`;
    try {
      const order = place(user, side, 100_00 + (turn % 7), 1 + (lane % 5), { requestKey });
      const { sequence, events } = await core.submit(turn % 8 === 0 ? lock(user, requestKey) : order);
      process.send?.({ type: 'acknowledged', sequence, requestKey, events });
    } catch {
      // The order was not acknowledged, so the parent expects nothing of it. A closed core refuses at once.
      await nextTurn();
    }
  }
}

await main();
