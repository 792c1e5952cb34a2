import type { LegalOrderDetail } from '@bourse/contract/p2p';
import { type Envelope, type Person, type RunningVenue, testPassword } from '../../../../testing/running-venue.ts';
import { imageOf } from '../../../../testing/uploads.ts';
import { addAd, openShop, openTrader, type Trader } from '../../testing/open-shop.ts';

/** The price of the ads of these tests. */
const price = '7.2';

/** Gives a person a trade password: the same as that of the login, which the calls would refuse. */
export async function addTradePassword({ database }: RunningVenue, { id }: Person): Promise<void> {
  await database.query(
    `insert into app.pay_passwords (user_id, hash, created_at) select id, password_hash, 0 from app.users where id = $1
     on conflict do nothing`,
    [id],
  );
}

/** Lets the sessions of an exchange last for a year, once it has started again. */
export async function lengthenSessions({ database }: RunningVenue): Promise<void> {
  const year = 'expires_at = expires_at + 31536000000, ends_at = ends_at + 31536000000';
  await database.query(`update app.sessions set ${year}`);
}

/** A merchant with an ad that sells 1 000 USDT, and a person who can take it. */
export interface Pair {
  readonly merchant: Trader;
  readonly buyer: Trader;
  readonly ad: number;
}

export async function openPair(
  venue: RunningVenue,
  name: string,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<Pair> {
  const [merchant, buyer] = [await openShop(venue, `${name}-shop`), await openTrader(venue, `${name}-buyer`, '0')];
  for (const { person } of [merchant, buyer]) await addTradePassword(venue, person);
  const ad = await addAd(merchant, changes);
  if (ad.code !== 1) throw new Error(ad.error);
  return { merchant, buyer, ad: ad.data.id };
}

/** Takes the ad of a pair; 720 yuan are 100 USDT. */
export async function take(
  { ad, buyer }: Pair,
  changes: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Envelope<LegalOrderDetail>> {
  const request = { id: ad, price, amount: '720', ...changes };
  return (await buyer.person.post<LegalOrderDetail>('legal/submit', request, headers)).body;
}

/** An order that its buyer has taken. */
export async function taken(pair: Pair, changes: Readonly<Record<string, unknown>> = {}): Promise<LegalOrderDetail> {
  const { code, data, error } = await take(pair, changes);
  if (code !== 1) throw new Error(error);
  return data;
}

/** Marks an order as paid, with a picture of this colour. */
export async function pay(
  venue: RunningVenue,
  { buyer: { person } }: Pair,
  id: number,
  headers: Readonly<Record<string, string>> = {},
  colour?: string,
): Promise<Envelope<LegalOrderDetail>> {
  const voucher = await imageOf(venue, person.token, colour);
  return (await person.post<LegalOrderDetail>('legal/pay', { id, voucher }, headers)).body;
}

/** An order that its buyer has marked as paid. */
export async function paid(venue: RunningVenue, pair: Pair): Promise<LegalOrderDetail> {
  const { id } = await taken(pair);
  const { code, data, error } = await pay(venue, pair, id);
  if (code !== 1) throw new Error(error);
  return data;
}

export async function release({ merchant: { person } }: Pair, id: number, password = testPassword) {
  return (await person.post<LegalOrderDetail>('legal/release', { id, pay_password: password })).body;
}

export async function detail(person: Person, id: number): Promise<Envelope<LegalOrderDetail>> {
  return (await person.get<LegalOrderDetail>(`legal/order?id=${id}`)).body;
}
