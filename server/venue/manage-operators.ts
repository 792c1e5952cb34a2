import { readConfig } from './config.ts';
import { operatorCommand } from '../operators/console/index.ts';
import { openAppDatabase, openIdentityPool } from '../ground/database/index.ts';
import { openExistingDatabase } from './existing-database.ts';
import { readSecretKey } from './secret-key.ts';

/**
 * `npm run operator -- create EMAIL`, `reset EMAIL` or `verify`: see `operatorCommand`. Reads the server's settings and
 * can run beside it. Exits with 1 on failure.
 */
try {
  print(await run(process.argv.slice(2)));
} catch (error) {
  print(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

async function run(words: readonly string[]): Promise<string> {
  const config = readConfig(process.env);
  const { database, end } = await openExistingDatabase(config);
  const db = openAppDatabase(openIdentityPool(database));
  const secret = async (): Promise<Uint8Array> => readSecretKey(config.secretKey, config.dataFolder);
  try {
    return await operatorCommand(words, { db, secret, origin: config.console.origin, now: Date.now });
  } finally {
    await db.destroy();
    await end();
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
