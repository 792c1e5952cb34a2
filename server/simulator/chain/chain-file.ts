import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** A line of the file: the state at a height, a block, or the number of blocks that were taken back. */
export type ChainLine =
  | {
      readonly kind: 'state';
      readonly height: number;
      readonly hash: string;
      readonly seconds: number;
      readonly values: readonly (readonly [string, string])[];
    }
  | {
      readonly kind: 'block';
      readonly height: number;
      readonly hash: string;
      readonly parent: string;
      readonly seconds: number;
      readonly baseFee: string;
      readonly transactions: readonly { readonly raw: string; readonly from: string }[];
    }
  | { readonly kind: 'reorg'; readonly blocks: number };

/** Keeps a chain in a file, one line each step, flushed before the step is shown to anyone. */
export class ChainFile {
  readonly #path: string;
  #handle: number;

  private constructor(path: string) {
    this.#path = path;
    this.#handle = openSync(path, 'a', 0o600);
  }

  /** Opens the file and reads its lines; a torn last line is cut off. */
  static open(folder: string): { readonly file: ChainFile; readonly lines: readonly ChainLine[] } {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, 'chain');
    const lines = existsSync(path) ? readLines(path) : [];
    return { file: new ChainFile(path), lines };
  }

  /** @throws the error of the file system, such as for a full disk; the file is then as before */
  append(line: ChainLine): void {
    const { size } = fstatSync(this.#handle);
    try {
      writeFileSync(this.#handle, `${JSON.stringify(line)}\n`);
      fsyncSync(this.#handle);
    } catch (error) {
      ftruncateSync(this.#handle, size);
      throw error;
    }
  }

  /** Replaces everything by these lines. */
  rewrite(lines: readonly ChainLine[]): void {
    const fresh = openSync(`${this.#path}.new`, 'w', 0o600);
    try {
      for (const line of lines) writeFileSync(fresh, `${JSON.stringify(line)}\n`);
      fsyncSync(fresh);
    } finally {
      closeSync(fresh);
    }
    closeSync(this.#handle);
    renameSync(`${this.#path}.new`, this.#path);
    this.#handle = openSync(this.#path, 'a', 0o600);
  }

  close(): void {
    closeSync(this.#handle);
  }
}

function readLines(path: string): ChainLine[] {
  const bytes = readFileSync(path);
  const end = bytes.lastIndexOf(0x0a) + 1;
  if (end < bytes.length) truncateSync(path, end);
  const text = bytes.subarray(0, end).toString('utf8');
  return text.split('\n').flatMap((line) => {
    if (line === '') return [];
    const parsed: unknown = JSON.parse(line);
    if (!isLine(parsed)) throw new Error('The file of the demo chain is damaged. Delete its folder to begin another.');
    return [parsed];
  });
}

function isLine(value: unknown): value is ChainLine {
  return typeof value === 'object' && value !== null && 'kind' in value;
}
