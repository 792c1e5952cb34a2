import { readConfig } from './config.ts';
import { operatorCommand } from '../operators/console/index.ts';
import { openAppDatabase, openIdentityPool } from '../ground/database/index.ts';
import { openExistingDatabase } from './existing-database.ts';
import { openSecrets } from './open-secrets.ts';
import { readSecretKeys } from './secret-key.ts';
import type { Secrets } from '../ground/secrets/index.ts';

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
  const secrets = async (): Promise<Secrets> =>
    openSecrets(db, await readSecretKeys(config.secretKeys, config.dataFolder), database);
  try {
    return await operatorCommand(words, { db, secrets, origin: config.console.origin, now: Date.now });
  } finally {
    await db.destroy();
    await end();
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
