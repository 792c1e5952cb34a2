import {
  announcementCalls,
  type Announcement,
  type AnnouncementRow,
  type AnnouncementText,
} from '@bourse/contract/console';
import type { Language } from '@bourse/contract/texts';
import type { Transaction } from 'kysely';
import type { Schema } from '../../ground/database/index.ts';
import type { Views } from '../../ground/feed/index.ts';
import type { Notify } from '../notify/index.ts';
import {
  addDraft,
  lockAnnouncement,
  readAnnouncement,
  readAnnouncements,
  readAnnouncementTexts,
  replaceTexts,
  type StoredAnnouncement,
} from './announcement-store.ts';
import { type Announcer, textFor } from './announcer.ts';
import { audienceName, audienceProblem, type AudienceViews } from './audience.ts';
import { answered, changed, refusal } from '../../ground/console-gateway/index.ts';
import type { With } from '../../ground/parts.ts';

const defaultRows = 50;

export interface AnnouncementParts extends With<'console' | 'identityDb' | 'now'> {
  readonly announcer: Pick<Announcer, 'wake'>;
  readonly notify: Pick<Notify, 'offers' | 'preview'>;
  readonly views: AudienceViews & { readonly listings: Pick<Views['listings'], 'currencies' | 'markets'> };
  readonly roll: { names(): Promise<ReadonlyMap<number, string>> };
}

/** Serves the announcements: their drafts, sending and stopping. */
export function registerAnnouncements(parts: AnnouncementParts): void {
  registerReads(parts);
  registerChanges(parts);
}

function registerReads({ console, identityDb, notify, now, roll, views }: AnnouncementParts): void {
  console.read(announcementCalls.announcements, async ({ cursor, limit, state = null }) => {
    const maxRows = Number(limit ?? defaultRows);
    const before = cursor === undefined ? null : Number(cursor);
    if (before !== null && !Number.isSafeInteger(before)) {
      return refusal('invalid_request', { field: 'cursor', problem: 'format' });
    }
    const found = await readAnnouncements(identityDb, { state, before }, maxRows + 1);
    const page = found.slice(0, maxRows);
    const ids = page.map(({ id }) => id);
    const [texts, names] = await Promise.all([readAnnouncementTexts(identityDb, ids), roll.names()]);
    const rows = page.map((announcement) => rowOf(announcement, texts.get(announcement.id) ?? [], names));
    const next = found.length > maxRows ? String(page.at(-1)?.id) : null;
    return answered({ rows, next, as_of: now() });
  });

  console.read(announcementCalls.announcement, async ({ id }) => {
    const announcement = await readAnnouncement(identityDb, Number(id));
    if (announcement === null) return refusal('not_found');
    const [all, names] = await Promise.all([readAnnouncementTexts(identityDb, [announcement.id]), roll.names()]);
    const texts = all.get(announcement.id) ?? [];
    const answer: Announcement = { ...rowOf(announcement, texts, names), texts };
    return answered(answer);
  });

  console.read(announcementCalls.announcementAudiences, () => {
    const currencies = views.listings.currencies().map(({ code, id }) => ({ id, code }));
    const markets = views.listings.markets().map(({ id, symbol }) => ({ id, symbol }));
    return answered({ currencies, markets });
  });

  console.read(announcementCalls.announcementMail, async ({ id, language }) => {
    const texts = (await readAnnouncementTexts(identityDb, [Number(id)])).get(Number(id)) ?? [];
    const text = textFor(language, texts);
    if (text === null) return refusal('not_found');
    const mail = notify.preview({ template: 'announcement', title: text.title, content: text.content }, text.language);
    return answered({ language: text.language, subject: mail.subject, text: mail.text });
  });

  function rowOf(
    announcement: StoredAnnouncement,
    texts: readonly AnnouncementText[],
    names: ReadonlyMap<number, string>,
  ): AnnouncementRow {
    const { audience, changedBy, id, queued, seen, state, total, version } = announcement;
    return {
      id,
      version,
      state,
      audience,
      total,
      seen,
      queued,
      title: (textFor('en', texts) ?? texts[0])?.title ?? '',
      languages: texts.map(({ language }) => language),
      audience_name: audienceName(audience, views),
      without_address: announcement.withoutAddress,
      changed_at: announcement.changedAtMs,
      changed_by: names.get(changedBy) ?? String(changedBy),
      started_at: announcement.startedAtMs,
      ended_at: announcement.endedAtMs,
    };
  }
}

