import type { Topup, TopupQuote, TopupRedirect } from '@bourse/contract/topup';
import { boxesOf } from '../ground/secrets/index.ts';
import { type Person, type Reply, type RunningVenue, testSecret } from './running-venue.ts';
import { submitDocuments } from './withdrawing.ts';
import { signReport } from '../custody/topup/signature.ts';

/** A person whose documents are approved. */
export async function verifiedPerson(venue: RunningVenue, name: string): Promise<Person> {
  const person = await venue.person(name);
  await submitDocuments(venue, person);
  await venue.database.query(`update app.verifications set status = 'approved' where user_id = $1`, [person.id]);
  return person;
}

export async function quoteOf(person: Person, amount: unknown = '100', currency_id = 3): Promise<TopupQuote> {
  const { body } = await person.get<TopupQuote>(`topup/quote?currency_id=${currency_id}&amount=${String(amount)}`);
  if (body.code !== 1) throw new Error(body.error);
  return body.data;
}

/** Begins a top-up of USDT. */
export async function beginTopup(
  person: Person,
  amount = '100',
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply<TopupRedirect>> {
  const { quote_id } = await quoteOf(person, amount);
  return person.post<TopupRedirect>('topup/create', { quote_id }, headers);
}

/** The name of an order in the address of the demo provider's page. */
export function orderOf({ redirect_url: url }: TopupRedirect): string {
  return new URL(url, 'http://demo.example').searchParams.get('order') ?? '';
}

/** The address to which the coins of a top-up are delivered. */
export async function addressOf(venue: RunningVenue, topup: number): Promise<string> {
  const [row] = await venue.database.query<{ address: string }>('select address from app.topups where id = $1', [
    topup,
  ]);
  if (row === undefined) throw new Error(`There is no top-up ${topup}.`);
  return row.address;
}

export async function topupsOf(person: Person): Promise<readonly Topup[]> {
  return (await person.get<{ data: Topup[] }>('topup/list')).body.data.data;
}

export async function topupOf(person: Person, id: number): Promise<Topup | undefined> {
  return (await topupsOf(person)).find((row) => row.id === id);
}

/** A report of the demo's provider. */
interface DemoReport {
  readonly id: string;
  readonly order: number;
  readonly status: string;
}

/** The body of a report and the header that signs it as the demo's provider does. */
export function signedReport(report: DemoReport, atMs: number): { body: string; headers: Record<string, string> } {
  const key = boxesOf(testSecret)('demo card provider').hash(['reports']).toString('hex');
  const body = JSON.stringify(report);
  return { body, headers: { 'content-type': 'application/json', 'x-signature': signReport(key, body, atMs, 'v1') } };
}

/** Sends a report to the exchange and returns the status of its answer. */
export async function sendReport(
  venue: RunningVenue,
  { body, headers }: { readonly body: string; readonly headers: Readonly<Record<string, string>> },
): Promise<number> {
  return (await fetch(`${venue.url}/api/topup/webhook`, { method: 'POST', headers, body })).status;
}
