import { userCalls } from '@bourse/contract/console';
import type { UserId } from '@bourse/engine';
import { safeInteger } from '../../ground/database/index.ts';
import { registerFactorResets } from './factor-resets.ts';
import { findUsers } from './find-users.ts';
import type { ListPage } from './paging.ts';
import { registerUserDecisions } from './user-decisions.ts';
import { detailOf } from './user-detail.ts';
import { accountLogOf, balancesOf } from './user-money.ts';
import { actionPage, notePage } from './user-notes.ts';
import { openOrderPage, orderPage, tradePage } from './user-orders.ts';
import type { UserParts } from './user-parts.ts';
import { contactOf, messagePage, sessionsOf } from './user-sessions.ts';
import {
  answered,
  changed,
  type ConsoleGateway,
  type ConsoleRefused,
  knownUser,
  refusal,
  subjectOf,
} from '../../ground/console-gateway/index.ts';

/** Serves the console's calls about users. */
export function registerUsers(console: ConsoleGateway, parts: UserParts): void {
  const { now, sessions, views } = parts;

  const listed = <Row>(page: ListPage<Row> | ConsoleRefused<'invalid_request'>) =>
    'ok' in page ? page : answered({ ...page, as_of: now() });

  console.read(userCalls.users, async (input) => listed(await findUsers(parts, input)));

  console.read(userCalls.user, async ({ id }) => {
    const user = await knownUser(parts, id);
    const detail = user === null ? null : await detailOf(parts, user);
    return detail === null ? refusal('not_found') : answered(detail);
  });

  console.look(userCalls.userContact, async ({ id }) => {
    const user = await knownUser(parts, id);
    const contact = user === null ? null : await contactOf(parts, user);
    if (user === null || contact === null) return refusal('not_found');
    return { ...answered(contact), subject: subjectOf(user) };
  });

  console.read(userCalls.userBalances, async ({ id }) => {
    const user = await knownUser(parts, id);
    return user === null ? refusal('not_found') : answered(balancesOf(views, user));
  });

  console.read(userCalls.userSessions, async ({ id }) => {
    const user = await knownUser(parts, id);
    return user === null ? refusal('not_found') : answered(await sessionsOf(parts, user));
  });

  /** The page of a list about one user. */
  async function ofUser<Input extends { readonly id: number | string }, Row>(
    input: Input,
    read: (
      parts: UserParts,
      user: UserId,
      input: Input,
    ) => ListPage<Row> | ConsoleRefused<'invalid_request'> | Promise<ListPage<Row> | ConsoleRefused<'invalid_request'>>,
  ) {
    const user = await knownUser(parts, input.id);
    return user === null ? refusal('not_found') : listed(await read(parts, user, input));
  }

  console.read(userCalls.userAccountLog, async (input) => ofUser(input, accountLogOf));
  console.read(userCalls.userOpenOrders, async (input) => ofUser(input, openOrderPage));
  console.read(userCalls.userOrders, async (input) => ofUser(input, orderPage));
  console.read(userCalls.userTrades, async (input) => ofUser(input, tradePage));
  console.read(userCalls.userMessages, async (input) => ofUser(input, messagePage));
  console.read(userCalls.userNotes, async (input) => ofUser(input, notePage));
  console.read(userCalls.userActions, async (input) => ofUser(input, actionPage));

  console.change(userCalls.endUserSessions, async ({ id }, { transaction }) => {
    const user = await knownUser({ identityDb: transaction }, id);
    if (user === null) return refusal('not_found');
    const ended = await sessions.endAll(transaction, user);
    return changed({ ended }, { subject: subjectOf(user), before: { sessions: ended }, after: { sessions: 0 } });
  });

  console.change(userCalls.addUserNote, async ({ id, reason_code: code, reason }, context) => {
    const user = await knownUser({ identityDb: context.transaction }, id);
    if (user === null) return refusal('not_found');
    const text = reason.trim();
    const note = { user_id: user, staff_id: context.by.id, reason_code: code, text, at_ms: context.now };
    const row = await context.transaction
      .insertInto('user_notes')
      .values(note)
      .returning('id')
      .executeTakeFirstOrThrow();
    const noteId = safeInteger(row.id);
    const data = { id: noteId, staff: context.by.name, reason_code: code, text, created_at: context.now };
    return changed(data, { subject: subjectOf(user), before: null, after: { note: noteId } });
  });

  registerUserDecisions(console, parts);
  registerFactorResets(console, parts);
}
