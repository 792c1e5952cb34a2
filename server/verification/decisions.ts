import { type Language, languageCodes } from '@bourse/contract/texts';
import type { RejectionKey } from '@bourse/contract/verification';
import type { Transaction } from 'kysely';
import type { Schema } from '../database/index.ts';
import type { Images } from '../images/index.ts';
import type { AddressBook, Notify } from '../notify/index.ts';
import type { Verification, VerificationStore } from './verification-store.ts';

const usefulForMs = 7 * 86_400_000;

export interface Rejection {
  readonly key: RejectionKey;
  /** An explanation by staff, in their words; may be empty. */
  readonly words: string;
}

export interface DecisionParts {
  readonly store: VerificationStore;
  readonly images: Pick<Images, 'detach'>;
  readonly people: Pick<AddressBook, 'contactOf'>;
  readonly notify: {
    readonly messages: Pick<Notify['messages'], 'add'>;
    readonly delivery: Pick<Notify['delivery'], 'wake'>;
  };
  readonly now: () => number;
}

/** Records decisions about documents and notifies their users. */
export class Decisions {
  readonly #parts: DecisionParts;

  constructor(parts: DecisionParts) {
    this.#parts = parts;
  }

  /** Approves a locked submission, or rejects it. `by` is null for a demo. Call `sent` after the commit. */
  async decide(
    transaction: Transaction<Schema>,
    known: Verification,
    decision: { readonly by: number | null; readonly rejection: Rejection | null },
  ): Promise<void> {
    const { images, notify, now, people, store } = this.#parts;
    const nowMs = now();
    const { by, rejection } = decision;
    await store.decide(transaction, known, { by, rejection, nowMs });
    if (rejection !== null) {
      await images.detach(transaction, known.frontImage);
      await images.detach(transaction, known.reverseImage);
    }
    const contact = (await people.contactOf(known.user, 'email')) ?? (await people.contactOf(known.user, 'sms'));
    if (contact === null) return;
    const content = {
      template: 'verification',
      rejection: rejection?.key ?? null,
      words: rejection?.words ?? '',
    } as const;
    const language = await languageOf(transaction, known.user);
    await notify.messages.add(transaction, { contact, content, language, expiresAtMs: nowMs + usefulForMs });
  }

  /** Sends the messages of committed decisions. */
  sent(): void {
    this.#parts.notify.delivery.wake();
  }
}

async function languageOf(transaction: Transaction<Schema>, user: number): Promise<Language> {
  const query = transaction.selectFrom('users').select('language').where('id', '=', String(user));
  const row = await query.executeTakeFirst();
  return languageCodes.find((code) => code === row?.language) ?? 'en';
}
