/** The roles of staff; each call of the operators' console names those that may make it. */
export const operatorRoles = ['support', 'finance', 'content', 'risk', 'admin'] as const;
export type OperatorRole = (typeof operatorRoles)[number];

/**
 * Who may make a call or read a channel:
 *
 * - `visitor`: everyone, with the same answer for all
 * - `either`: everyone, with an answer that depends on the caller if there is a live session
 * - `user`: users with a live session, for their own data
 * - `owner`: the same, and the call names an object by its id, which must belong to the caller: objects of other users
 *   are "not found"
 * - `seller`: users who are approved merchants
 * - `agent`: users who are agents or were
 */
export type Access = 'visitor' | 'either' | 'user' | 'owner' | 'seller' | 'agent';

/**
 * The rate limit class of a call:
 *
 * - `public`: reading public data
 * - `private`: reading one's own data, and changes that affect no one else
 * - `order`: placing and changing orders, and moving one's own money
 * - `cancel`: cancelling orders; separate, so that users who placed too many can still cancel them
 * - `refusal`: commands that change nothing; they count in addition to the class of their call, and no call declares it
 * - `password`: checking or setting a password
 * - `code`: sending a code
 * - `page`: files of the page
 * - `upload`: sending an image
 * - `document`: long public documents, such as the API documentation
 * - `socket`: opening a socket, and messages on it
 * - `health`: health checks and metrics
 */
export const rateClasses = [
  'public',
  'private',
  'order',
  'cancel',
  'refusal',
  'password',
  'code',
  'page',
  'upload',
  'document',
  'socket',
  'health',
] as const;
export type RateClass = (typeof rateClasses)[number];

/** The policy that every route, call and channel declares; the server registers none without it. */
export interface Policy {
  readonly access: Access;
  readonly rate: RateClass;
  /** True for calls that change balances; these accept an `Idempotency-Key`. */
  readonly movesMoney: boolean;
}

/** The access and rate class of a call whose `movesMoney` follows from its kind. */
export interface Audience {
  readonly access: Access;
  readonly rate: RateClass;
}

export function policyOf({ access, rate }: Audience, movesMoney: boolean): Policy {
  return { access, rate, movesMoney };
}

/** Whether a call requires a live session. */
export function needsSession({ access }: Pick<Policy, 'access'>): boolean {
  return access !== 'visitor' && access !== 'either';
}
