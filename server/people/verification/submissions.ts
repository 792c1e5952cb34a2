import type { CallInput, RefusalOf } from '@bourse/contract';
import { imageIdOf } from '@bourse/contract/images';
import { readCardId, readRealName, type submitRealName } from '@bourse/contract/verification';
import type { Transaction } from 'kysely';
import { inTransaction, type Schema } from '../../ground/database/index.ts';
import { type Member, refused, type Refused } from '../../ground/gateway/index.ts';
import type { Proofs } from '../identity/index.ts';
import type { Images } from '../images/index.ts';
import type { Documents, Verification, VerificationStore } from './verification-store.ts';
import type { With } from '../../ground/parts.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Submissions of a user within 24 hours: each occupies staff and stores images. */
const maxSubmissions = 5;

type Input = CallInput<typeof submitRealName>;
type Refusal = Refused<RefusalOf<typeof submitRealName>>;

export interface SubmissionParts extends With<'db' | 'now'> {
  readonly store: VerificationStore;
  readonly images: Pick<Images, 'attach' | 'detach' | 'exists' | 'keep'>;
  readonly payPasswords: Pick<Proofs['payPasswords'], 'create' | 'has' | 'hashOf' | 'judgeNew'>;
}

/** Rolls the transaction back and carries the refusal out of it. */
class RolledBack extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super('The submission was refused.');
    this.refusal = refusal;
  }
}

/** Accepts documents of users: for the first time, again after a rejection, and reminders. */
export class Submissions {
  readonly #parts: SubmissionParts;

  constructor(parts: SubmissionParts) {
    this.#parts = parts;
  }

  /** Null if the documents are under review now, or the reminder was recorded. */
  async submit(input: Input, member: Member): Promise<Refusal | null> {
    const { db, store } = this.#parts;
    const known = await store.findOfUser(db, member.user);
    if (input.id !== undefined && known?.id !== Number(input.id)) return refused('real_name_unknown');
    if (known !== null) return this.#known(input, known);
    const refusal = await this.#first(input, member);
    // Another request of the same user may have been stored in between, with its trade password.
    const since = refusal?.error === 'pay_password_exists' ? await store.findOfUser(db, member.user) : null;
    return since === null ? refusal : this.#known(input, since);
  }

