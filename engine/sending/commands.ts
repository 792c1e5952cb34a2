import { cause } from '../declaration/command.ts';
import type { CommandOf } from '../declaration/command.ts';
import { amount, count, currency, source, user } from '../declaration/vocabulary.ts';

/** An amount that one user sends to another, and the request `(source, n)` that it belongs to. */
export const sentTerms = { user, toUser: user, currency, amount, source, n: count };

export const sendingCommands = {
  /**
   * Sends coins of a user's change account to that of another user. `(source, n)` identifies the request permanently:
   * repeating it changes nothing and returns the same outcome.
   */
  send: cause({ priority: 'placement', fields: sentTerms }),
};
type Of<Type extends keyof typeof sendingCommands> = CommandOf<typeof sendingCommands, Type>;
export type Send = Of<'send'>;
