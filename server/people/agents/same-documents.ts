import { userId, type UserId } from '@bourse/engine';
import { type AttachmentNumber, attachmentNumber } from '@bourse/engine/agents';
import type { Transaction } from 'kysely';
import type { EachAlone } from '../../ground/background/index.ts';
import { inTransaction, safeInteger, type Schema } from '../../ground/database/index.ts';
import type { With } from '../../ground/parts.ts';
import type { Sending } from '../alerts/index.ts';
import { type Attachments, lockUser } from './attachments.ts';
import { maskedAccountOf } from './wire.ts';

const atOnce = 200;

interface SameDocumentParts extends With<'changes' | 'identityDb' | 'notices'> {
  readonly attachments: Pick<Attachments, 'carryOut' | 'end'>;
}

interface Found {
  readonly attachment: AttachmentNumber;
  readonly user: UserId;
}

/** Attachments between accounts that are verified with the same document, which earn nothing. */
export class SameDocuments {
  readonly #parts: SameDocumentParts;

  constructor(parts: SameDocumentParts) {
    this.#parts = parts;
  }

  /**
   * Ends the open ones and drops the unpaid commission of all, also of those that have ended.
   *
   * @param unpaid the attachments with unpaid fees
   * @returns those whose commission could not be dropped and must not be paid; `alone` has the reasons
   */
  async end(unpaid: readonly AttachmentNumber[], alone: EachAlone): Promise<ReadonlySet<AttachmentNumber>> {
    const kept = new Set<AttachmentNumber>();
    for await (const { attachment, user } of this.#all(unpaid)) {
      kept.add(attachment);
      await alone.attempt(async () => {
        await this.#end(attachment, user);
        kept.delete(attachment);
      });
    }
    return kept;
  }

  async *#all(unpaid: readonly AttachmentNumber[]): AsyncGenerator<Found> {
    let after = '0';
    for (;;) {
      const open = await this.#select()
        .where('attachments.closed_at', 'is', null)
        .where('attachments.id', '>', after)
        .limit(atOnce)
        .execute();
      yield* open.map(foundOf);
      const last = open.at(-1);
      if (last === undefined) break;
      after = last.id;
    }
    for (let at = 0; at < unpaid.length; at += atOnce) {
      const ended = await this.#select()
        .where('attachments.closed_at', 'is not', null)
        .where('attachments.id', 'in', unpaid.slice(at, at + atOnce).map(String))
        .execute();
      yield* ended.map(foundOf);
    }
  }

  #select() {
    return this.#parts.identityDb
      .selectFrom('attachments')
      .innerJoin('verifications as own', 'own.user_id', 'attachments.user_id')
      .innerJoin('verifications as other', 'other.user_id', 'attachments.agent_id')
      .select(['attachments.id', 'attachments.user_id'])
      .whereRef('own.card_key', '=', 'other.card_key')
      .where('own.status', '=', 'approved')
      .where('other.status', '=', 'approved')
      .orderBy('attachments.id');
  }

  async #end(attachment: AttachmentNumber, user: UserId): Promise<void> {
    const { attachments, changes, identityDb } = this.#parts;
    const ended = await inTransaction(identityDb, async (transaction) => {
      await lockUser(transaction, user);
      return this.#store(transaction, attachment, user);
    });
    for (const send of ended.sendings) send();
    changes.report('account', user);
    changes.report('account', ended.agent);
    await attachments.carryOut(user);
  }

  /** Notifies user and agent of the end, and the agent of a dropped commission, each once. */
  async #store(transaction: Transaction<Schema>, attachment: AttachmentNumber, user: UserId) {
    const { attachments, notices } = this.#parts;
    const row = await transaction
      .selectFrom('attachments')
      .select(['agent_id', 'closed_at', 'dropped', 'stage'])
      .where('id', '=', String(attachment))
      .executeTakeFirstOrThrow();
    const agent = userId(safeInteger(row.agent_id));
    const sendings: Sending[] = [];
    if (row.closed_at === null) {
      await attachments.end(transaction, user, 'document');
      sendings.push(await notices.write(transaction, user, 'agent_ended', {}));
    } else {
      await transaction
        .updateTable('attachments')
        .set({ dropped: true, stage: row.stage === 'ended' ? 'dropping' : row.stage })
        .where('id', '=', String(attachment))
        .execute();
    }
    if (!row.dropped) {
      const account = await maskedAccountOf(transaction, user);
      sendings.push(await notices.write(transaction, agent, 'agent_document', { account }));
    }
    return { agent, sendings };
  }
}

function foundOf(row: { readonly id: string; readonly user_id: string }): Found {
  return { attachment: attachmentNumber(safeInteger(row.id)), user: userId(safeInteger(row.user_id)) };
}
