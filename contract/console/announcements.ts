import { Type, type Static } from 'typebox';
import { languageCodes } from '../texts/index.ts';
import { IntegerInput, Line, Milliseconds } from '../values.ts';
import { consoleFourEyes, consoleList, consoleRead, consoleWrite } from './declare.ts';

/**
 * - `draft`: can be edited
 * - `sending`: its mails are being queued
 * - `stopped`: sending was interrupted and can be continued
 */
export const announcementStates = ['draft', 'sending', 'sent', 'stopped'] as const;

const Id = Type.Integer({ minimum: 1 });
const Version = Type.Integer({ minimum: 0 });

/**
 * The users who receive an announcement: `all`; `holders` of a currency on any of their accounts; `orders`, those with
 * open orders on a market; or listed `users`. Holdings and orders are those at the time at which a user's mail is
 * queued.
 */
export const AnnouncementAudience = Type.Union([
  Type.Object({ kind: Type.Literal('all') }),
  Type.Object({ kind: Type.Literal('holders'), currency: Id }),
  Type.Object({ kind: Type.Literal('orders'), market: Id }),
  Type.Object({ kind: Type.Literal('users'), users: Type.Array(Id, { minItems: 1, maxItems: 1_000 }) }),
]);
export type AnnouncementAudience = Static<typeof AnnouncementAudience>;

/** An announcement in one language: the subject of the mail, and plain text with blank lines between paragraphs. */
export const AnnouncementText = Type.Object({
  language: Type.Enum(languageCodes),
  title: Line(120, 1),
  content: Type.String({ minLength: 1, maxLength: 5_000, pattern: '^[^\\x00-\\x09\\x0b-\\x1f\\x7f]*$' }),
});
export type AnnouncementText = Static<typeof AnnouncementText>;

const row = {
  id: Id,
  version: Version,
  state: Type.Enum(announcementStates),
  /** The English title, or else the first one. */
  title: Type.String(),
  languages: Type.Array(Type.String()),
  audience: AnnouncementAudience,
  /** The code of the currency or the symbol of the market; empty for other audiences. */
  audience_name: Type.String(),
  /** The number of users when sending began, and of those who have been considered since. */
  total: Type.Integer({ minimum: 0 }),
  seen: Type.Integer({ minimum: 0 }),
  /** Mails that were queued. */
  queued: Type.Integer({ minimum: 0 }),
  /** Users in the audience without an e-mail address, who receive nothing. */
  without_address: Type.Integer({ minimum: 0 }),
  changed_at: Milliseconds,
  changed_by: Type.String(),
  started_at: Type.Union([Milliseconds, Type.Null()]),
  ended_at: Type.Union([Milliseconds, Type.Null()]),
};

export const AnnouncementRow = Type.Object(row);
export type AnnouncementRow = Static<typeof AnnouncementRow>;

/** An announcement with its texts. */
export const Announcement = Type.Object({ ...row, texts: Type.Array(AnnouncementText) });
export type Announcement = Static<typeof Announcement>;

const Saved = Type.Object({ id: Id, version: Version });
const changing = { id: Id, version: Version };

export const announcementCalls = {
  announcements: consoleList({
    audience: ['content', 'admin'],
    path: 'announcements',
    input: { state: Type.Optional(Type.Enum(announcementStates)) },
    row: AnnouncementRow,
  }),
  announcement: consoleRead({
    audience: ['content', 'admin'],
    path: 'announcement',
    input: { id: IntegerInput },
    output: Announcement,
  }),
  /** The currencies and markets that can define an audience. */
  announcementAudiences: consoleRead({
    audience: ['content', 'admin'],
    path: 'announcement/audiences',
    output: Type.Object({
      currencies: Type.Array(Type.Object({ id: Id, code: Type.String() })),
      markets: Type.Array(Type.Object({ id: Id, symbol: Type.String() })),
    }),
  }),
  /** The mail that a user would receive. */
  announcementMail: consoleRead({
    audience: ['content', 'admin'],
    path: 'announcement/mail',
    input: { id: IntegerInput, language: Type.Enum(languageCodes) },
    output: Type.Object({ language: Type.Enum(languageCodes), subject: Type.String(), text: Type.String() }),
  }),
  /** Creates a draft if `id` is null. */
  saveAnnouncement: consoleWrite({
    audience: ['content'],
    path: 'announcement/save',
    input: {
      id: Type.Union([Id, Type.Null()]),
      version: Version,
      target: AnnouncementAudience,
      texts: Type.Array(AnnouncementText, { minItems: 1, maxItems: languageCodes.length }),
    },
    output: Saved,
    refusals: {
      announcement_begun: [],
      language_repeated: ['language'],
      currency_unknown: [],
      market_unknown: [],
      user_unknown: ['user'],
    },
  }),
  /** Begins to send a draft, or continues a stopped announcement. */
  sendAnnouncement: consoleFourEyes({
    audience: ['admin'],
    path: 'announcement/send',
    input: changing,
    output: Saved,
    refusals: { announcement_begun: [], english_missing: [], mail_unavailable: [] },
  }),
  /** Stops sending. Mails that are queued already are still sent. */
  stopAnnouncement: consoleWrite({
    audience: ['content', 'admin'],
    path: 'announcement/stop',
    input: { id: Id },
    output: Saved,
    refusals: { announcement_not_sending: [] },
  }),
} as const;
