import { type AlarmName, alarmNames } from '@bourse/contract/console';
import type { Background } from '../background/index.ts';

export type AlarmDetails = Readonly<Record<string, string | number>>;

export interface AlarmCheck {
  readonly name: AlarmName;
  /** The details of the condition; null while it does not hold. */
  readonly check: () => AlarmDetails | null | Promise<AlarmDetails | null>;
}

export interface ActiveAlarm {
  readonly name: AlarmName;
  /** When the condition was first seen in this process. */
  readonly sinceMs: number;
  readonly details: AlarmDetails;
}

export interface AlarmsParts {
  readonly background: Background;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: {
    readonly info: (details: object, message: string) => void;
    readonly warn: (details: object, message: string) => void;
  };
}

/** How often the conditions are checked when no one looks. */
const checkEveryMs = 30_000;
/** Looks within this time share one round of checks. */
const freshMs = 2_000;

/** Conditions that staff must act on. The log has the beginning and the end of each occurrence. */
export class Alarms {
  readonly #parts: AlarmsParts;
  readonly #checks: AlarmCheck[] = [];
  readonly #active = new Map<AlarmName, ActiveAlarm>();
  #last: { readonly atMs: number; readonly round: Promise<void> } | null = null;

  constructor(parts: AlarmsParts) {
    this.#parts = parts;
    parts.background.work('console: check alarms', { everyMs: checkEveryMs }, () => this.look());
  }

  add(check: AlarmCheck): void {
    this.#checks.push(check);
  }

  /** The active alarms, the most severe first. */
  async look(): Promise<ActiveAlarm[]> {
    const atMs = this.#parts.now();
    if (this.#last === null || atMs - this.#last.atMs > freshMs) this.#last = { atMs, round: this.#checkAll() };
    await this.#last.round;
    return this.active();
  }

  /** The alarms that the last round of checks has found, without another one. */
  active(): ActiveAlarm[] {
    return alarmNames.flatMap((name) => this.#active.get(name) ?? []);
  }

  async #checkAll(): Promise<void> {
    await Promise.all(this.#checks.map(async (check) => this.#check(check)));
  }

  async #check({ check, name }: AlarmCheck): Promise<void> {
    const { log, now } = this.#parts;
    let details: AlarmDetails | null;
    try {
      details = await check();
    } catch (error) {
      // The state of the alarm is unknown: it stays what it was.
      log.warn({ alarm: name, err: error }, 'the condition of an alarm could not be checked');
      return;
    }
    const known = this.#active.get(name);
    if (details === null) {
      if (known === undefined) return;
      this.#active.delete(name);
      log.info({ alarm: name, sinceMs: known.sinceMs }, 'an alarm is over');
    } else {
      this.#active.set(name, { name, sinceMs: known?.sinceMs ?? now(), details });
      if (known === undefined) log.warn({ alarm: name, ...details }, 'an alarm has begun');
    }
  }
}

declare module '../parts.ts' {
  interface Parts {
    /** Faults that staff have to see at once; a capability adds its own. */
    readonly alarms: Alarms;
  }
}
