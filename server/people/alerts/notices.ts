import {
  type NoticeFigures,
  type NoticeKind,
  noticeKinds,
  NoticePreferences,
  type NoticeRow,
  type NoticeTemplate,
  noticeTemplates,
} from '@bourse/contract/alerts';
import type { ServerMessage } from '@bourse/contract/capabilities';
import { isLanguage } from '@bourse/contract/texts';
import type { UserId } from '@bourse/engine';
import type { Kysely, Selectable, Transaction } from 'kysely';
import { Check } from 'typebox/value';
import { inTransaction, safeInteger, type Schema } from '../../ground/database/index.ts';
import type { Changes } from '../../ground/feed/index.ts';
import { newFreezeToken } from '../identity/index.ts';
import type { Notify } from '../notify/index.ts';
import type { With } from '../../ground/parts.ts';

/** Notices kept for each user; the oldest are deleted. */
const maxKept = 200;
const keptForMs = 90 * 86_400_000;
/** Rows that one clean-up run deletes. */
const rowsPerRound = 1_000;
/** Mails about notices that a user receives in an hour; further notices are shown on the page only. */
const maxMails = 20;
const hourMs = 3_600_000;
/** A mail that could not be sent within this time is given up. */
const usefulForMs = 86_400_000;
/** The largest value of a column of type integer. */
const maxInteger = 2 ** 31 - 1;

/** Sends what a transaction has written; called once it is committed. */
export type Sending = () => void;

/** Notices to users, as other capabilities use them. */
export interface Notices {
  /** Stores a notice, shows it on the user's open pages and mails it, as far as the user wants. */
  tell<Template extends NoticeTemplate>(
    user: UserId,
    template: Template,
    figures: NoticeFigures<Template>,
  ): Promise<void>;
  /** The same within the caller's transaction. The caller calls the result once it has committed. */
  write<Template extends NoticeTemplate>(
    transaction: Transaction<Schema>,
    user: UserId,
    template: Template,
    figures: NoticeFigures<Template>,
  ): Promise<Sending>;
}

export interface NoticeParts extends With<'identityDb' | 'now'> {
  readonly notify: Pick<Notify, 'offers'> & {
    readonly messages: Pick<Notify['messages'], 'add'>;
    readonly delivery: Pick<Notify['delivery'], 'wake'>;
  };
  readonly say: (user: UserId, message: ServerMessage) => void;
  readonly changes: Pick<Changes, 'report'>;
}

/** The notices of all users in the database. */
export class StoredNotices implements Notices {
  readonly #parts: NoticeParts;

  constructor(parts: NoticeParts) {
    this.#parts = parts;
  }

  async tell<Template extends NoticeTemplate>(
    user: UserId,
    template: Template,
    figures: NoticeFigures<Template>,
  ): Promise<void> {
    const send = await inTransaction(this.#parts.identityDb, (transaction) =>
      this.write(transaction, user, template, figures),
    );
    send();
  }

  async write<Template extends NoticeTemplate>(
    transaction: Transaction<Schema>,
    user: UserId,
    template: Template,
    figures: NoticeFigures<Template>,
  ): Promise<Sending> {
    const { changes, notify, now, say } = this.#parts;
    const nowMs = now();
    const state = await lockState(transaction, user);
    const { kind } = noticeTemplates[template];
    const ways = kind === null ? always : preferencesOf(state.preferences)[kind];
    const mailed = ways.mail && (await this.#mail(transaction, user, { template, figures }, state, nowMs));
    const n = ways.page ? state.last_n + 1 : null;
    if (n !== null) await addNotice(transaction, user, { n, template, figures, nowMs });
    return () => {
      if (n !== null) {
        say(user, { type: 'NOTICE', n, template, figures });
        changes.report('notices', user);
      }
      if (mailed) notify.delivery.wake();
    };
  }

  /** Notices below a number, newest first, and the number of all unread ones. */
  async list(user: UserId, before: number | null, limit: number): Promise<{ unread: number; rows: NoticeRow[] }> {
    const { identityDb } = this.#parts;
    const readN = await readUpTo(identityDb, user);
    let query = identityDb.selectFrom('notices').selectAll().where('user_id', '=', String(user));
    if (before !== null) query = query.where('n', '<', before);
    const rows = await query.orderBy('n', 'desc').limit(limit).execute();
    return {
      unread: await unreadOf(identityDb, user, readN),
      rows: rows.map((row) => ({
        n: row.n,
        template: row.template,
        figures: figuresOf(row.figures),
        created_at: safeInteger(row.created_at),
        read: row.n <= readN ? 1 : 0,
      })),
    };
  }

  /** Marks the notices up to a number as read and returns how many are unread. */
  async read(user: UserId, n: number): Promise<number> {
    const { changes, identityDb } = this.#parts;
    const upTo = Math.min(n, maxInteger);
    await identityDb
      .updateTable('notice_states')
      .set((of) => ({ read_n: of.fn<number>('least', ['last_n', of.val(upTo)]) }))
      .where('user_id', '=', String(user))
      .where('read_n', '<', upTo)
      .execute();
    changes.report('notices', user);
    return unreadOf(identityDb, user, await readUpTo(identityDb, user));
  }

  async preferences(user: UserId): Promise<NoticePreferences> {
    const row = await this.#parts.identityDb
      .selectFrom('notice_states')
      .select('preferences')
      .where('user_id', '=', String(user))
      .executeTakeFirst();
    return preferencesOf(row?.preferences);
  }

  /** Replaces the preferences of a user. */
  async prefer(user: UserId, wanted: NoticePreferences): Promise<NoticePreferences> {
    const next = preferencesOf(wanted);
    const preferences = JSON.stringify(next);
    await this.#parts.identityDb
      .insertInto('notice_states')
      .values({ user_id: user, preferences })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ preferences }))
      .execute();
    return next;
  }

  /** Deletes a bounded number of old notices and returns how many. */
  async deleteOld(): Promise<number> {
    const { identityDb, now } = this.#parts;
    const old = identityDb
      .selectFrom('notices')
      .select(['user_id', 'n'])
      .where('created_at', '<=', String(now() - keptForMs))
      .limit(rowsPerRound);
    const { numDeletedRows } = await identityDb
      .deleteFrom('notices')
      .where((of) => of(of.refTuple('user_id', 'n'), 'in', old.$asTuple('user_id', 'n')))
      .executeTakeFirst();
    return Number(numDeletedRows);
  }

  /** Queues the mail of a notice, unless the user has no e-mail address or received many within the hour. */
  async #mail(
    transaction: Transaction<Schema>,
    user: UserId,
    { figures, template }: { readonly template: NoticeTemplate; readonly figures: Readonly<Record<string, string>> },
    state: NoticeState,
    nowMs: number,
  ): Promise<boolean> {
    const { notify } = this.#parts;
    if (!notify.offers('email')) return false;
    const isNewHour = safeInteger(state.mails_since) + hourMs <= nowMs;
    if (!isNewHour && state.mails >= maxMails) return false;
    const person = await transaction
      .selectFrom('users')
      .select(['email', 'email_key', 'language'])
      .where('id', '=', String(user))
      .executeTakeFirst();
    if (person === undefined || person.email_key === null) return false;
    const { email, email_key: key, language } = person;
    const link =
      'freezes' in noticeTemplates[template] ? { freezeToken: await newFreezeToken(transaction, user, nowMs) } : {};
    await notify.messages.add(transaction, {
      contact: { channel: 'email', address: email, key },
      language: language !== null && isLanguage(language) ? language : 'en',
      content: { template: 'notice', notice: template, figures, ...link },
      expiresAtMs: nowMs + usefulForMs,
    });
    await transaction
      .updateTable('notice_states')
      .set(isNewHour ? { mails_since: nowMs, mails: 1 } : { mails: state.mails + 1 })
      .where('user_id', '=', String(user))
      .execute();
    return true;
  }
}

