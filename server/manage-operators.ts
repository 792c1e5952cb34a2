import { destination } from 'pino';
import { readConfig } from './config.ts';
import { openAppDatabase, openIdentityPool } from './database/index.ts';
import { openExistingDatabase } from './existing-database.ts';
import { operatorRoles as roles } from '@bourse/contract';
import { openLog } from './log.ts';
import { isRole, Operators } from './operator/index.ts';
import { SecurityLog } from './security-log/index.ts';

/**
 * `npm run operator -- grant ACCOUNT ROLE` or `revoke`: grants or revokes an operator role of an existing account.
 * Reads the server's settings and can run beside it; changes take effect at once. Exits with 1 on failure.
 * Changes are logged to standard error, like the server's log, and recorded in the database.
 */
const usage = `npm run operator -- grant|revoke ACCOUNT ${roles.join('|')}`;

try {
  print(await run(process.argv.slice(2)));
} catch (error) {
  print(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

async function run([action, account = '', role = '']: readonly string[]): Promise<string> {
  if ((action !== 'grant' && action !== 'revoke') || account === '') throw new Error(usage);
  if (!isRole(role)) throw new Error(`There is no role ${JSON.stringify(role)}; there are ${roles.join(', ')}.`);
  const config = readConfig(process.env);
  const { database, end } = await openExistingDatabase(config);
  const db = openAppDatabase(openIdentityPool(database));
  try {
    // At a terminal the sentence that is printed says the same.
    const level = config.logLevel ?? (process.stderr.isTTY ? 'warn' : 'info');
    const log = openLog(level, destination({ fd: 2, sync: true }));
    const securityLog = new SecurityLog({ log, elapsed: () => performance.now() });
    const operators = new Operators(db, Date.now, securityLog);
    const change = action === 'grant' ? await operators.grant(account, role) : await operators.revoke(account, role);
    if (change === 'account_unknown') throw new Error(`There is no account ${account}.`);
    if (change === 'unchanged') return `${account} ${action === 'grant' ? 'is' : 'is not'} an operator for ${role}.`;
    return `${account} is ${action === 'grant' ? 'now' : 'no longer'} an operator for ${role}.`;
  } finally {
    await db.destroy();
    await end();
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
