import { invitation, invitedList } from '@bourse/contract/identity';
import type { UserId } from '@bourse/engine';
import { safeInteger } from '../../ground/database/index.ts';
import { done, type Gateway, pageOf, readPaging, refused } from '../../ground/gateway/index.ts';
import type { With } from '../../ground/parts.ts';

/** Serves a user's invitation code and the list of users who registered with it. */
export function registerInvitations(gateway: Gateway, { agents, db }: With<'agents' | 'db'>): void {
  gateway.member(invitation, async (_input, { user }) => {
    const own = await db
      .selectFrom('users')
      .select(['invite_code', 'agent_id'])
      .where('id', '=', String(user))
      .executeTakeFirst();
    if (own === undefined) return refused('session_ended');
    if (own.agent_id === null && !(await agents.isActive(user))) return refused('agent_missing');
    return done({ invite_code: own.invite_code, invited: await invitedBy(user) });
  });

  gateway.member(invitedList, async (input, { user }) => {
    const page = readPaging(input);
    if (!page.ok) return page;
    const rows = await db
      .selectFrom('users')
      .select(['email', 'mobile', 'created_at'])
      .where('invited_by', '=', String(user))
      .orderBy('id', 'desc')
      .limit(page.limit)
      .offset(page.offset)
      .execute();
    const people = rows.map((row) => ({
      account: maskedAccount(row.email === '' ? row.mobile : row.email),
      created_at: safeInteger(row.created_at),
    }));
    return done(pageOf(people, await invitedBy(user), page));
  });

  async function invitedBy(user: UserId): Promise<number> {
    const { count } = await db
      .selectFrom('users')
      .select((select) => select.fn.countAll<string>().as('count'))
      .where('invited_by', '=', String(user))
      .executeTakeFirstOrThrow();
    return safeInteger(count);
  }
}

/**
 * Masks an account name so that acquaintances can recognize it but strangers cannot write to it: the first one or two
 * characters of an e-mail address and its domain, or the last two digits of a phone number.
 */
export function maskedAccount(account: string): string {
  const at = account.lastIndexOf('@');
  if (at < 0) return `***${account.slice(-2)}`;
  return `${account.slice(0, at > 3 ? 2 : 1)}***${account.slice(at)}`;
}
