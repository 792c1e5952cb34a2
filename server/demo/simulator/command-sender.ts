import type { Command, Event } from '@bourse/engine';
import { type Committed, CoreRefusal, type SubmitOptions } from '../../ground/core/index.ts';

/** The exchange as a bot sees it: the same entry point as for all clients. */
export interface CommandPort {
  submit(command: Command, options?: SubmitOptions): Promise<Committed>;
}

/** The simulator's log. */
export interface SimulatorLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** The numbers of commands since the start, by outcome. */
export interface SenderCounts {
  readonly sent: number;
  readonly refused: number;
}

const firstPauseMs = 500;
const maxPauseMs = 10_000;
const savedSeconds = 10;
const reportEveryMs = 60_000;

/**
 * Sends the commands of all bots. It enforces a common rate limit, counts and logs rejections, and pauses while the
 * exchange is busy or closed. `send` never throws.
 */
export class CommandSender {
  readonly #port: CommandPort;
  readonly #clock: () => number;
  readonly #log: SimulatorLog;
  readonly #perSecond: number;
  readonly #reasons = new Map<string, number>();
  #tokens: number;
  #filledAtMs: number;
  #pausedUntilMs = 0;
  #pauseMs = firstPauseMs;
  #reportedAtMs = 0;
  #sent = 0;
  #refused = 0;
  #closed = false;
  readonly #underWay = new Set<Promise<unknown>>();

  /** @param rate the sustained rate, and `atOnce` for one burst at the start that fills empty books */
  constructor(
    port: CommandPort,
    clock: () => number,
    log: SimulatorLog,
    rate: { readonly perSecond: number; readonly atOnce: number },
  ) {
    this.#port = port;
    this.#clock = clock;
    this.#log = log;
    this.#perSecond = rate.perSecond;
    this.#tokens = rate.atOnce;
    this.#filledAtMs = clock();
  }

  get counts(): SenderCounts {
    return { sent: this.#sent, refused: this.#refused };
  }

  /** How many commands may be sent now: none while the exchange is busy or closed, none after `close`. */
  room(): number {
    const nowMs = this.#clock();
    const sinceMs = Math.max(0, nowMs - this.#filledAtMs);
    this.#filledAtMs = nowMs;
    // The initial budget may be used up at any time; beyond it, a few seconds' worth accumulates for moments of fast
    // price moves.
    const full = Math.max(this.#tokens, savedSeconds * this.#perSecond);
    this.#tokens = Math.min(full, this.#tokens + (sinceMs / 1_000) * this.#perSecond);
    return this.#closed || nowMs < this.#pausedUntilMs ? 0 : Math.max(0, Math.floor(this.#tokens));
  }

  /**
   * Sends a command; callers check `room` first. Returns the resulting events, or null if the exchange did not accept
   * it.
   */
  async send(command: Command, options?: SubmitOptions): Promise<readonly Event[] | null> {
    this.#tokens -= 1;
    this.#sent += 1;
    const answer = this.#port.submit(command, options);
    this.#underWay.add(answer);
    try {
      const { events, outcome } = await answer;
      this.#pauseMs = firstPauseMs;
      if (outcome.type === 'rejected') this.#count(`${command.type}: ${outcome.rejection.reason}`);
      return events;
    } catch (error) {
      this.#count(error instanceof CoreRefusal ? error.key : String(error));
      this.#pause();
      return null;
    } finally {
      this.#underWay.delete(answer);
    }
  }

  /** Stops further sending and resolves when all sent commands are answered. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(this.#underWay);
  }

  #pause(): void {
    const nowMs = this.#clock();
    // Commands of one burst fail together and cause only one pause.
    if (nowMs < this.#pausedUntilMs) return;
    this.#pausedUntilMs = nowMs + this.#pauseMs;
    this.#pauseMs = Math.min(maxPauseMs, this.#pauseMs * 2);
  }

  #count(reason: string): void {
    const nowMs = this.#clock();
    this.#refused += 1;
    this.#reasons.set(reason, (this.#reasons.get(reason) ?? 0) + 1);
    if (nowMs - this.#reportedAtMs < reportEveryMs) return;
    this.#reportedAtMs = nowMs;
    this.#log.warn({ refused: Object.fromEntries(this.#reasons) }, 'simulator: commands were refused');
    this.#reasons.clear();
  }
}
