import type { UserRow, userSearches } from '@bourse/contract/console';
import { isUserId, userId, type UserId } from '@bourse/engine';
import { safeInteger } from '../../ground/database/index.ts';
import type { UserParts } from './user-parts.ts';
import { emailKey } from '../../ground/email-key.ts';

type Match = Exclude<UserRow['found_by'], null>;

/** The ways to find a user, in the order in which they are tried; the first that names a user is reported. */
const searches: Readonly<Record<Match, (parts: UserParts, text: string) => Promise<readonly UserId[]>>> = {
  id: (_parts, text) => {
    const id = wholeNumber(text);
    return Promise.resolve(id !== null && isUserId(id) ? [id] : []);
  },
  email: ({ identityDb }, text) =>
    text.includes('@')
      ? idsOf(identityDb.selectFrom('users').select('id').where('email_key', '=', emailKey(text)))
      : none,
  phone: ({ identityDb }, text) => {
    const digits = phoneDigits(text);
    if (digits === null) return none;
    return idsOf(
      identityDb
        .selectFrom('users')
        .select('id')
        .where((row) => row.or([row('mobile_key', '=', `+${digits.replace(/^00/, '')}`), row('mobile', '=', digits)]))
        .orderBy('id', 'desc')
        .limit(maxFound),
    );
  },
  order: async ({ db, views }, text) => {
    const id = wholeNumber(text);
    if (id === null) return [];
    const open = views.orders.find(id);
    if (open !== undefined) return [open.user];
    return idsOf(db.selectFrom('orders').select('user_id as id').where('id', '=', String(id)));
  },
  trade: async ({ db }, text) => {
    const id = wholeNumber(text);
    if (id === null) return [];
    const row = await db
      .selectFrom('trades')
      .select(['maker_user', 'taker_user'])
      .where('id', '=', String(id))
      .executeTakeFirst();
    return row === undefined ? [] : [row.maker_user, row.taker_user].map((user) => userId(safeInteger(user)));
  },
};

/** Phone numbers without dialling codes are not unique. */
const maxFound = 200;

const none: Promise<readonly UserId[]> = Promise.resolve([]);

/** The users that a search finds, and how. Ids of demo traders are among them; they have no row in the list. */
export async function matchUsers(
  parts: UserParts,
  text: string,
  by: (typeof userSearches)[number],
): Promise<ReadonlyMap<UserId, Match>> {
  const found = new Map<UserId, Match>();
  for (const match of matches) {
    if (by !== 'any' && by !== match) continue;
    for (const user of await searches[match](parts, text)) if (!found.has(user)) found.set(user, match);
  }
  return found;
}

const matches = ['id', 'email', 'phone', 'order', 'trade'] as const satisfies readonly Match[];

/** The positive whole number that a text consists of; null for anything else, such as numbers that are not exact. */
function wholeNumber(text: string): number | null {
  const number = /^[0-9]{1,16}$/.test(text) ? Number(text) : 0;
  return Number.isSafeInteger(number) && number > 0 ? number : null;
}

/** The digits of a phone number without spaces and signs; null if the text is none. */
function phoneDigits(text: string): string | null {
  const digits = text.replaceAll(/[\s()./-]/g, '').replace(/^\+/, '');
  return /^[0-9]{5,20}$/.test(digits) ? digits : null;
}

async function idsOf(query: { execute(): Promise<readonly { readonly id: string }[]> }): Promise<readonly UserId[]> {
  return (await query.execute()).map(({ id }) => userId(safeInteger(id)));
}
