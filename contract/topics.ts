import { Type } from 'typebox';

/**
 * The topics of answers that can change without an action of the reader. A read names its topics where it is declared;
 * clients read it again after a broken connection, and when a message says that one of its topics has changed.
 *
 * - `markets`: listings, states, settings and fees of markets; its message is `MARKET_CHANGED`, with a sequence
 * - `site`: the settings that operators have made, and the dialog of the home page
 * - `articles`: published articles
 * - `favourites`, `notices`: the stars and the notices of a user
 * - `account`: what staff decide about a user
 */
export const topics = ['markets', 'site', 'articles', 'favourites', 'notices', 'account'] as const;
export type Topic = (typeof topics)[number];

/** The topics whose message is `CHANGED`. */
export const Reported = Type.Enum(['site', 'articles', 'favourites', 'notices', 'account'] as const);
