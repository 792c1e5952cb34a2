import { readFile } from 'node:fs/promises';
import type { SimulatorLog } from './command-sender.ts';

/** A JSON file with a price for each currency code, as `{"BTC":"65000.5"}`, that another program writes. */
export class PriceFile {
  readonly #path: string;
  readonly #log: Pick<SimulatorLog, 'warn'>;
  #isUnreadable = false;

  constructor(path: string, log: Pick<SimulatorLog, 'warn'>) {
    this.#path = path;
    this.#log = log;
  }

  /** The present prices. None if the file is missing or empty, or damaged, which is logged once. */
  async read(): Promise<Readonly<Record<string, string>>> {
    try {
      const prices = pricesOf(await textOf(this.#path));
      this.#isUnreadable = false;
      return prices;
    } catch (error) {
      if (!this.#isUnreadable)
        this.#log.warn({ error, file: this.#path }, 'index prices cannot be read from their file');
      this.#isUnreadable = true;
      return {};
    }
  }
}

/** The text of a file; empty if there is none. */
async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}

function pricesOf(text: string): Readonly<Record<string, string>> {
  if (text.trim() === '') return {};
  const read: unknown = JSON.parse(text);
  if (typeof read !== 'object' || read === null) return {};
  return Object.fromEntries(
    Object.entries(read).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
