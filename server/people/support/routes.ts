import {
  addFeedback,
  closeFeedback,
  countWords,
  type Feedback,
  feedbackInfo,
  feedbackList,
  type FeedbackRow,
  feedbackTypeList,
  feedbackTypes,
  minFeedbackWords,
  replyToFeedback,
} from '@bourse/contract/support';
import { imageUrl } from '@bourse/contract/images';
import type { UserId } from '@bourse/engine';
import type { Kysely, Transaction } from 'kysely';
import { inTransaction, type Schema } from '../../ground/database/index.ts';
import {
  done,
  type Gateway,
  pageOf,
  RateExceeded,
  readPaging,
  type Refused,
  refused,
} from '../../ground/gateway/index.ts';
import type { ImagesPort } from '../images/index.ts';
import { say } from '../../ground/texts/index.ts';
import {
  addMessage,
  addRow,
  findOf,
  lastMessagesOf,
  listOf,
  lockFeedback,
  lockWriter,
  messagesOf,
  moveTo,
  sentSince,
  unclosedOf,
} from './feedback-store.ts';
import type { With } from '../../ground/parts.ts';

const hourMs = 3_600_000;

/** A user's limits: feedback that is not closed, new feedback and messages in an hour, messages in one feedback. */
export const feedbackBounds = { unclosed: 5, newPerHour: 3, messagesPerHour: 20, messages: 100 };

export interface FeedbackParts extends With<'db' | 'now'> {
  readonly images: Pick<ImagesPort, 'attach'>;
}

/** Serves the feedback of users. */
export function registerFeedback(gateway: Gateway, { db, images, now }: FeedbackParts): void {
  gateway.visitor(feedbackTypeList, (_input, { language }) =>
    done(feedbackTypes.map((type) => ({ type, name: say(language, `feedbackTypes.${type}`) }))),
  );

  gateway.member(addFeedback, async (input, { user }) => {
    const { type } = input;
    const [title, content] = [input.title.trim(), input.content.trim()];
    if (title === '') return refused('invalid_request', { field: 'title', problem: 'minLength' });
    const words = countWords(content);
    if (words < minFeedbackWords) return refused('feedback_too_short', { minimum: minFeedbackWords, words });
    return inTransaction(db, async (transaction) => {
      const nowMs = now();
      await lockWriter(transaction, user);
      const { newPerHour, unclosed } = feedbackBounds;
      if ((await unclosedOf(transaction, user)) >= unclosed) return refused('feedback_limit', { maximum: unclosed });
      if ((await sentSince(transaction, user, nowMs - hourMs)) >= newPerHour) {
        return refused('feedback_too_often', { maximum: newPerHour });
      }
      const id = await addRow(transaction, { user, type, title, nowMs });
      const attached = await attach(transaction, user, id, input.images ?? []);
      if ('error' in attached) throw new Withdrawn(attached);
      await addMessage(transaction, id, { staff: null, content, images: attached, atMs: nowMs });
      return done(await read(transaction, user, id));
    }).catch(asAnswer);
  });

  gateway.member(replyToFeedback, async (input, { user }) => {
    const id = Number(input.id);
    const content = input.content.trim();
    if (content === '') return refused('invalid_request', { field: 'content', problem: 'minLength' });
    return inTransaction(db, async (transaction) => {
      const nowMs = now();
      await lockWriter(transaction, user);
      const feedback = await lockFeedback(transaction, id, user);
      if (feedback === null) return refused('feedback_unknown');
      const { messages, messagesPerHour, unclosed } = feedbackBounds;
      if (feedback.state === 'closed' && (await unclosedOf(transaction, user)) >= unclosed) {
        return refused('feedback_limit', { maximum: unclosed });
      }
      if ((await messagesOf(transaction, id)).length >= messages)
        return refused('feedback_full', { maximum: messages });
      const last = await lastMessagesOf(transaction, user, nowMs - hourMs, messagesPerHour);
      const oldest = last[messagesPerHour - 1];
      if (oldest !== undefined) throw new RateExceeded(Math.ceil((oldest + hourMs - nowMs) / 1_000));
      const attached = await attach(transaction, user, id, input.images ?? []);
      if ('error' in attached) throw new Withdrawn(attached);
      await addMessage(transaction, id, { staff: null, content, images: attached, atMs: nowMs });
      await moveTo(transaction, feedback, 'open', nowMs);
      return done(await read(transaction, user, id));
    }).catch(asAnswer);
  });

  gateway.member(closeFeedback, async (input, { user }) =>
    inTransaction(db, async (transaction) => {
      const feedback = await lockFeedback(transaction, Number(input.id), user);
      if (feedback === null) return refused('feedback_unknown');
      if (feedback.state !== 'closed') await moveTo(transaction, feedback, 'closed', now());
      return done(null);
    }),
  );

  gateway.member(feedbackList, async (input, { user }) => {
    const paging = readPaging(input);
    if (!paging.ok) return paging;
    const { rows, total } = await listOf(db, user, input.state ?? null, paging);
    return done(pageOf(rows, total, paging));
  });

  gateway.member(feedbackInfo, async (input, { user }) => {
    const row = await findOf(db, user, Number(input.id));
    return row === null ? refused('feedback_unknown') : done(await withMessages(db, row));
  });

  /** Makes images part of a feedback and returns their ids. */
  async function attach(
    transaction: Transaction<Schema>,
    user: UserId,
    feedback: number,
    urls: readonly string[],
  ): Promise<string[] | Refused<'image_unknown'>> {
    const ids: string[] = [];
    for (const url of urls) {
      const id = await images.attach(transaction, user, url, { kind: 'feedback', owner: `feedback ${feedback}` });
      if (typeof id !== 'string') return id;
      ids.push(id);
    }
    return ids;
  }
}

async function read(transaction: Transaction<Schema>, user: UserId, id: number): Promise<Feedback> {
  const row = await findOf(transaction, user, id);
  if (row === null) throw new Error(`Feedback ${id} is missing in its own transaction.`);
  return withMessages(transaction, row);
}

async function withMessages(db: Kysely<Schema>, row: FeedbackRow): Promise<Feedback> {
  const messages = (await messagesOf(db, row.id)).map(({ atMs, content, id, images, staff }) => ({
    id,
    from: staff === null ? ('user' as const) : ('support' as const),
    content,
    images: images.map(imageUrl),
    created_at: atMs,
  }));
  return { ...row, messages };
}

/** Rolls a transaction back and carries the refusal out of it. */
class Withdrawn extends Error {
  readonly refusal: Refused<'image_unknown'>;

  constructor(refusal: Refused<'image_unknown'>) {
    super('The message was not stored.');
    this.refusal = refusal;
  }
}

function asAnswer(error: unknown): Refused<'image_unknown'> {
  if (error instanceof Withdrawn) return error.refusal;
  throw error;
}
