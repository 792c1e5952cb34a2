import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { readConfig } from './config.ts';
import { acceptLoss, acknowledgedFileName, AcknowledgedFile, describeAcknowledged } from '../ground/core/index.ts';
import type { Loss } from '../ground/core/index.ts';
import { prepareDatabase } from '../ground/database/index.ts';
import { stored } from './stored.ts';
import { openExistingDatabase } from './existing-database.ts';

/**
 * `npm run accept-loss`: lets the exchange open on a database that lacks acknowledged orders. Prints both heads, asks
 * for confirmation, and records who accepted the loss. Exits with 0 if the exchange can start afterwards.
 */
const usage = `npm run accept-loss -- --by NAME [--yes]

--by NAME  the person who accepts the loss, for the audit
--yes      do not ask for confirmation`;

try {
  process.exitCode = await run();
} catch (error) {
  print(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

async function run(): Promise<number> {
  const { by, yes } = readArguments();
  const config = readConfig(process.env);
  const { database, end } = await openExistingDatabase(config);
  try {
    await prepareDatabase(database, { live: config.mode === 'live', stored });
    const outcome = await acceptLoss({
      database,
      file: new AcknowledgedFile(join(config.dataFolder, acknowledgedFileName)),
      by: `${by} (${userInfo().username})`,
      host: hostname(),
      nowMs: Date.now(),
      confirm: (loss) => confirm(loss, yes),
    });
    switch (outcome) {
      case 'accepted':
        print('The loss is accepted and recorded in core.accepted_losses. The exchange can be started.');
        return 0;
      case 'declined':
        print('Nothing was changed.');
        return 1;
      case 'nothing_lost':
        print('No acknowledged order is known to be missing; nothing was changed.');
        return 0;
      default:
        return outcome satisfies never;
    }
  } finally {
    await end();
  }
}

function readArguments(): { readonly by: string; readonly yes: boolean } {
  const { values } = parseArgs({ options: { by: { type: 'string' }, yes: { type: 'boolean', default: false } } });
  const by = values.by?.trim() ?? '';
  if (by === '') throw new Error(usage);
  return { by, yes: values.yes };
}

async function confirm({ acknowledged, found }: Loss, yes: boolean): Promise<boolean> {
  print(`Acknowledged: ${describeAcknowledged(acknowledged)}`);
  print(`In the database: ${describeAcknowledged(found)}`);
  print('Orders acknowledged after the last common batch are lost, and their numbers can be given to other orders.');
  if (yes) return true;
  if (!process.stdin.isTTY) {
    print('There is no terminal to confirm this on; add --yes to accept the loss.');
    return false;
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const answer = await terminal.question('Type "lost" to accept the loss: ');
    return answer.trim() === 'lost';
  } finally {
    terminal.close();
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
