import type { RejectionKey } from '@bourse/contract/verification';
import type { Transaction } from 'kysely';
import type { Notices, Sending } from '../alerts/index.ts';
import type { Schema } from '../../ground/database/index.ts';
import type { Changes } from '../../ground/feed/index.ts';
import type { Images } from '../images/index.ts';
import type { Verification, VerificationStore } from './verification-store.ts';
import type { With } from '../../ground/parts.ts';

export interface Rejection {
  readonly key: RejectionKey;
  /** An explanation by staff, in their words; may be empty. */
  readonly words: string;
}

export interface DecisionParts extends With<'now'> {
  readonly store: VerificationStore;
  readonly images: Pick<Images, 'detach'>;
  readonly notices: Pick<Notices, 'write'>;
  readonly changes: Pick<Changes, 'report'>;
}

/** Records decisions about documents and notifies their users. */
export class Decisions {
  readonly #parts: DecisionParts;

  constructor(parts: DecisionParts) {
    this.#parts = parts;
  }

  /** Approves a locked submission, or rejects it. `by` is null for a demo. Call the result after the commit. */
  async decide(
    transaction: Transaction<Schema>,
    known: Verification,
    decision: { readonly by: number | null; readonly rejection: Rejection | null },
  ): Promise<Sending> {
    const { changes, images, notices, now, store } = this.#parts;
    const { by, rejection } = decision;
    await store.decide(transaction, known, { by, rejection, nowMs: now() });
    if (rejection !== null) {
      await images.detach(transaction, known.frontImage);
      await images.detach(transaction, known.reverseImage);
    }
    // The reason is on the page only: it can say something about the document.
    const template = rejection === null ? 'identity_verified' : 'identity_rejected';
    const send = await notices.write(transaction, known.user, template, {});
    return () => {
      send();
      changes.report('account', known.user);
    };
  }
}
