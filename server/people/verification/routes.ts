import { imageUrl } from '@bourse/contract/images';
import type { Language } from '@bourse/contract/texts';
import { type RealName, realNameCenter, submitRealName } from '@bourse/contract/verification';
import type { UserId } from '@bourse/engine';
import { done, type Gateway } from '../../ground/gateway/index.ts';
import type { ImagesPort } from '../images/index.ts';
import { say } from '../../ground/texts/index.ts';
import { remindFrom, type Submissions } from './submissions.ts';
import type { Verification, VerificationStore } from './verification-store.ts';
import { statusOf } from './verified.ts';
import type { With } from '../../ground/parts.ts';

export interface VerificationRoutesParts extends With<'db'> {
  readonly store: VerificationStore;
  readonly submissions: Submissions;
  readonly images: Pick<ImagesPort, 'exists'>;
  /** Whether undecided submissions will be decided without staff. */
  readonly isAutomatic: () => boolean;
  /** Called after documents were submitted. */
  readonly submitted: () => void;
}

/** Serves the identity verification to users. */
export function registerVerification(gateway: Gateway, parts: VerificationRoutesParts): void {
  const { submissions, submitted } = parts;
  gateway.member(realNameCenter, async (_input, { language, user }) => done(await centerOf(parts, user, language)));
  gateway.member(submitRealName, async (input, member) => {
    const refusal = await submissions.submit(input, member);
    if (refusal !== null) return refusal;
    submitted();
    return done(await centerOf(parts, member.user, member.language));
  });
}

async function centerOf(
  { db, images, isAutomatic, store }: VerificationRoutesParts,
  user: UserId,
  language: Language,
): Promise<RealName> {
  const known = await store.findOfUser(db, user);
  if (known === null) {
    const none = { id: 0, name: '', card_id: '', front_pic: '', reverse_pic: '', reason: '' };
    return { ...none, review_status: 0, submitted_at: null, remind_from: null, automatic: isAutomatic() ? 1 : 0 };
  }
  const urlOf = async (id: string): Promise<string> => ((await images.exists(id)) ? imageUrl(id) : '');
  const isAutomaticHere = known.status === 'approved' ? known.decidedBy === null : isAutomatic();
  return {
    id: known.id,
    name: known.name,
    card_id: masked(known.cardId),
    front_pic: await urlOf(known.frontImage),
    reverse_pic: await urlOf(known.reverseImage),
    review_status: statusOf(known.status),
    reason: reasonOf(known, language),
    submitted_at: known.submittedAtMs,
    remind_from: remindFrom(known),
    automatic: isAutomaticHere ? 1 : 0,
  };
}

/** The reason of a rejection: its text in the language of the user, then the words of staff. */
function reasonOf({ reasonKey, reasonWords, status }: Verification, language: Language): string {
  if (status !== 'rejected' || reasonKey === null) return '';
  const text = say(language, `verification.reasons.${reasonKey}`);
  return reasonWords === '' ? text : `${text} ${reasonWords}`;
}

/** The first three and the last characters of a number. */
function masked(cardId: string): string {
  return `${cardId.slice(0, 3)}${'•'.repeat(cardId.length - 4)}${cardId.slice(-1)}`;
}
