/** A fault with the data to reproduce it. */
export interface Failure {
  readonly sentences: readonly string[];
  readonly who: string;
  readonly sent: string;
  readonly answered: string;
}

/** The attack stops after this many failures. */
const maxFailures = 20;

/** Statistics of requests and answers. */
export class Tally {
  readonly kinds = new Map<string, number>();
  /** The number of answers by error key, or `success`. */
  readonly answers = new Map<string, number>();
  /** The number of requests and of successes by call. */
  readonly aimed = new Map<string, number>();
  readonly succeeded = new Map<string, number>();
  readonly failures: Failure[] = [];
  newcomers = 0;
  /** The slowest answer and its request. */
  slowest = { milliseconds: 0, what: '' };

  get sent(): number {
    return [...this.kinds.values()].reduce((sum, count) => sum + count, 0);
  }

  get isHopeless(): boolean {
    return this.failures.length >= maxFailures;
  }

  note(kind: string, aim: string, answer: string): void {
    count(this.kinds, kind);
    count(this.aimed, aim);
    count(this.answers, answer);
    if (answer === 'success') count(this.succeeded, aim);
  }

  noteTime(milliseconds: number, what: string): void {
    if (milliseconds > this.slowest.milliseconds) this.slowest = { milliseconds, what };
  }

  fail(failure: Failure): void {
    this.failures.push(failure);
  }
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** A printable form of bytes that a program can send again; long runs of one character are abbreviated. */
export function shown(bytes: Buffer | string): string {
  const text = typeof bytes === 'string' ? bytes : bytes.toString('latin1');
  const short = text.replaceAll(/([^])\1{63,}/g, (run, character: string) => `${character}⟨×${run.length}⟩`);
  return JSON.stringify(short.length > 6_000 ? `${short.slice(0, 6_000)}⟨and ${short.length - 6_000} more⟩` : short);
}
