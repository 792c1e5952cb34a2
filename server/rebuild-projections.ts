import { destination, pino } from 'pino';
import { type Config, readConfig } from './config.ts';
import { describeRebuild, rebuildProjections } from './core/index.ts';
import { openExistingDatabase } from './existing-database.ts';

/**
 * `npm run rebuild-projections`: makes every projected table again from the journal and compares it with the live one.
 * Takes the server's own settings and may run beside it. Ends with 0 when nothing differs, 1 when something does or
 * when it cannot tell.
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
    print(report.equal ? 'Nothing differs.' : 'The live tables are not what the journal makes.');
    return report.equal ? 0 : 1;
  } finally {
    await end();
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
