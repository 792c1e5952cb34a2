import { createHash } from 'node:crypto';
import {
  closeSync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  linkSync,
  openSync,
  readSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
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

/** An entry could not be written, for example on a full disk. The journal is without it, and it can be repeated. */
export class JournalUnwritable extends Error {
  override readonly name = 'JournalUnwritable';
}

/**
 * The append-only file of all signatures, one a line: `HASH JSON`. The hash covers the line and the hash of the line
 * before, so that changed, missing and exchanged lines are found. An entry is on the disk when `append` returns.
 */
export class Journal {
  readonly #file: number;
  #hash: string;
  #bytes: number;
  /** The most bytes that a failed entry may have left behind `#bytes`. */
  #partBytes = 0;
  #isUnusable = false;

  private constructor(file: number, hash: string, bytes: number) {
    this.#file = file;
    this.#hash = hash;
    this.#bytes = bytes;
  }

  /**
   * Creates the journal of a new pair of seeds. A failure leaves no file.
   *
   * @throws an error with code `EEXIST` if the file exists, or another one of the file system
   */
  static create(path: string, fingerprint: string): void {
    const draft = `${path}.${process.pid}`;
    const { line } = lineOf('', JSON.stringify({ journal: 'bourse-signer', version: 1, fingerprint }));
    try {
      writeFileSync(draft, line, { mode: 0o600, flush: true });
      // Unlike a rename, a link never replaces a journal.
      linkSync(draft, path);
    } finally {
      rmSync(draft, { force: true });
    }
    syncFolder(dirname(path));
  }

  /**
   * Reads all entries in order and opens the journal for more. A last line without its line feed was never answered
   * and is removed. The last complete line is written again: if an earlier process failed to make it durable, the
   * system may have dropped the change and would report the file as durable without it.
   *
   * @throws JournalDamaged if a line differs from what was written, or belongs to other seeds
   */
  static open(path: string, fingerprint: string, onEntry: (entry: JournalEntry) => void): Journal {
    const file = openSync(path, 'r+');
    try {
      let hash = '';
      let number = 0;
      let last = '';
      const bytes = eachLine(file, (line) => {
        number += 1;
        last = `${line}\n`;
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
      const again = Buffer.from(last);
      writeAll(file, again, bytes - again.length);
      fsyncSync(file);
      return new Journal(file, hash, bytes);
    } catch (error) {
      closeSync(file);
      throw error;
    }
  }

  /**
   * Writes an entry. One that fails is cut off at once or, where that fails too, before the next one.
   *
   * @throws JournalUnwritable if the entry is not in the journal
   * @throws JournalDamaged if another process has written to the file; nothing is accepted after that
   */
  append(entry: JournalEntry): void {
    if (this.#isUnusable) throw new JournalDamaged('Another process has changed the journal, or it is closed.');
    const { line, hash } = lineOf(this.#hash, JSON.stringify(entry));
    const bytes = Buffer.from(line);
    try {
      this.#cut();
      this.#partBytes = bytes.length;
      writeAll(this.#file, bytes, this.#bytes);
      fdatasyncSync(this.#file);
    } catch (error) {
      if (error instanceof JournalDamaged) throw error;
      this.#tryToCut();
      throw new JournalUnwritable(`The journal cannot be written: ${messageOf(error)}`, { cause: error });
    }
    this.#hash = hash;
    this.#bytes += bytes.length;
    this.#partBytes = 0;
  }

  close(): void {
    this.#isUnusable = true;
    closeSync(this.#file);
  }

  #tryToCut(): void {
    try {
      this.#cut();
    } catch (error) {
      // `#partBytes` is kept, so the next entry cuts first.
      if (error instanceof JournalDamaged) throw error;
    }
  }

  /** Removes what a failed entry has left. */
  #cut(): void {
    const { size } = fstatSync(this.#file);
    if (size < this.#bytes || size > this.#bytes + this.#partBytes) {
      this.#isUnusable = true;
      throw new JournalDamaged('Another process changes the journal.');
    }
    if (this.#partBytes === 0) return;
    ftruncateSync(this.#file, this.#bytes);
    fsyncSync(this.#file);
    this.#partBytes = 0;
  }
}

function lineOf(previous: string, json: string): { readonly line: string; readonly hash: string } {
  const hash = createHash('sha256').update(`${previous} ${json}`).digest('hex');
  return { line: `${hash} ${json}\n`, hash };
}

/** A single write may take only a part, without an error, when space ends. */
function writeAll(file: number, bytes: Uint8Array, at: number): void {
  for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done, bytes.length - done, at + done);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
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
