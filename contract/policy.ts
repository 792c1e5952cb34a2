/** The roles of operators; each call for operators names those that may use it. */
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
 * - `operator`: users who have one of the roles that the call names
 */
export type Access = 'visitor' | 'either' | 'user' | 'owner' | 'seller' | 'operator';

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
  'document',
  'socket',
  'health',
] as const;
export type RateClass = (typeof rateClasses)[number];

/** The policy that every route, call and channel declares; the server registers none without it. */
export interface Policy {
  readonly access: Access;
  /** For `operator`, the roles of which one is required; otherwise empty. */
  readonly roles: readonly OperatorRole[];
  readonly rate: RateClass;
  /** True for calls that change balances; these accept an `Idempotency-Key`. */
  readonly movesMoney: boolean;
}

/** The access and rate class of a call whose `movesMoney` follows from its kind. */
export interface Audience {
  readonly access: Exclude<Access, 'operator'>;
  readonly rate: RateClass;
}

/** Operators with one of these roles. */
export interface OperatorAudience {
  readonly access: 'operator';
  readonly roles: readonly [OperatorRole, ...OperatorRole[]];
  readonly rate: RateClass;
}

export function policyOf(audience: Audience | OperatorAudience, movesMoney: boolean): Policy {
  const { access, rate } = audience;
  return { access, roles: access === 'operator' ? audience.roles : [], rate, movesMoney };
}

/** Whether a call requires a live session. */
export function needsSession({ access }: Pick<Policy, 'access'>): boolean {
  return access !== 'visitor' && access !== 'either';
}
