/** The state before anything was added: digits of π. */
const beginning = '243f6a8813198a2e';

/**
 * A running 64-bit hash of numbers and texts: two 32-bit lanes mixed as in MurmurHash3. It finds divergence between two
 * honest machines and damage to a file; it is no protection against somebody who wants two inputs to agree.
 */
export class Digest {
  private first: number;
  private second: number;

  /** Goes on from what `hex` answered, or begins afresh with ''. */
  constructor(from: string) {
    const hex = from === '' ? beginning : from;
    this.first = wordOf(hex, 0);
    this.second = wordOf(hex, 8);
  }

  /** A safe integer: one step for both of its halves. */
  number(value: number): void {
    this.words(value | 0, Math.floor(value / 2 ** 32) | 0);
  }

  /** The length, then four characters in a step. */
  text(value: string): void {
    const { length } = value;
    this.words(length, 0);
    for (let at = 0; at < length; at += 4) {
      this.words(characters(value, at, length), characters(value, at + 2, length));
    }
  }

  /** One of a few possibilities, by a small number. */
  choice(value: number): void {
    this.words(value, 0);
  }

  /** Lets everything added so far reach every bit. Where a record ends, so that hashing may go on from `hex`. */
  settle(): void {
    this.first = scramble(this.first ^ this.second);
    this.second = scramble(Math.imul(this.second, 0xc2b2ae35) ^ this.first);
  }

  /** The state as 16 hex digits. */
  hex(): string {
    return hexOf(this.first) + hexOf(this.second);
  }

  /** One step for two 32-bit words. Each pair leads from one state to another, and no two pairs to the same one. */
  words(low: number, high: number): void {
    const first = this.first ^ Math.imul(low, 0xcc9e2d51);
    this.first = (Math.imul((first << 13) | (first >>> 19), 5) + 0xe6546b64) | 0;
    const second = this.second ^ Math.imul(high, 0x1b873593) ^ this.first;
    this.second = (Math.imul((second << 15) | (second >>> 17), 5) + 0x38495ab5) | 0;
  }
}

/** Two characters of a text as one word; nothing counts as 0 beyond its end. */
function characters(value: string, at: number, length: number): number {
  if (at >= length) return 0;
  return at + 1 < length ? value.charCodeAt(at) | (value.charCodeAt(at + 1) << 16) : value.charCodeAt(at);
}

function scramble(word: number): number {
  let mixed = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

/** Both ways by hand: the built-in conversions would cost more than the hashing of a command. */
const bytes = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

function hexOf(word: number): string {
  return `${bytes[word >>> 24]}${bytes[(word >>> 16) & 255]}${bytes[(word >>> 8) & 255]}${bytes[word & 255]}`;
}

/** The 32-bit word that eight hex digits, in small letters, write from this place on. */
function wordOf(hex: string, from: number): number {
  let word = 0;
  for (let at = from; at < from + 8; at += 1) {
    const code = hex.charCodeAt(at);
    word = (word << 4) | (code < 58 ? code - 48 : code - 87);
  }
  return word;
}
