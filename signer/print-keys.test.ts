import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPolicy } from './policy.ts';
import { createMissing, readKeys } from './seed-files.ts';
import { policyDocument } from './testing/memory-signer.ts';

test('the public keys are printed in the form of the setting of the server, without anything secret', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bourse-keys-'));
  try {
    const paths = {
      depositSeed: join(folder, 'deposit.seed'),
      hotSeed: join(folder, 'hot.seed'),
      journal: join(folder, 'journal'),
    };
    createMissing(paths);
    writeFileSync(join(folder, 'policy.json'), JSON.stringify(policyDocument));
    const printed = execFileSync(process.execPath, [join(import.meta.dirname, 'print-keys.ts')], {
      env: { SIGNER_DIR: folder },
      encoding: 'utf8',
    });
    const keys = readKeys(paths);
    const chains = [...readPolicy(policyDocument)];
    const xpubs = chains.map(([code, chain]) => `${code}=${keys.depositXpub(chain)}`);
    const wallets = chains.map(
      ([code, chain]) => `Hot wallet of ${code}: ${keys.keyOf(chain, { kind: 'hot' }).address}`,
    );
    expect(printed.trimEnd().split('\n')).toEqual([`CHAIN_XPUBS='${xpubs.join(' ')}'`, ...wallets]);
    for (const file of [paths.depositSeed, paths.hotSeed])
      expect(printed).not.toContain(readFileSync(file, 'utf8').trim());
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
