/** What an operator is there for; each call of the console asks for one of some. */
export const operatorRoles = ['support', 'finance', 'content', 'risk', 'admin'] as const;
export type OperatorRole = (typeof operatorRoles)[number];

/**
 * Who may make a call or read a channel:
 * - `visitor`: anybody, with the same answer for all
 * - `either`: anybody, with an answer that knows who asks when a live session is sent
 * - `user`: the holder of a live session, about what is theirs without naming it
 * - `owner`: the same, and the call names something by its id, which has to be theirs: what belongs to others is "not
 *   found"
 * - `seller`: a user who is an approved merchant
 * - `operator`: a user who has one of the roles that the call names
 */
export type Access = 'visitor' | 'either' | 'user' | 'owner' | 'seller' | 'operator';

/**
 * What a call counts as when somebody makes too many of them:
 * - `public`: reading what everybody may read
 * - `private`: reading what is one's own, and changes that are nobody else's business
 * - `order`: placing and changing orders, and moving what is one's own
 * - `cancel`: cancelling orders, apart, so that who has placed too many is not kept from it
 * - `password`: whatever tries or sets a password
 * - `code`: sending somebody a code
 * - `page`: files of the page
 * - `document`: long documents that are the same for everybody, such as the description of the interface
 * - `socket`: opening a socket, and what is said on it
 * - `health`: what the machines that look after the venue ask
 */
export const rateClasses = [
  'public',
  'private',
  'order',
  'cancel',
  'password',
  'code',
  'page',
  'document',
  'socket',
  'health',
] as const;
export type RateClass = (typeof rateClasses)[number];

/** What every route, call and channel declares of itself. The server takes none that does not. */
export interface Policy {
  readonly access: Access;
  /** For `operator` the roles of which one is needed; otherwise none. */
  readonly roles: readonly OperatorRole[];
  readonly rate: RateClass;
  /** True for calls that change balances; these take an `Idempotency-Key`. */
  readonly movesMoney: boolean;
}

/** What is left to declare where it is known whether money is moved. */
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

/** Whether a call is for people with a live session only. */
export function needsSession({ access }: Pick<Policy, 'access'>): boolean {
  return access !== 'visitor' && access !== 'either';
}
