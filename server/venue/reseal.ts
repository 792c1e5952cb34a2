import { openAppDatabase, openIdentityPool } from '../ground/database/index.ts';
import { readConfig } from './config.ts';
import { openExistingDatabase } from './existing-database.ts';
import { openSecrets } from './open-secrets.ts';
import { resealAll } from './reseal-all.ts';
import { readSecretKeys } from './secret-key.ts';

/**
 * `npm run reseal`: seals everything with the first key of `SECRET_KEY`, after which the others are not needed. Reads
 * the server's settings and can run beside it. Exits with 1 on failure.
 */
try {
  print(await run());
} catch (error) {
  print(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

async function run(): Promise<string> {
  const config = readConfig(process.env);
  const { database, end } = await openExistingDatabase(config);
  const db = openAppDatabase(openIdentityPool(database));
  try {
    const secrets = await openSecrets(db, await readSecretKeys(config.secretKeys, config.dataFolder), database);
    const { damaged, resealed } = await resealAll(db, secrets);
    if (damaged > 0)
      throw new Error(
        `${damaged} sealed values open with none of the keys; ${resealed} were sealed again. Keep the older keys, and look for the missing one.`,
      );
    return `Everything is sealed with the first key (${resealed} values were sealed again). Restart the exchange without the older keys.`;
  } finally {
    await db.destroy();
    await end();
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
