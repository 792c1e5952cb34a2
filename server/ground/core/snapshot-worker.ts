import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { Type } from 'typebox';
import { Parse } from 'typebox/value';
import { openCoreConnection } from '../database/index.ts';
import type { CoreLog } from './log.ts';
import { recover } from './recovery.ts';
import { listSnapshots, takeSnapshot } from './snapshots.ts';

/**
 * Runs in a worker thread: replays the journal to its end and writes that state as a snapshot. The live exchange cannot
 * be used, because it is ahead of the durable state.
 */
async function main(): Promise<void> {
  yieldToTrading();
  const client = await openCoreConnection(Parse(DatabaseInput, workerData));
  try {
    const { follower } = await recover(client, log);
    const [newest] = await listSnapshots(client);
    if (follower.head.batchId === 0 || newest?.head.batchId === follower.head.batchId) return;
    const bytes = await takeSnapshot(client, follower.exchange, follower.head, Date.now());
    log.info(
      { batchId: follower.head.batchId, sequence: follower.head.sequence, bytes },
      'snapshot written and verified',
    );
  } finally {
    await client.end();
  }
}

/**
 * Lowers the priority of this thread, because on a machine with few processors it would delay the trading thread. Only
 * Linux has priorities per thread; elsewhere the whole server would be affected.
 */
function yieldToTrading(): void {
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
}

const DatabaseInput = Type.Object({
  url: Type.String(),
  logins: Type.Optional(
    Type.Object({ core: Type.String(), identity: Type.String(), custody: Type.String(), app: Type.String() }),
  ),
});

const log: CoreLog = { info: sender('info'), warn: sender('warn'), error: sender('error') };

function sender(level: keyof CoreLog): (details: object, message: string) => void {
  return (details, message) => parentPort?.postMessage({ level, details, message }, []);
}

await main();
