import type { Exchange, OperatorCommand } from '@bourse/engine';
import { capabilities } from './capabilities.ts';
import type { Foundation } from './capability.ts';
import { type Core, openCore, type Upkeep } from '../ground/core/index.ts';
import { type Ending, unlessAborted } from '../ground/endings.ts';
import { openViews, type Views } from '../ground/feed/index.ts';
import type { Front } from '../ground/gateway/index.ts';
import { demoMarkets } from '../trading/markets/index.ts';
import type { VenueOptions } from './venue-options.ts';

/**
 * Recovers the exchange and its views from the database, and resolves when it accepts commands. A demo then has its
 * markets and funds.
 */
export async function openExchange(
  foundation: Foundation,
  options: VenueOptions,
  signal: AbortSignal,
  endings: Ending[],
): Promise<{ core: Core; upkeep: Upkeep; views: Views }> {
  const { database, demo, log, now, progress } = foundation;
  const { acknowledgedFile = null, config, disk = null, front, stopSnapshotMs = 0 } = options;
  progress('Recovering the exchange …');
  const lock = {
    livingHolderMs: (config.lockWaitSeconds ?? 0) * 1000,
    signal,
    onWait: (holder: string) => progress(`Waiting for ${holder} to release the database …`),
  };
  const { core, exchange, upkeep } = await openCore({
    database: options.database,
    mode: config.mode,
    log,
    disk,
    acknowledgedFile,
    lock,
    schedule: { stopSnapshotMs },
    ...options.time,
  });
  endings.push(() => core.close());
  signal.throwIfAborted();
  const registered = capabilities.flatMap((capability) => capability.views ?? []);
  const views = await openViews(exchange, database, demo ? demoMarkets() : [], now(), registered);
  const setUp = demo ? await demoSetUp(exchange, foundation) : [];
  core.onCommitted((batch) => {
    views.apply(batch.commands);
  });
  core.open();
  await unlessAborted(whenOpen(core, front, progress), signal);
  for (const command of setUp) await core.submit(command);
  return { core, upkeep, views };
}

/**
 * The commands that set up the demo; none if the exchange was set up before and the demo's settings have not changed.
 */
async function demoSetUp(exchange: Exchange, { db }: Foundation): Promise<OperatorCommand[]> {
  const commands: OperatorCommand[] = [];
  for (const capability of capabilities) commands.push(...((await capability.demoSetUp?.({ exchange, db })) ?? []));
  return commands;
}

/** Resolves when the exchange accepts commands; until then it reports why it does not. */
async function whenOpen(core: Core, front: Front, progress: (sentence: string) => void): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let said: string | null = null;
  const look = (): void => {
    const { open, reason } = core.status();
    if (open) {
      resolve();
      return;
    }
    if (reason === null || reason === said) return;
    said = reason;
    front.explain(reason);
    progress(`The exchange is still closed. ${reason}`);
  };
  core.onStatus(look);
  look();
  return promise;
}
