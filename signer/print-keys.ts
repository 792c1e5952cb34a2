import { readFileSync } from 'node:fs';
import { readPolicy } from './policy.ts';
import { readKeys } from './seed-files.ts';
import { readSettings } from './settings.ts';

/** Prints what the server and the operators need to know of the keys: nothing that is secret. */
try {
  const settings = readSettings(process.env);
  const keys = readKeys(settings);
  const document: unknown = JSON.parse(readFileSync(settings.policy, 'utf8'));
  const chains = [...readPolicy(document)];
  process.stdout.write(
    `CHAIN_XPUBS='${chains.map(([code, chain]) => `${code}=${keys.depositXpub(chain)}`).join(' ')}'\n`,
  );
  for (const [code, chain] of chains)
    process.stdout.write(`Hot wallet of ${code}: ${keys.keyOf(chain, { kind: 'hot' }).address}\n`);
} catch (error) {
  process.stderr.write(`signer: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
