import { readFileSync } from 'node:fs';
import { Journal, JournalDamaged, JournalUnwritable } from './journal.ts';
import type { JournalEntry } from './journal-entry.ts';
import { holdJournal, serveLines } from './line-server.ts';
import { readPolicy } from './policy.ts';
import { readyLine } from './protocol.ts';
import { createMissing, readKeys } from './seed-files.ts';
import { readSettings } from './settings.ts';
import { SignedPayments } from './signed-payments.ts';
import { TransactionSigner, type TransactionSignerParts } from './transaction-signer.ts';

// The output may be a file on a full disk too, which must not end the process.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);

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
  const signer = new TransactionSigner({ keys, policy, signed, journal: reported(journal), now: Date.now });
  const close = await serveLines(settings.socket, signer, fail, settings.sharesWithGroup);
  const end = (): void => {
    void close().then(() => process.exit(0), fail);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
  if (settings.endsWithInput) process.stdin.once('close', end).resume();
  process.stdout.write(`${readyLine}\n`);
}

/** Says once that nothing is signed, and once that signing continues. */
function reported(journal: Journal): TransactionSignerParts['journal'] {
  let isStuck = false;
  const append = (entry: JournalEntry): void => {
    try {
      journal.append(entry);
    } catch (error) {
      if (error instanceof JournalUnwritable && !isStuck) {
        isStuck = true;
        say(`${error.message}. Nothing is signed until it can be written.`);
      }
      throw error;
    }
    if (isStuck) say('The journal is written again.');
    isStuck = false;
  };
  return { append };
}

/** Ends at once: after an unknown failure only a new start knows the state, which it reads from the journal. */
function fail(error: unknown): never {
  say(error instanceof Error ? error.message : String(error));
  process.exit(error instanceof JournalDamaged ? 2 : 1);
}

function say(sentence: string): void {
  process.stderr.write(`signer: ${sentence}\n`);
}