function registerChanges({ announcer, console, notify, views }: AnnouncementParts): void {
  console.change(
    announcementCalls.saveAnnouncement,
    async ({ id, target, texts, version }, { by, now, transaction }) => {
      const repeated = repeatedLanguage(texts);
      if (repeated !== null) return refusal('language_repeated', { language: repeated });
      const problem = await audienceProblem(target, views, transaction);
      if (problem !== null) {
        return problem.error === 'user_unknown'
          ? refusal(problem.error, { user: problem.user })
          : refusal(problem.error);
      }
      const old = id === null ? null : await lockAnnouncement(transaction, id);
      if (id !== null && old === null) return refusal('not_found');
      if (old !== null && old.state !== 'draft') return refusal('announcement_begun');
      if ((old?.version ?? 0) !== version) return refusal('changed_meanwhile');
      const before = old === null ? null : await contentOf(transaction, old);
      const kept = old?.id ?? (await addDraft(transaction, { audience: target, by: by.id, nowMs: now }));
      const next = version + 1;
      await transaction
        .updateTable('announcements')
        .set({ version: next, audience: JSON.stringify(target), changed_at: now, changed_by: by.id })
        .where('id', '=', String(kept))
        .execute();
      await replaceTexts(transaction, kept, texts);
      const subject = { kind: 'announcement', id: String(kept) };
      return changed({ id: kept, version: next }, { subject, before, after: { audience: target, texts } });
    },
  );

  console.change(announcementCalls.sendAnnouncement, async ({ id, version }, context) => {
    const { by, committed, now, transaction } = context;
    const announcement = await lockAnnouncement(transaction, id);
    if (announcement === null) return refusal('not_found');
    const { state } = announcement;
    if (state !== 'draft' && state !== 'stopped') return refusal('announcement_begun');
    if (announcement.version !== version) return refusal('changed_meanwhile');
    if (!notify.offers('email')) return refusal('mail_unavailable');
    const content = await contentOf(transaction, announcement);
    if (textFor(null, content.texts) === null) return refusal('english_missing');
    const scope = state === 'draft' ? await scopeOf(transaction, announcement) : {};
    const next = version + 1;
    await transaction
      .updateTable('announcements')
      .set({
        version: next,
        state: 'sending',
        changed_at: now,
        changed_by: by.id,
        ended_at: null,
        started_at: announcement.startedAtMs ?? now,
        ...scope,
      })
      .where('id', '=', String(id))
      .execute();
    committed(() => announcer.wake());
    const subject = { kind: 'announcement', id: String(id) };
    return changed({ id, version: next }, { subject, before: { state }, after: { state: 'sending', ...content } });
  });

  console.change(announcementCalls.stopAnnouncement, async ({ id }, { by, now, transaction }) => {
    const announcement = await lockAnnouncement(transaction, id);
    if (announcement === null) return refusal('not_found');
    if (announcement.state !== 'sending') return refusal('announcement_not_sending');
    const { queued, seen, total } = announcement;
    const next = announcement.version + 1;
    await transaction
      .updateTable('announcements')
      .set({ version: next, state: 'stopped', changed_at: now, changed_by: by.id, ended_at: now })
      .where('id', '=', String(id))
      .execute();
    const subject = { kind: 'announcement', id: String(id) };
    const after = { state: 'stopped', queued, seen, total };
    return changed({ id, version: next }, { subject, before: { state: 'sending' }, after });
  });
}

/** The users whom an announcement can reach: those of today. */
async function scopeOf(transaction: Transaction<Schema>, { audience }: StoredAnnouncement) {
  let query = transaction
    .selectFrom('users')
    .select((users) => [users.fn.countAll<string>().as('total'), users.fn.max<string | null>('id').as('last')]);
  if (audience.kind === 'users') query = query.where('id', 'in', audience.users.map(String));
  const { last, total } = await query.executeTakeFirstOrThrow();
  return { total: Number(total), last_user: Number(last ?? 0) };
}

async function contentOf(transaction: Transaction<Schema>, { audience, id }: StoredAnnouncement) {
  const texts = (await readAnnouncementTexts(transaction, [id])).get(id) ?? [];
  return { audience, texts };
}

function repeatedLanguage(texts: readonly AnnouncementText[]): Language | null {
  const seen = new Set<Language>();
  for (const { language } of texts) {
    if (seen.has(language)) return language;
    seen.add(language);
  }
  return null;
}
