import { existsSync, readFileSync } from 'node:fs';
import { mkdir, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { AcknowledgedLost } from './acknowledged.ts';
import type { Acknowledged } from './acknowledged.ts';
import type { TimeSource } from './clock.ts';
import type { CoreLog } from './log.ts';

/** The name of the file in `DATA_DIR`. */
export const acknowledgedFileName = 'acknowledged';

/**
 * The last acknowledged head in a file outside the database, so that a start recognizes a database that has lost
 * acknowledged batches. The file is written each second: a process that is killed together with its database may lack
 * the last second.
 */
export class AcknowledgedFile {
  readonly #path: string;
  #written: Acknowledged | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * The head in the file; null if there is no file.
   *
   * @throws AcknowledgedLost naming the file if its content is damaged
   */
  read(): Acknowledged | null {
    if (!existsSync(this.#path)) return null;
    const text = readFileSync(this.#path, 'utf8');
    const content = parsed(text);
    if (!fileContent.Check(content)) {
      throw new AcknowledgedLost(
        `${this.#path} is damaged, so it is unknown which orders were acknowledged. Restore it, or remove it if the database is known to be complete.`,
      );
    }
    const { generation, epoch, batch, sequence, hash } = content;
    return { generation, epoch, head: { batchId: batch, sequence, eventsHash: hash } };
  }

  /** Replaces the file atomically, after writes that are under way. Does nothing if it contains this head already. */
  write(acknowledged: Acknowledged): Promise<void> {
    this.#writing = this.#writing.catch(() => undefined).then(() => this.#replace(acknowledged));
    return this.#writing;
  }

  async #replace(acknowledged: Acknowledged): Promise<void> {
    if (this.#written?.head === acknowledged.head && this.#written.generation === acknowledged.generation) return;
    const { generation, epoch, head } = acknowledged;
    const content = { generation, epoch, batch: head.batchId, sequence: head.sequence, hash: head.eventsHash };
    const draft = `${this.#path}.new`;
    await mkdir(dirname(this.#path), { recursive: true });
    const file = await open(draft, 'w', 0o600);
    try {
      await file.writeFile(`${JSON.stringify(content)}\n`);
      await file.datasync();
    } finally {
      await file.close();
    }
    await rename(draft, this.#path);
    this.#written = acknowledged;
  }
}

/** Writes the acknowledged head to its file each second and once more at the end. An outage is logged once. */
export class AcknowledgedKeeper {
  readonly #file: AcknowledgedFile;
  readonly #time: TimeSource;
  readonly #log: CoreLog;
  #current: (() => Acknowledged) | null = null;
  #stopTicks: () => void = () => undefined;
  #hasFailed = false;

  constructor(file: AcknowledgedFile, time: TimeSource, log: CoreLog) {
    this.#file = file;
    this.#time = time;
    this.#log = log;
  }

  start(current: () => Acknowledged): void {
    this.#current = current;
    this.#stopTicks = this.#time.everySecond(() => void this.#write());
    void this.#write();
  }

  async stop(): Promise<void> {
    this.#stopTicks();
    await this.#write();
    this.#current = null;
  }

  async #write(): Promise<void> {
    if (this.#current === null) return;
    try {
      await this.#file.write(this.#current());
      if (this.#hasFailed) this.#log.info({}, 'the acknowledged head is written to its file again');
      this.#hasFailed = false;
    } catch (error) {
      if (this.#hasFailed) return;
      this.#hasFailed = true;
      this.#log.error(
        { error: error instanceof Error ? error.message : String(error) },
        'the acknowledged head cannot be written to its file; a database that loses acknowledged orders may go unnoticed',
      );
    }
  }
}

const fileContent = Compile(
  Type.Object({
    generation: Type.Integer({ minimum: 1 }),
    epoch: Type.Integer({ minimum: 0 }),
    batch: Type.Integer({ minimum: 0 }),
    sequence: Type.Integer({ minimum: 0 }),
    hash: Type.String(),
  }),
);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
