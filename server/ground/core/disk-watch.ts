import { statfs } from 'node:fs/promises';
import type { TimeSource } from './clock.ts';
import type { CoreLog } from './log.ts';

/** The disk that holds the database; tests provide their own. */
export interface Disk {
  /** Free bytes. */
  freeBytes(): Promise<number>;
}

/** The file system that contains a folder. */
export function diskOf(folder: string): Disk {
  return {
    freeBytes: async () => {
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    },
  };
}

/** The free space: enough for everything, only for commands that let users leave, or for nothing. */
export type DiskRoom = 'ample' | 'scarce' | 'none';

const megabyte = 2 ** 20;
/** A state begins below `below` and ends at `until`; the distance between them keeps it from flapping. */
const scarceMegabytes = { below: 512, until: 768 } as const;
const noneMegabytes = { below: 256, until: 384 } as const;

/** The state for this free space, given the previous state. */
export function roomAfter(before: DiskRoom, freeBytes: number): DiskRoom {
  const free = freeBytes / megabyte;
  if (free < (before === 'none' ? noneMegabytes.until : noneMegabytes.below)) return 'none';
  return free < (before === 'ample' ? scarceMegabytes.below : scarceMegabytes.until) ? 'scarce' : 'ample';
}

/** The reason that the status reports while space is short. */
export const roomReasons = {
  scarce: `Less than ${scarceMegabytes.below} MB were free on the disk; only cancels are accepted until ${scarceMegabytes.until} MB are free.`,
  none: `Less than ${noneMegabytes.below} MB were free on the disk; the exchange opens again when ${noneMegabytes.until} MB are free.`,
} as const satisfies Record<Exclude<DiskRoom, 'ample'>, string>;

export interface DiskWatchParts {
  readonly disk: Disk;
  readonly time: TimeSource;
  readonly log: CoreLog;
}

/**
 * Checks the free disk space once a second. PostgreSQL stops on a full disk and does not recover by itself, so the
 * exchange stops writing before that.
 */
export class DiskWatch {
  readonly #parts: DiskWatchParts;
  #room: DiskRoom = 'ample';
  #freeBytes: number | null = null;
  #isChecking = false;
  #readable = true;
  #stop: () => void = () => undefined;

  constructor(parts: DiskWatchParts) {
    this.#parts = parts;
  }

  get room(): DiskRoom {
    return this.#room;
  }

  /** The free space at the last check; null if it could not be read. */
  get freeBytes(): number | null {
    return this.#freeBytes;
  }

  /** Checks once. If the free space cannot be read, the state is kept and the failure is logged once. */
  async check(): Promise<void> {
    const { disk, log } = this.#parts;
    try {
      const freeBytes = await disk.freeBytes();
      this.#readable = true;
      this.#freeBytes = freeBytes;
      const room = roomAfter(this.#room, freeBytes);
      if (room === this.#room) return;
      const details = { room, freeMegabytes: Math.floor(freeBytes / megabyte) };
      if (room === 'ample') log.info(details, 'the disk has enough free space again');
      else log.warn(details, roomReasons[room]);
      this.#room = room;
    } catch (error) {
      if (this.#readable) log.warn({ error: String(error) }, 'the free space of the disk cannot be read');
      this.#readable = false;
      this.#freeBytes = null;
    }
  }

  /** Checks every second and calls back when the state has changed. */
  start(onChange: (room: DiskRoom) => void): void {
    this.#stop = this.#parts.time.everySecond(() => {
      if (!this.#isChecking) void this.#checkAndNotify(onChange);
    });
  }

  stop(): void {
    this.#stop();
  }

  async #checkAndNotify(onChange: (room: DiskRoom) => void): Promise<void> {
    this.#isChecking = true;
    const before = this.#room;
    await this.check();
    this.#isChecking = false;
    if (this.#room !== before) onChange(this.#room);
  }
}
