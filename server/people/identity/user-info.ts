import type { UserInfo } from '@bourse/contract/identity';
import type { UserId } from '@bourse/engine';
import type { RestrictionScope } from '@bourse/engine/restrictions';
import type { Freezes } from './freezes.ts';
import type { People } from './people.ts';
import type { Proofs } from './proofs/ports.ts';

export type ReviewStatus = UserInfo['review_status'];

export interface UserInfoParts {
  readonly people: Pick<People, 'find'>;
  readonly proofs: Proofs;
  readonly freezes: Freezes;
  readonly restrictionOf: (user: UserId) => RestrictionScope;
  readonly isAgent: (user: UserId) => Promise<boolean>;
  readonly passkeysOf: (user: UserId) => Promise<number>;
  readonly reviewStatusOf: (user: UserId) => Promise<ReviewStatus>;
}

/** The logged-in user as `user/info` returns it; null if there is no such account. */
export async function userInfoOf(parts: UserInfoParts, user: UserId): Promise<UserInfo | null> {
  const { freezes, people, proofs } = parts;
  const [person, methods, passkeys, hasPayPassword, reviewStatus, frozen, isAgent] = await Promise.all([
    people.find(user),
    proofs.factors.methodsOf(user),
    parts.passkeysOf(user),
    proofs.payPasswords.has(user),
    parts.reviewStatusOf(user),
    freezes.isFrozen(user),
    parts.isAgent(user),
  ]);
  if (person === null) return null;
  const { agent, email, inviteCode, isSeller, mobile } = person;
  const mobileBound = person.mobileKey !== null;
  return {
    id: user,
    uid: user,
    is_seller: isSeller,
    email,
    mobile,
    mobile_bound: mobileBound,
    agent_id: agent,
    is_agent: isAgent,
    // Others have an authorization code. Their invitation code stays valid.
    invite_code: agent === 0 && !isAgent ? '' : inviteCode,
    review_status: reviewStatus,
    has_pay_password: hasPayPassword,
    totp: methods.includes('totp'),
    passkeys,
    phishing_code: person.hasPhishingWord,
    found_by_mail: person.foundByMail,
    security_level: securityLevel({ mobileBound, emailBound: email !== '', verified: reviewStatus === 2 }),
    restriction: parts.restrictionOf(user),
    frozen,
  };
}

/** 50 is middle, 75 high, 100 strong. All three proofs together would make 125. */
export function securityLevel(has: { mobileBound: boolean; emailBound: boolean; verified: boolean }): number {
  const proofs = [has.mobileBound, has.emailBound, has.verified].filter(Boolean).length;
  return Math.min(100, 50 + 25 * proofs);
}
