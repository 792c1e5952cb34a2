import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { generateMnemonic, mnemonicToSeedSync, validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { Journal, syncFolder } from './journal.ts';
import { KeyRing } from './key-ring.ts';

/** A file or folder of the signer is missing or unsafe. The message can be printed as it is. */
class SignerFilesUnusable extends Error {
  override readonly name = 'SignerFilesUnusable';
}

export interface SignerPaths {
  readonly depositSeed: string;
  readonly hotSeed: string;
  readonly journal: string;
}

/**
 * Creates a new signer: the seeds that do not exist yet, then the journal. A journal that has existed before is never
 * created again, because without its entries everything could be paid twice.
 */
export function createMissing(paths: SignerPaths): void {
  const { depositSeed, hotSeed, journal } = paths;
  const created = `${journal}.created`;
  if (!existsSync(journal)) {
    if (existsSync(created))
      throw new SignerFilesUnusable(`${journal} is missing. Restore it: without it payments could be made twice.`);
    for (const path of [depositSeed, hotSeed]) {
      if (!existsSync(path)) writeSafely(path, `${generateMnemonic(wordlist, 256)}\n`);
    }
    mkdirSync(dirname(journal), { recursive: true, mode: 0o700 });
    Journal.create(journal, readKeys(paths).fingerprint);
  }
  if (!existsSync(created)) writeSafely(created, '');
}

/** Reads the two seed files: 12 to 24 words of BIP 39 each. */
export function readKeys({ depositSeed, hotSeed }: Omit<SignerPaths, 'journal'>): KeyRing {
  return new KeyRing({ deposit: readSeed(depositSeed), hot: readSeed(hotSeed) });
}

function readSeed(path: string): Uint8Array {
  if (!existsSync(path)) throw new SignerFilesUnusable(`The seed file ${path} does not exist.`);
  refuseReadable(path);
  const words = readFileSync(path, 'utf8').trim().replaceAll(/\s+/g, ' ');
  if (!validateMnemonic(words, wordlist))
    throw new SignerFilesUnusable(`${path} does not contain the words of a seed.`);
  return mnemonicToSeedSync(words);
}

/** Others on the machine could read the seed. Windows has no such modes. */
function refuseReadable(path: string): void {
  if (process.platform === 'win32' || (statSync(path).mode & 0o077) === 0) return;
  throw new SignerFilesUnusable(`${path} must be readable only by its owner (chmod 600).`);
}

/** Written to a temporary file and renamed, so that neither a crash nor a full disk leaves a partial seed. */
function writeSafely(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}`;
  try {
    writeFileSync(draft, text, { mode: 0o600, flush: true });
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  syncFolder(dirname(path));
}