type NoticeState = Selectable<Schema['notice_states']>;

const always = { mail: true, page: true };

/** The preferences of users who have not changed them. */
const defaults: NoticePreferences = {
  orders: { mail: false, page: true, sound: false },
  p2p: { mail: true, page: true, sound: true },
  deposits: { mail: true, page: true, sound: false },
  alerts: { mail: true, page: true, sound: true },
  agent: { mail: true, page: true, sound: false },
  news: { mail: true, page: true, sound: false },
};

/** The stored preferences, with the default of each kind that is missing. */
function preferencesOf(stored: unknown): NoticePreferences {
  const found = typeof stored === 'object' && stored !== null ? stored : {};
  const all: Partial<Record<NoticeKind, unknown>> = { ...defaults, ...found };
  const known = Object.fromEntries(noticeKinds.map((kind) => [kind, all[kind]]));
  return Check(NoticePreferences, known) ? known : defaults;
}

function figuresOf(stored: unknown): Record<string, string> {
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(Object.entries(stored).map(([name, value]) => [name, String(value)]));
}

/** Locks the row of a user until the transaction ends, so that notices are numbered one after another. */
async function lockState(transaction: Transaction<Schema>, user: UserId): Promise<NoticeState> {
  await transaction
    .insertInto('notice_states')
    .values({ user_id: user })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return transaction
    .selectFrom('notice_states')
    .selectAll()
    .where('user_id', '=', String(user))
    .forUpdate()
    .executeTakeFirstOrThrow();
}

async function addNotice(
  transaction: Transaction<Schema>,
  user: UserId,
  notice: { readonly n: number; readonly template: string; readonly figures: object; readonly nowMs: number },
): Promise<void> {
  const { figures, n, nowMs, template } = notice;
  await transaction.updateTable('notice_states').set({ last_n: n }).where('user_id', '=', String(user)).execute();
  await transaction
    .insertInto('notices')
    .values({ user_id: user, n, template, figures: JSON.stringify(figures), created_at: nowMs })
    .execute();
  await transaction
    .deleteFrom('notices')
    .where('user_id', '=', String(user))
    .where('n', '<=', n - maxKept)
    .execute();
}

async function readUpTo(db: Kysely<Schema>, user: UserId): Promise<number> {
  const row = await db
    .selectFrom('notice_states')
    .select('read_n')
    .where('user_id', '=', String(user))
    .executeTakeFirst();
  return row?.read_n ?? 0;
}

async function unreadOf(db: Kysely<Schema>, user: UserId, readN: number): Promise<number> {
  const { count } = await db
    .selectFrom('notices')
    .select((of) => of.fn.countAll<string>().as('count'))
    .where('user_id', '=', String(user))
    .where('n', '>', readN)
    .executeTakeFirstOrThrow();
  return safeInteger(count);
}

declare module '../../ground/parts.ts' {
  interface Parts {
    /** Notices to users, on the page and by mail. */
    readonly notices: StoredNotices;
  }
}
