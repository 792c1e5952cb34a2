import { findRecipient, recentRecipients, sendCoins, sentCoinsList, type SentCoins } from '@bourse/contract/sending';
import { changeLog } from '@bourse/contract/wallet';
import { germanPhone, type Client } from './client.ts';
import { everyPage } from './every-page.ts';
import { units } from './exact.ts';
import type { Drawing } from './products.ts';
import type { Records } from './records.ts';
import { tradePassword } from './verified-user.ts';
import { outflowCode } from './withdrawals.ts';

/** A request to send coins to another user, with the code for its terms. The key makes repeated requests the same. */
export interface SendRequest {
  readonly key: string;
  readonly to: number;
  readonly currency: number;
  readonly number: string;
  readonly code: string;
}

export type Sends = Records<SendRequest, SentCoins>;

export async function requestSend(
  client: Client,
  { code, currency, key, number, to }: SendRequest,
): Promise<SentCoins> {
  const terms = { to_uid: to, currency_id: currency, number };
  return client.call(sendCoins, { ...terms, pay_password: tradePassword, code }, key);
}

/**
 * A send to one of the last recipients, or to another user of the crowd, who allows others to find the e-mail address.
 * Users with a phone make none.
 */
export async function randomSend({ client, key, random }: Drawing): Promise<SendRequest | null> {
  if (germanPhone(client.account) !== null) return null;
  const recents = await client.call(recentRecipients, {});
  const known = recents[Math.floor(random() * recents.length)];
  const name = `trader${3 + Math.floor(random() * 4)}@example.org`;
  if (name === client.account) return null;
  const to = (random() < 0.7 ? known : undefined) ?? (await client.call(findRecipient, { to: name }));
  const currency = 1 + Math.floor(random() * least.length);
  const number = ((least[currency - 1] ?? 0) * (1 + random())).toFixed(6);
  const terms = { to_uid: to.uid, currency_id: currency, number };
  return { key, to: to.uid, currency, number, code: await outflowCode(client, terms) };
}

/** About two dollars of BTC, ETH and USDT. */
const least = [0.00003, 0.001, 2] as const;

/** The terms of coins that were sent, which never change. */
export function sentTerms({ status: _status, ...terms }: SentCoins): unknown {
  return terms;
}

/**
 * Compares the coins that a user has sent and received with the answers and with the account: each that was
 * acknowledged is listed once as sent and has moved its coins once, and there are no others. Returns a sentence for
 * each difference.
 */
export async function sendDifferences(client: Client, { made }: Sends): Promise<string[]> {
  const found: string[] = [];
  const listed = await everyPage((page) => client.call(sentCoinsList, { page, limit: 100 }));
  const sent = listed.filter(({ side }) => side === 'sent');
  const acknowledged = new Set(made.map(({ answer }) => answer.id));
  for (const { answer } of made) {
    const same = sent.filter(({ id }) => id === answer.id);
    if (same.length !== 1) found.push(`send ${answer.id} was acknowledged and is listed ${same.length} times`);
    for (const one of same) {
      const [now, first] = [one, answer].map((row) => JSON.stringify(sentTerms(row)));
      if (now !== first) found.push(`send ${answer.id} was ${first} and is ${now}`);
    }
  }
  for (const { id, status } of sent) {
    if (!acknowledged.has(id)) found.push(`send ${id} is listed and was never acknowledged`);
    if (status !== 'sent') found.push(`send ${id} is ${status} although nothing is under way`);
  }
  for (const side of ['sent', 'received'] as const) {
    const rows = await everyPage((page) => client.call(changeLog, { cause: side, page, limit: 100 }));
    const booked = rows.map(({ amount, cause_id: id, currency_code: code }) => `${id}: ${units(amount)} ${code}`);
    const sign = side === 'sent' ? -1n : 1n;
    const expected = listed
      .filter((row) => row.side === side)
      .map(({ currency_code: code, id, number }) => `${id}: ${sign * units(number)} ${code}`);
    const [present, wanted] = [booked, expected].map((lines) => lines.toSorted().join(', '));
    if (present !== wanted) found.push(`coins ${side} are ${wanted}, but the account has ${present}`);
  }
  return found;
}
