import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { destination, pino } from 'pino';
import { type Config, readConfig } from './config.ts';
import { describeRebuild, rebuildProjections } from './core/index.ts';
import { type DatabaseSettings, startBundledPostgres } from './database/index.ts';

/**
 * `npm run rebuild-projections`: makes every projected table again from the journal and compares it with the live one. Takes the server's own
 * settings and may run beside it. Ends with 0 when nothing differs, 1 when something does or when it cannot tell.
 */
try {
  process.exitCode = await run(readConfig(process.env));
} catch (error) {
  print(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

async function run(config: Config): Promise<number> {
  const { database, end } = await openDatabase(config);
  try {
    const log = pino({ level: 'warn' }, destination({ fd: 2, sync: true }));
    const report = await rebuildProjections({ database, mode: config.mode, nowMs: Date.now(), log });
    for (const line of describeRebuild(report)) print(line);
    print(report.equal ? 'Nothing differs.' : 'The live tables are not what the journal makes.');
    return report.equal ? 0 : 1;
  } finally {
    await end();
  }
}

async function openDatabase({
  database,
  dataFolder,
}: Config): Promise<{ database: DatabaseSettings; end: () => Promise<unknown> }> {
  if (database.kind === 'server') return { database: { url: database.url }, end: () => Promise.resolve() };
  if (!existsSync(join(dataFolder, 'postgres'))) {
    throw new Error(`There is nothing to compare: no exchange has been started on ${dataFolder} yet.`);
  }
  const postgres = await startBundledPostgres({ dataFolder });
  return { database: postgres.settings, end: () => postgres.stop() };
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
