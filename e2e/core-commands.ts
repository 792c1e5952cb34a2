import type { Command } from '@bourse/engine';
import { openCore } from '@bourse/server/core';
import { startBundledPostgres, type DatabaseSettings } from '@bourse/server/database';
import type { Venue } from './venue.ts';

/** Submits commands for which the API has no call to a stopped venue, and starts it again. */
export async function startWith(venue: Venue, commands: readonly Command[]): Promise<void> {
  if (venue.databaseUrl !== null) await submitAll({ url: venue.databaseUrl }, commands);
  else {
    const postgres = await startBundledPostgres({ dataFolder: venue.dataDir });
    try {
      await submitAll(postgres.settings, commands);
    } finally {
      await postgres.stop();
    }
  }
  await venue.start();
}

async function submitAll(database: DatabaseSettings, commands: readonly Command[]): Promise<void> {
  const quiet = (): undefined => undefined;
  const { core } = await openCore({ database, mode: 'demo', log: { info: quiet, warn: quiet, error: quiet } });
  core.open();
  const ended = await Promise.all(commands.map((command) => core.submit(command, { priority: 'system' })));
  await core.close();
  const refusal = ended.flatMap(({ events }) => events).find(({ type }) => type === 'rejected');
  if (refusal !== undefined) throw new Error(`A command was refused: ${JSON.stringify(refusal)}`);
}
