import type { AnnouncementText } from '@bourse/contract/console';
import type { Transaction } from 'kysely';
import type { Logger } from 'pino';
import { NextDue, type Work } from '../../ground/background/index.ts';
import { inTransaction, safeInteger, type Schema } from '../../ground/database/index.ts';
import type { Notify } from '../notify/index.ts';
import { lockAnnouncement, readAnnouncementTexts, type StoredAnnouncement } from './announcement-store.ts';
import { type AudienceViews, isInAudience } from './audience.ts';
import type { With } from '../../ground/parts.ts';

const defaultBatch = 100;
/** No further mails are queued while this many are waiting. */
const maxWaiting = 200;
/** A mail that could not be sent within this time is given up. */
const usefulForMs = 3 * 86_400_000;
const busyPauseMs = 1_000;
const idlePauseMs = 30_000;

export interface AnnouncerParts extends With<'background' | 'identityDb' | 'now'> {
  readonly notify: {
    readonly messages: Pick<Notify['messages'], 'add' | 'queuedOf'>;
    readonly delivery: Pick<Notify['delivery'], 'wake'>;
  };
  readonly views: AudienceViews;
  /** Users that one transaction considers. */
  readonly usersPerBatch?: number;
  readonly log: Pick<Logger, 'info'>;
}

/**
 * Queues the mails of announcements that are being sent. It passes through the users in the order of their ids; each
 * batch is one transaction with its mails, its recipients and the position, so an interrupted run continues where it
 * was, and no user receives an announcement twice.
 */
export class Announcer {
  readonly #parts: AnnouncerParts;
  readonly #work: Work;

  constructor(parts: AnnouncerParts) {
    this.#parts = parts;
    const terms = { everyMs: idlePauseMs, atOnce: true };
    this.#work = parts.background.work(
      'announcements: queue mails',
      terms,
      async (signal) => new NextDue((await this.round(signal)) ? busyPauseMs : idlePauseMs),
    );
  }

  /** Starts a round now, because an announcement is to be sent. */
  wake(): void {
    this.#work.wake();
  }

  /**
   * Queues mails until every announcement is complete or enough mails are waiting.
   *
   * @returns whether mails remain to be queued
   */
  async round(signal: AbortSignal = new AbortController().signal): Promise<boolean> {
    const { identityDb, notify } = this.#parts;
    for (;;) {
      const sending = await identityDb
        .selectFrom('announcements')
        .select('id')
        .where('state', '=', 'sending')
        .orderBy('id')
        .limit(1)
        .executeTakeFirst();
      if (sending === undefined) return false;
      if (signal.aborted) return true;
      if ((await notify.messages.queuedOf('announcement', maxWaiting)) >= maxWaiting) return true;
      await this.#queueBatch(safeInteger(sending.id));
      notify.delivery.wake();
    }
  }

  async #queueBatch(id: number): Promise<void> {
    const { identityDb, log, usersPerBatch = defaultBatch } = this.#parts;
    const isComplete = await inTransaction(identityDb, async (transaction) => {
      // Serializes with a stop.
      const announcement = await lockAnnouncement(transaction, id);
      if (announcement?.state !== 'sending') return false;
      const texts = (await readAnnouncementTexts(transaction, [id])).get(id) ?? [];
      const people = await nextPeople(transaction, announcement, usersPerBatch);
      const members = people.filter((one) => isInAudience(announcement.audience, one.id, this.#parts.views));
      const reachable = members.filter((one) => one.emailKey !== null);
      const queued = await this.#queue(transaction, id, reachable, texts);
      const isLast = people.length < usersPerBatch;
      await transaction
        .updateTable('announcements')
        .set({
          seen_user: people.at(-1)?.id ?? announcement.lastUser,
          seen: announcement.seen + people.length,
          queued: announcement.queued + queued,
          without_address: announcement.withoutAddress + members.length - reachable.length,
          ...(isLast ? { state: 'sent' as const, ended_at: this.#parts.now() } : {}),
        })
        .where('id', '=', String(id))
        .execute();
      return isLast;
    });
    if (isComplete) log.info({ announcement: id }, 'all mails of an announcement are queued');
  }

  /** Queues the mails of users who have none of this announcement yet; returns how many. */
  async #queue(
    transaction: Transaction<Schema>,
    id: number,
    people: readonly Recipient[],
    texts: readonly AnnouncementText[],
  ): Promise<number> {
    const now = this.#parts.now();
    const letters = people.flatMap((person) => {
      const text = textFor(person.language, texts);
      return text === null || person.emailKey === null ? [] : [{ person, key: person.emailKey, text }];
    });
    if (letters.length === 0) return 0;
    const added = await transaction
      .insertInto('announcement_recipients')
      .values(
        letters.map(({ person, text }) => ({
          announcement_id: id,
          user_id: person.id,
          language: text.language,
          queued_at: now,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning('user_id')
      .execute();
    const fresh = new Set(added.map((row) => safeInteger(row.user_id)));
    for (const { key, person, text } of letters.filter((letter) => fresh.has(letter.person.id))) {
      const { content, language, title } = text;
      await this.#parts.notify.messages.add(transaction, {
        contact: { channel: 'email', address: person.email, key },
        language,
        content: { template: 'announcement', title, content },
        expiresAtMs: now + usefulForMs,
      });
    }
    return fresh.size;
  }
}

interface Recipient {
  readonly id: number;
  readonly email: string;
  readonly emailKey: string | null;
  readonly language: string | null;
}

async function nextPeople(
  transaction: Transaction<Schema>,
  { audience, lastUser, seenUser }: StoredAnnouncement,
  maxCount: number,
): Promise<Recipient[]> {
  let query = transaction
    .selectFrom('users')
    .select(['id', 'email', 'email_key', 'language'])
    .where('id', '>', String(seenUser))
    .where('id', '<=', String(lastUser))
    .orderBy('id')
    .limit(maxCount);
  if (audience.kind === 'users') query = query.where('id', 'in', audience.users.map(String));
  const rows = await query.execute();
  return rows.map((row) => ({
    id: safeInteger(row.id),
    email: row.email,
    emailKey: row.email_key,
    language: row.language,
  }));
}

/** The text in a language, or else in English. */
export function textFor(language: string | null, texts: readonly AnnouncementText[]): AnnouncementText | null {
  return texts.find((text) => text.language === language) ?? texts.find((text) => text.language === 'en') ?? null;
}
