import { readFileSync } from 'node:fs';
import { Journal, JournalDamaged } from './journal.ts';
import { holdJournal, serveLines } from './line-server.ts';
import { readPolicy } from './policy.ts';
import { readyLine } from './protocol.ts';
import { createMissing, readKeys } from './seed-files.ts';
import { readSettings } from './settings.ts';
import { SignedPayments } from './signed-payments.ts';
import { TransactionSigner } from './transaction-signer.ts';

/** The process that holds the keys. `docs/how-to/run-the-signer.md` describes its files. */
try {
  await run();
} catch (error) {
  fail(error);
}

async function run(): Promise<void> {
  const settings = readSettings(process.env);
  process.umask(0o077);
  await holdJournal(settings.journal);
  if (settings.create) createMissing(settings);
  const keys = readKeys(settings);
  const document: unknown = JSON.parse(readFileSync(settings.policy, 'utf8'));
  const policy = readPolicy(document);
  const signed = new SignedPayments();
  const journal = Journal.open(settings.journal, keys.fingerprint, (entry) => signed.add(entry));
  const signer = new TransactionSigner({ keys, policy, signed, journal, now: Date.now });
  const close = await serveLines(settings.socket, signer, fail, settings.sharesWithGroup);
  const end = (): void => {
    void close().then(() => process.exit(0), fail);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
  if (settings.endsWithInput) process.stdin.once('close', end).resume();
  process.stdout.write(`${readyLine}\n`);
}

/** Ends at once: after a failed write it is unknown what the journal contains, and the next start reads it. */
function fail(error: unknown): never {
  const reason = error instanceof Error ? error.message : String(error);
  process.stderr.write(`signer: ${reason}\n`);
  process.exit(error instanceof JournalDamaged ? 2 : 1);
}
