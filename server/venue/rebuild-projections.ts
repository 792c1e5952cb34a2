import { destination, pino } from 'pino';
import { type Config, readConfig } from './config.ts';
import { describeRebuild, rebuildProjections } from '../ground/core/index.ts';
import { openExistingDatabase } from './existing-database.ts';

/**
 * `npm run rebuild-projections`: rebuilds every projected table from the journal and compares it with the live one.
 * Reads the server's settings and can run beside it. Exits with 0 if the tables are equal, with 1 if they differ or on
 * failure.
 */
try {
  process.exitCode = await run(readConfig(process.env));
} catch (error) {
  print(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

async function run(config: Config): Promise<number> {
  const { database, end } = await openExistingDatabase(config);
  try {
    const log = pino({ level: 'warn' }, destination({ fd: 2, sync: true }));
    const report = await rebuildProjections({ database, mode: config.mode, nowMs: Date.now(), log });
    for (const line of describeRebuild(report)) print(line);
    print(report.equal ? 'Nothing differs.' : 'The live tables differ from the journal.');
    return report.equal ? 0 : 1;
  } finally {
    await end();
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
