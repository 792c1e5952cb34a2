import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { stored } from '@bourse/server';
import { prepareDatabase, startBundledPostgres } from '@bourse/server/database';
import type { DatabaseSettings } from '@bourse/server/database';
import { Type } from 'typebox';
import { Parse } from 'typebox/value';
import { openQuietly, restingAndCrossing, setUp } from './core-load.ts';
import { readCpuTime } from './cpu-time.ts';
import { measurement, numberArgument, report } from './table.ts';
import type { Row } from './table.ts';

/**
 * The time in which an exchange recovers from its journal alone. A real core journals the commands, durably and in
 * batches; a separate process replays them like a server start: it reads them from PostgreSQL and compares the events
 * of every batch. The table shows every run, without extrapolation.
 *
 * Options: `--commands` to journal, `--batch` size, `--runs` of the replay, `--json FILE`.
 */
const args = process.argv.slice(2);
const commands = numberArgument(args, 'commands', 1_000_000);
const batch = numberArgument(args, 'batch', 64);
const runs = numberArgument(args, 'runs', 3);

/** Enough concurrent commands to fill a batch while the previous one commits. */
const underWay = 8 * batch;

/** The output of the replaying process. */
const Replayed = Type.Object({
  replayedCommands: Type.Number(),
  replayedBatches: Type.Number(),
  durationMs: Type.Number(),
  cpuMs: Type.Number(),
});

const folder = mkdtempSync(join(tmpdir(), 'bourse-bench-'));
const postgres = await startBundledPostgres({ dataFolder: folder });
try {
  await prepareDatabase(postgres.settings, { live: true, stored });
  await journal(postgres.settings);
  const rows: Row[] = [];
  for (let run = 1; run <= runs; run += 1) rows.push(...(await replay(postgres.settings, run)));
  report(rows, args);
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function journal(database: DatabaseSettings): Promise<void> {
  const { core } = await openQuietly(database, { limits: { batchCommands: batch } });
  await setUp(core);
  await Promise.all(
    Array.from({ length: underWay }, async (_unused, lane) => {
      for (let turn = 0; core.sequence < commands; turn += 1) await core.submit(restingAndCrossing(lane, turn));
    }),
  );
  await core.close();
}

async function replay(database: DatabaseSettings, run: number): Promise<Row[]> {
  const before = readCpuTime(process.pid, postgres.pid);
  const program = fileURLToPath(new URL('replay-journal.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [program, database.url]);
  const after = readCpuTime(process.pid, postgres.pid);
  const { replayedCommands, replayedBatches, durationMs, cpuMs } = Parse(Replayed, JSON.parse(stdout));
  if (replayedCommands < commands) {
    throw new Error(`${commands} commands were journaled, but only ${replayedCommands} were replayed.`);
  }
  const name = `recovery, run ${run}`;
  return [
    measurement(name, 'replayed commands', replayedCommands, ''),
    measurement(name, 'commands per batch', replayedCommands / replayedBatches, ''),
    measurement(name, 'duration', durationMs / 1000, 's'),
    measurement(name, 'CPU, replaying process', cpuMs / 1000, 's'),
    ...(before === null || after === null
      ? []
      : [measurement(name, 'CPU, PostgreSQL', (after.postgres - before.postgres) / 1e6, 's')]),
  ];
}
