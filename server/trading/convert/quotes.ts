import { randomBytes } from 'node:crypto';
import { amount, type Amount, type UserId } from '@bourse/engine';
import type { BoxFor, SecretBox } from '../../ground/secrets/index.ts';
import type { Pair } from './terms.ts';

/** How long a quote can be accepted. */
export const quoteMs = 10_000;

/** How long after that an acceptance may arrive, because requests take time. */
const graceMs = 2_000;

/** A quote that a user can accept. `received` is in units of the received currency. */
export interface Quote {
  readonly amount: Amount;
  readonly received: Amount;
  /** The last instant at which the exchange converts at this quote, in epoch milliseconds. */
  readonly expiresAtMs: number;
  /** The request key of the conversion, with which it is carried out at most once. */
  readonly requestKey: string;
}

/**
 * Seals quotes, so that the server remembers none: the id of a quote contains its terms, encrypted and bound to the
 * user.
 */
export class Quotes {
  readonly #box: SecretBox;

  constructor(boxFor: BoxFor) {
    this.#box = boxFor('conversion quotes');
  }

  /** The id of a new quote. @param shownEndMs the end of the quote that the user sees */
  seal(user: UserId, pair: Pair, terms: Pick<Quote, 'amount' | 'received'>, shownEndMs: number): string {
    const key = `quote:${randomBytes(16).toString('base64url')}`;
    const text = `${terms.amount} ${terms.received} ${shownEndMs + graceMs} ${key}`;
    return this.#box.seal(text, placeOf(user, pair)).toString('base64url');
  }

  /** The quote with this id; null if it is not one of this user for these currencies. */
  open(id: string, user: UserId, pair: Pair): Quote | null {
    const text = this.#box.open(Buffer.from(id, 'base64url'), placeOf(user, pair));
    if (text === null) return null;
    const [given, received, expiresAtMs, requestKey = ''] = text.split(' ');
    return {
      amount: amount(Number(given)),
      received: amount(Number(received)),
      expiresAtMs: Number(expiresAtMs),
      requestKey,
    };
  }
}

function placeOf(user: UserId, { from, to }: Pair): string {
  return `${user} ${from.id} ${to.id}`;
}
