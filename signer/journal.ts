import { createHash } from 'node:crypto';
import { closeSync, fdatasyncSync, fstatSync, fsyncSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { type JournalEntry, journalEntry } from './journal-entry.ts';

const header = Type.Object(
  { journal: Type.Literal('bourse-signer'), version: Type.Literal(1), fingerprint: Type.String() },
  { additionalProperties: false },
);

/** The longest line of a journal; an entry is at most as long as a request and some fields. */
const maxJournalLine = 262_144;

/** The journal is not what this program has written. Only a person can decide how to continue. */
export class JournalDamaged extends Error {
  override readonly name = 'JournalDamaged';
}

/**
 * The append-only file of all signatures, one a line: `HASH JSON`. The hash covers the line and the hash of the line
 * before, so that changed, missing and exchanged lines are found. An entry is on the disk when `append` returns.
 */
export class Journal {
  readonly #file: number;
  #hash: string;
  #bytes: number;
  #failed = false;

  private constructor(file: number, hash: string, bytes: number) {
    this.#file = file;
    this.#hash = hash;
    this.#bytes = bytes;
  }

  /**
   * Creates the journal of a new pair of seeds.
   *
   * @throws an error with code `EEXIST` if the file exists
   */
  static create(path: string, fingerprint: string): void {
    const file = openSync(path, 'ax', 0o600);
    try {
      writeSync(file, lineOf('', JSON.stringify({ journal: 'bourse-signer', version: 1, fingerprint })).line);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    syncFolder(dirname(path));
  }

  /**
   * Reads all entries in order and opens the journal for more. A last line without its line feed was never answered
   * and is removed.
   *
   * @throws JournalDamaged if a line differs from what was written, or belongs to other seeds
   */
  static open(path: string, fingerprint: string, onEntry: (entry: JournalEntry) => void): Journal {
    const file = openSync(path, 'r+');
    try {
      let hash = '';
      let number = 0;
      const bytes = eachLine(file, (line) => {
        number += 1;
        const json = line.slice(65);
        const expected = lineOf(hash, json);
        if (expected.line !== `${line}\n`) throw new JournalDamaged(`Line ${number} of ${path} is damaged.`);
        ({ hash } = expected);
        const content: unknown = JSON.parse(json);
        if (number > 1) onEntry(Value.Parse(journalEntry, content));
        else if (!Value.Check(header, content) || content.fingerprint !== fingerprint)
          throw new JournalDamaged(`${path} is not the journal of these seeds.`);
      });
      if (number === 0) throw new JournalDamaged(`${path} has no first line.`);
      ftruncateSync(file, bytes);
      fsyncSync(file);
      return new Journal(file, hash, bytes);
    } catch (error) {
      closeSync(file);
      throw error;
    }
  }

  /** @throws Error if the entry may not be on the disk; the journal then accepts no more until it is opened again */
  append(entry: JournalEntry): void {
    if (this.#failed) throw new JournalDamaged('An earlier entry could not be written.');
    this.#failed = true;
    if (fstatSync(this.#file).size !== this.#bytes) throw new JournalDamaged('Another process changes the journal.');
    const { line, hash } = lineOf(this.#hash, JSON.stringify(entry));
    const bytes = Buffer.from(line);
    if (writeSync(this.#file, bytes, 0, bytes.length, this.#bytes) !== bytes.length)
      throw new Error('The journal took only a part of an entry.');
    fdatasyncSync(this.#file);
    this.#hash = hash;
    this.#bytes += bytes.length;
    this.#failed = false;
  }

  close(): void {
    this.#failed = true;
    closeSync(this.#file);
  }
}

function lineOf(previous: string, json: string): { readonly line: string; readonly hash: string } {
  const hash = createHash('sha256').update(`${previous} ${json}`).digest('hex');
  return { line: `${hash} ${json}\n`, hash };
}

/** Calls back with each complete line and returns their length in bytes. */
function eachLine(file: number, onLine: (line: string) => void): number {
  const chunk = Buffer.alloc(65_536);
  let rest = Buffer.alloc(0);
  let complete = 0;
  for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) {
    rest = Buffer.concat([rest, chunk.subarray(0, read)]);
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      onLine(rest.toString('utf8', 0, end));
      complete += end + 1;
      rest = rest.subarray(end + 1);
    }
    if (rest.length > maxJournalLine) throw new JournalDamaged('The journal contains an endless line.');
  }
  return complete;
}

/** A new file survives a power failure only when its folder has been written too. */
export function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
