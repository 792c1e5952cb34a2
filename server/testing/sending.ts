import type { SentCoins } from '@bourse/contract/sending';
import { Person, type Reply, type RunningVenue, testPassword } from './running-venue.ts';
import { submitDocuments, tradePassword } from './withdrawing.ts';

/** A person whose documents are approved, with a trade password. */
export async function verifiedPerson(venue: RunningVenue, name: string): Promise<Person> {
  const person = await venue.person(name);
  await verify(venue, person);
  return person;
}

/** Submits the documents of a person, which are approved. */
export async function verify(venue: RunningVenue, person: Person): Promise<void> {
  await submitDocuments(venue, person);
  await venue.database.query(`update app.verifications set status = 'approved' where user_id = $1`, [person.id]);
}

/** Coins that a person sends, USDT unless said otherwise. */
export interface CoinFields {
  readonly to_uid: number;
  readonly number: string;
  readonly currency_id?: number;
}

/** A code that is bound to coins. */
export async function sendingCode(venue: RunningVenue, person: Person, coins: CoinFields): Promise<string> {
  const sent = await person.post('notify/send_email', { type: 4, currency_id: 3, ...coins });
  if (sent.body.code !== 1) throw new Error(sent.body.error);
  return (await venue.outbox(person.account)).find((message) => message.code !== '')?.code ?? '';
}

/** Sends coins with a code that was requested before, or with any other fields. */
export async function sendWith(
  person: Person,
  coins: CoinFields & Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply<SentCoins>> {
  return person.post<SentCoins>('transfer/send', { currency_id: 3, pay_password: tradePassword, ...coins }, headers);
}

/** Requests the code for coins and sends them. */
export async function sendTo(
  venue: RunningVenue,
  person: Person,
  coins: CoinFields,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply<SentCoins>> {
  const code = await sendingCode(venue, person, coins);
  return sendWith(person, { ...coins, code }, headers);
}

/** A person with a new session, whose last one has ended. The site must require no codes at logins. */
export async function loggedInAgain(venue: RunningVenue, { account, id }: Person): Promise<Person> {
  const { body } = await venue.post<{ token: string }>('user/login', { account, password: testPassword });
  return new Person(venue, account, id, body.data.token);
}
