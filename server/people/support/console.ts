import { feedbackCalls } from '@bourse/contract/console';
import { userId } from '@bourse/engine';
import type { Transaction } from 'kysely';
import type { Notices } from '../alerts/index.ts';
import type { Schema } from '../../ground/database/index.ts';
import type { ImagesPort } from '../images/index.ts';
import { addMessage, lockFeedback, type LockedFeedback, messagesOf, moveTo } from './feedback-store.ts';
import { cursorOf, placeOf, readInbox, type StoredInboxRow, waitingFeedback } from './inbox.ts';
import { feedbackBounds } from './routes.ts';
import { answered, changed, refusal, type StaffMember, type StaffRoll } from '../../ground/console-gateway/index.ts';
import type { With } from '../../ground/parts.ts';

/** How long a feedback is reserved for the member of staff who takes it. */
const takenForMs = 15 * 60_000;
const defaultRows = 50;

export interface FeedbackConsoleParts extends With<'console' | 'identityDb' | 'now' | 'queues'> {
  readonly roll: Pick<StaffRoll, 'names'>;
  readonly images: Pick<ImagesPort, 'read'>;
  readonly notices: Pick<Notices, 'write'>;
}

/** Serves the inbox of feedback to support. */
export function registerFeedbackConsole(parts: FeedbackConsoleParts): void {
  registerReads(parts);
  registerChanges(parts);
  parts.queues.add({
    name: 'feedback',
    screen: '/feedback',
    roles: ['support'],
    count: () => waitingFeedback(parts.identityDb),
  });
}

function registerReads({ console, identityDb, images, now, roll }: FeedbackConsoleParts): void {
  console.owns('feedback', async (any, id) => {
    const row = await any.selectFrom('feedback').select('user_id').where('id', '=', String(id)).executeTakeFirst();
    return row?.user_id ?? null;
  });

  console.read(feedbackCalls.feedbackInbox, async ({ cursor, limit, state = null, type = null, user }) => {
    const after = cursor === undefined ? null : placeOf(cursor);
    if (cursor !== undefined && after === null) {
      return refusal('invalid_request', { field: 'cursor', problem: 'format' });
    }
    const maxRows = Number(limit ?? defaultRows);
    const filter = { id: null, state, type, user: user === undefined ? null : Number(user) };
    const [found, names] = await Promise.all([readInbox(identityDb, filter, after, maxRows + 1), roll.names()]);
    const page = found.slice(0, maxRows);
    const last = page.at(-1);
    const next = found.length > maxRows && last !== undefined ? cursorOf(last.place) : null;
    return answered({ rows: page.map((row) => shown(row, names, now())), next, as_of: now() });
  });

  console.read(feedbackCalls.feedbackThread, async ({ id }) => {
    const filter = { id: Number(id), state: null, type: null, user: null };
    const [[row], messages, names] = await Promise.all([
      readInbox(identityDb, filter, null, 1),
      messagesOf(identityDb, Number(id)),
      roll.names(),
    ]);
    if (row === undefined) return refusal('feedback_unknown');
    return answered({
      ...shown(row, names, now()),
      messages: messages.map((message) => ({
        id: message.id,
        staff: message.staff === null ? null : nameOf(message.staff, names),
        content: message.content,
        images: message.images.length,
        created_at: message.atMs,
      })),
    });
  });

  console.look(feedbackCalls.feedbackImage, async ({ id, image, message }) => {
    const found = (await messagesOf(identityDb, id)).find((one) => one.id === message)?.images[image];
    if (found === undefined) return refusal('feedback_unknown');
    const jpeg = await images.read(found);
    if (jpeg === null) return refusal('image_gone');
    return { ...answered({ jpeg: jpeg.toString('base64') }), subject: { kind: 'image', id: found } };
  });
}

function registerChanges({ console, notices, roll }: FeedbackConsoleParts): void {
  console.change(feedbackCalls.takeFeedback, async ({ id, version }, { by, now: nowMs, transaction }) => {
    const feedback = await lockFor(transaction, by, { id, version }, nowMs);
    if ('error' in feedback) return feedback;
    if (feedback.state !== 'open') return refusal('feedback_not_open');
    const taken = { version: version + 1, taken_by: by.id, taken_until: nowMs + takenForMs };
    await transaction.updateTable('feedback').set(taken).where('id', '=', String(id)).execute();
    const before = { taken_by: feedback.takenBy };
    return changed({ version: taken.version }, { ...subjectOf(id), before, after: { taken_by: by.id } });
  });

  console.change(feedbackCalls.answerFeedback, async (input, { by, committed, now: nowMs, transaction }) => {
    const { id, version } = input;
    const content = input.content.trim();
    if (content === '') return refusal('invalid_request', { field: 'content', problem: 'minLength' });
    const feedback = await lockFor(transaction, by, { id, version }, nowMs);
    if ('error' in feedback) return feedback;
    if (feedback.state === 'closed') return refusal('feedback_is_closed');
    // Twice the bound of the user, who must be answered also at its end.
    if ((await messagesOf(transaction, id)).length >= 2 * feedbackBounds.messages) return refusal('feedback_full');
    await addMessage(transaction, id, { staff: by.id, content, images: [], atMs: nowMs });
    const next = await moveTo(transaction, feedback, 'answered', nowMs);
    const { title, user } = feedback;
    committed(await notices.write(transaction, userId(user), 'feedback_answered', { title }));
    const effect = { before: { state: feedback.state }, after: { state: 'answered', content } };
    return changed({ version: next }, { ...subjectOf(id), ...effect });
  });

  console.change(feedbackCalls.closeFeedbackOfUser, async ({ id, version }, { by, now: nowMs, transaction }) => {
    const feedback = await lockFor(transaction, by, { id, version }, nowMs);
    if ('error' in feedback) return feedback;
    if (feedback.state === 'closed') return refusal('feedback_is_closed');
    await moveTo(transaction, feedback, 'closed', nowMs);
    return changed(null, { ...subjectOf(id), before: { state: feedback.state }, after: { state: 'closed' } });
  });

  /** Locks a feedback that this member of staff may work on, in the version that they have seen. */
  async function lockFor(
    transaction: Transaction<Schema>,
    by: StaffMember,
    { id, version }: { readonly id: number; readonly version: number },
    nowMs: number,
  ) {
    const feedback = await lockFeedback(transaction, id, null);
    if (feedback === null) return refusal('feedback_unknown');
    if (isTaken(feedback, nowMs) && feedback.takenBy !== by.id) {
      const name = nameOf(feedback.takenBy ?? 0, await roll.names(transaction));
      return refusal('feedback_taken', { name });
    }
    return feedback.version === version ? feedback : refusal('changed_meanwhile');
  }
}

function shown({ place: _place, takenBy, takenUntilMs, ...row }: StoredInboxRow, names: Names, nowMs: number) {
  const taken = takenBy !== null && isTaken({ takenBy, takenUntilMs }, nowMs);
  return { ...row, taken_by: taken ? { id: takenBy, name: nameOf(takenBy, names), until: takenUntilMs } : null };
}

type Names = ReadonlyMap<number, string>;

function nameOf(staff: number, names: Names): string {
  return names.get(staff) ?? String(staff);
}

function isTaken({ takenBy, takenUntilMs }: Pick<LockedFeedback, 'takenBy' | 'takenUntilMs'>, nowMs: number): boolean {
  return takenBy !== null && takenUntilMs > nowMs;
}

function subjectOf(id: number) {
  return { subject: { kind: 'feedback', id: String(id) } };
}