  async #known(input: Input, known: Verification): Promise<Refusal | null> {
    switch (known.status) {
      case 'approved':
        return refused('real_name_approved');
      case 'review':
        return input.id === undefined ? refused('real_name_in_review') : this.#remind(known);
      case 'rejected':
        return input.pay_password === undefined ? this.#again(input, known) : refused('pay_password_exists');
    }
  }

  async #first(input: Input, member: Member): Promise<Refusal | null> {
    const { images, now, payPasswords, store } = this.#parts;
    const texts = readTexts(input.name ?? '', input.card_id ?? '');
    if ('ok' in texts) return texts;
    const pictures = readPictures(input.front_pic ?? '', input.reverse_pic ?? '');
    if ('ok' in pictures) return pictures;
    const { user } = member;
    if (await payPasswords.has(user)) return refused('pay_password_exists');
    const password = input.pay_password ?? '';
    const weak = await payPasswords.judgeNew(user, password, member);
    if (weak !== null) return weak;
    const hash = await payPasswords.hashOf(password, member);
    return this.#inTransaction(async (transaction) => {
      if (!(await store.add(transaction, user, { ...texts, ...pictures }, now())))
        return refused('real_name_in_review');
      for (const id of [pictures.frontImage, pictures.reverseImage]) {
        const attached = await images.attach(transaction, user, id, attachmentOf(user));
        if (typeof attached !== 'string') return attached;
      }
      return (await payPasswords.create(transaction, user, hash)) ? null : refused('pay_password_exists');
    });
  }

  async #again(input: Input, seen: Verification): Promise<Refusal | null> {
    const { images, now, store } = this.#parts;
    const texts = readTexts(input.name ?? seen.name, input.card_id ?? seen.cardId);
    if ('ok' in texts) return texts;
    const pictures = readPictures(input.front_pic ?? seen.frontImage, input.reverse_pic ?? seen.reverseImage);
    if ('ok' in pictures) return pictures;
    const before = [seen.frontImage, seen.reverseImage];
    const after = [pictures.frontImage, pictures.reverseImage];
    // Rejected images are deleted after a time.
    for (const id of after.filter((image) => before.includes(image))) {
      if (!(await images.exists(id))) return refused('image_unknown');
    }
    return this.#inTransaction(async (transaction) => {
      const known = await store.lock(transaction, seen.id);
      if (known?.version !== seen.version) return refused('real_name_in_review');
      const nowMs = now();
      const isNewDay = known.submissionsSinceMs + dayMs <= nowMs;
      const submissions = isNewDay ? 1 : known.submissions + 1;
      const sinceMs = isNewDay ? nowMs : known.submissionsSinceMs;
      if (submissions > maxSubmissions) return refused('real_name_too_often', hoursUntil(sinceMs + dayMs, nowMs));
      for (const id of after) {
        if (before.includes(id)) await images.keep(transaction, id);
        else {
          const attached = await images.attach(transaction, seen.user, id, attachmentOf(seen.user));
          if (typeof attached !== 'string') return attached;
        }
      }
      for (const id of before.filter((image) => !after.includes(image))) await images.detach(transaction, id);
      await store.replace(transaction, known, { ...texts, ...pictures }, { submissions, sinceMs, nowMs });
      return null;
    });
  }

  async #remind({ id, remindedAtMs }: Verification): Promise<Refusal | null> {
    const { db, now } = this.#parts;
    const nowMs = now();
    const { numUpdatedRows } = await db
      .updateTable('verifications')
      .set({ reminded_at: nowMs })
      .where('id', '=', String(id))
      .where('status', '=', 'review')
      .where((row) => row.or([row('reminded_at', 'is', null), row('reminded_at', '<=', String(nowMs - dayMs))]))
      .executeTakeFirst();
    if (numUpdatedRows === 1n) return null;
    return refused('real_name_reminded', hoursUntil((remindedAtMs ?? nowMs) + dayMs, nowMs));
  }

  async #inTransaction(work: (transaction: Transaction<Schema>) => Promise<Refusal | null>): Promise<Refusal | null> {
    try {
      await inTransaction(this.#parts.db, async (transaction) => {
        const refusal = await work(transaction);
        if (refusal !== null) throw new RolledBack(refusal);
      });
      return null;
    } catch (error) {
      if (error instanceof RolledBack) return error.refusal;
      throw error;
    }
  }
}

/** The time from which a submission under review accepts a reminder; null for other submissions. */
export function remindFrom({ remindedAtMs, status, submittedAtMs }: Verification): number | null {
  if (status !== 'review') return null;
  return remindedAtMs === null ? submittedAtMs : remindedAtMs + dayMs;
}

function readTexts(name: string, cardId: string): Pick<Documents, 'cardId' | 'name'> | Refusal {
  const readName = readRealName(name);
  if ('problem' in readName) return refused(readName.problem);
  const readId = readCardId(cardId);
  return 'problem' in readId ? refused(readId.problem) : { ...readName, ...readId };
}

function readPictures(front: string, reverse: string): Pick<Documents, 'frontImage' | 'reverseImage'> | Refusal {
  if (front === '' || reverse === '') return refused('real_name_pictures');
  const frontImage = imageIdOf(front);
  const reverseImage = imageIdOf(reverse);
  if (frontImage === null || reverseImage === null) return refused('image_unknown');
  return frontImage === reverseImage ? refused('real_name_pictures') : { frontImage, reverseImage };
}

function attachmentOf(user: number) {
  return { kind: 'identity', owner: `user ${user}` } as const;
}

function hoursUntil(atMs: number, nowMs: number): { readonly hours: number } {
  return { hours: Math.max(1, Math.ceil((atMs - nowMs) / hourMs)) };
}
