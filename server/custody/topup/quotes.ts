import { randomBytes } from 'node:crypto';
import type { UserId } from '@bourse/engine';
import type { BoxFor, SecretBox } from '../../ground/secrets/index.ts';

/** How long a quote can be accepted. */
export const quoteMs = 60_000;

/** How long after that an acceptance may arrive, because requests take time. */
const graceMs = 2_000;

/** A quote that a user can accept. */
export interface Quote {
  readonly protocol: number;
  readonly cents: number;
  readonly feeCents: number;
  /** In units of the ledger. */
  readonly units: number;
  /** Epoch milliseconds. */
  readonly expiresAtMs: number;
  /** The name of the quote, which begins one top-up at most. */
  readonly key: string;
}

/** Seals quotes, so that the server remembers none: the id of a quote is its terms, encrypted and bound to the user. */
export class TopupQuotes {
  readonly #box: SecretBox;

  constructor(boxFor: BoxFor) {
    this.#box = boxFor('top-up quotes');
  }

  /** The id of a new quote. @param shownEndMs the end of the quote that the user sees */
  seal(user: UserId, quote: Omit<Quote, 'expiresAtMs' | 'key'>, shownEndMs: number): string {
    const { cents, feeCents, protocol, units } = quote;
    const text = [protocol, cents, feeCents, units, shownEndMs + graceMs, randomBytes(16).toString('base64url')];
    return this.#box.seal(text.join(' '), placeOf(user)).toString('base64url');
  }

  /** The quote with this id; null if it is not one of this user. */
  open(id: string, user: UserId): Quote | null {
    const text = this.#box.open(Buffer.from(id, 'base64url'), placeOf(user));
    if (text === null) return null;
    const [protocol, cents, feeCents, units, expiresAtMs, key = ''] = text.split(' ');
    return {
      protocol: Number(protocol),
      cents: Number(cents),
      feeCents: Number(feeCents),
      units: Number(units),
      expiresAtMs: Number(expiresAtMs),
      key,
    };
  }
}

function placeOf(user: UserId): string {
  return `top-up of ${user}`;
}
