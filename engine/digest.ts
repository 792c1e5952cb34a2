/** The initial state: digits of π. */
const beginning = '243f6a8813198a2e';

/**
 * A running 64-bit hash of numbers and texts: two 32-bit lanes mixed as in MurmurHash3. It detects divergence between
 * honest machines and damaged files; it does not withstand deliberately constructed collisions.
 */
export class Digest {
  private first: number;
  private second: number;

  /** Continues from a result of `hex`, or starts with ''. */
  constructor(from: string) {
    const hex = from === '' ? beginning : from;
    this.first = wordOf(hex, 0);
    this.second = wordOf(hex, 8);
  }

  /** Adds a safe integer: one step for both 32-bit halves. */
  number(value: number): void {
    this.words(value | 0, Math.floor(value / 2 ** 32) | 0);
  }

  /** Adds the length, then four characters per step. */
  text(value: string): void {
    const { length } = value;
    this.words(length, 0);
    for (let at = 0; at < length; at += 4) {
      this.words(characters(value, at, length), characters(value, at + 2, length));
    }
  }

  /** Adds one of a few alternatives, given as a small number. */
  choice(value: number): void {
    this.words(value, 0);
  }

  /**
   * Mixes everything added so far into every bit. Call it at the end of a record, so that hashing can continue from
   * `hex`.
   */
  settle(): void {
    this.first = scramble(this.first ^ this.second);
    this.second = scramble(Math.imul(this.second, 0xc2b2ae35) ^ this.first);
  }

  /** The state as 16 hex digits. */
  hex(): string {
    return hexOf(this.first) + hexOf(this.second);
  }

  /** One step for two 32-bit words. For a given state, different pairs always lead to different states. */
  words(low: number, high: number): void {
    const first = this.first ^ Math.imul(low, 0xcc9e2d51);
    this.first = (Math.imul((first << 13) | (first >>> 19), 5) + 0xe6546b64) | 0;
    const second = this.second ^ Math.imul(high, 0x1b873593) ^ this.first;
    this.second = (Math.imul((second << 15) | (second >>> 17), 5) + 0x38495ab5) | 0;
  }
}

/** Packs two characters of a text into one word; positions beyond the end count as 0. */
function characters(value: string, at: number, length: number): number {
  if (at >= length) return 0;
  return at + 1 < length ? value.charCodeAt(at) | (value.charCodeAt(at + 1) << 16) : value.charCodeAt(at);
}

function scramble(word: number): number {
  let mixed = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

/** Hex conversion is hand-written in both directions: the built-in functions would cost more than hashing a command. */
const bytes = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

function hexOf(word: number): string {
  return `${bytes[word >>> 24]}${bytes[(word >>> 16) & 255]}${bytes[(word >>> 8) & 255]}${bytes[word & 255]}`;
}

/** Parses eight lowercase hex digits, starting at `from`, as a 32-bit word. */
function wordOf(hex: string, from: number): number {
  let word = 0;
  for (let at = from; at < from + 8; at += 1) {
    const code = hex.charCodeAt(at);
    word = (word << 4) | (code < 58 ? code - 48 : code - 87);
  }
  return word;
}
