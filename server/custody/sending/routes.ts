import {
  findRecipient,
  recentRecipients,
  sendCoins,
  sendingQuote,
  sentCoinsList,
  setSendingSettings,
} from '@bourse/contract/sending';
import { done, type Gateway, pageOf, readPaging } from '../../ground/gateway/index.ts';
import { type QuoteParts, quoteSending } from './quote.ts';
import { requestSend, type SendParts } from './request.ts';
import { readRecents, readSends, sendOnWire } from './sends.ts';

export type SendingRouteParts = QuoteParts & SendParts;

/** Serves the coins that users send to one another. */
export function registerSending(gateway: Gateway, parts: SendingRouteParts): void {
  const { identityDb, recipients, views } = parts;

  gateway.member(findRecipient, async ({ to }, { user }) => {
    const found = await recipients.lookUp(user, to);
    return 'ok' in found ? found : done(found);
  });

  gateway.member(sendingQuote, (input, { user }) => quoteSending(parts, input, user));

  gateway.member(sendCoins, async (input, member) => {
    const made = await requestSend(parts, input, member);
    return 'ok' in made ? made : done(sendOnWire(views, made, member.user));
  });

  gateway.member(sentCoinsList, async (input, { user }) => {
    const paging = readPaging(input);
    if (!paging.ok) return paging;
    const { rows, total } = await readSends(identityDb, user, { ...paging, side: input.side });
    const data = rows.map((row) => sendOnWire(views, row, user));
    return done(pageOf(data, total, paging));
  });

  gateway.member(recentRecipients, async (_input, { user }) => done(await readRecents(identityDb, user)));

  gateway.member(setSendingSettings, async ({ by_mail }, { user }) => {
    await identityDb
      .updateTable('users')
      .set({ found_by_mail: by_mail })
      .where('id', '=', String(user))
      .where('found_by_mail', '<>', by_mail)
      .execute();
    return done({ by_mail });
  });
}
