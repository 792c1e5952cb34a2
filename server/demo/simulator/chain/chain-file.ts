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
  rmSync,
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
  /** The bytes of complete lines; a failed write may have left more. */
  #size: number;

  private constructor(path: string) {
    this.#path = path;
    this.#handle = openSync(path, 'a', 0o600);
    this.#size = fstatSync(this.#handle).size;
  }

  /** Opens the file and reads its lines; a torn last line is cut off. */
  static open(folder: string): { readonly file: ChainFile; readonly lines: readonly ChainLine[] } {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, 'chain');
    const lines = existsSync(path) ? readLines(path) : [];
    return { file: new ChainFile(path), lines };
  }

  /** Adds all of the lines or none. @throws the error of the file system, such as for a full disk */
  append(lines: readonly ChainLine[]): void {
    const bytes = Buffer.from(textOf(lines));
    this.#cut();
    try {
      writeFileSync(this.#handle, bytes);
      fsyncSync(this.#handle);
    } catch (error) {
      this.#tryToCut();
      throw error;
    }
    this.#size += bytes.length;
  }

  /** Replaces everything by these lines. @throws the error of the file system; the file is then as before */
  rewrite(lines: readonly ChainLine[]): void {
    const draft = `${this.#path}.new`;
    let fresh: number | null = null;
    try {
      rmSync(draft, { force: true });
      fresh = openSync(draft, 'a', 0o600);
      for (const line of lines) writeFileSync(fresh, textOf([line]));
      fsyncSync(fresh);
      renameSync(draft, this.#path);
    } catch (error) {
      if (fresh !== null) closeSync(fresh);
      rmSync(draft, { force: true });
      throw error;
    }
    closeSync(this.#handle);
    this.#handle = fresh;
    this.#size = fstatSync(fresh).size;
  }

  close(): void {
    closeSync(this.#handle);
  }

  #cut(): void {
    if (fstatSync(this.#handle).size > this.#size) ftruncateSync(this.#handle, this.#size);
  }

  #tryToCut(): void {
    try {
      this.#cut();
    } catch {
      // The next lines are written only after another attempt.
    }
  }
}

function textOf(lines: readonly ChainLine[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
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
