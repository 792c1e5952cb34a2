import type { ShopAd, ShopInfo } from '@bourse/contract/p2p';
import { vi } from 'vitest';
import { bankAccountOf } from '../../../testing/bank-account.ts';
import type { Envelope, Person, RunningVenue } from '../../../testing/running-venue.ts';
import { documentsOf } from '../../../testing/submitted-documents.ts';

export const usdt = 3;
export const btc = 1;

/** A person with verified documents, a bank account and 20 000 USDT in the fiat account. */
export interface Trader {
  readonly person: Person;
  /** The id of the bank account. */
  readonly method: number;
}

/** A person who can trade. */
export async function openTrader(venue: RunningVenue, name: string, funds = '20000'): Promise<Trader> {
  const person = await venue.person(name);
  const nowMs = Date.now();
  await documentsOf(venue, person, nowMs);
  await venue.database.query(`update app.verifications set status = 'approved' where user_id = $1`, [person.id]);
  const method = await bankAccountOf(venue, person, nowMs);
  if (funds !== '0') await toFiatAccount(person, funds);
  await addPhone(venue, person);
  return { person, method };
}

/** Moves USDT of a person to the fiat account. */
async function toFiatAccount(person: Person, balance: string, currency = usdt): Promise<void> {
  const move = { currency_id: currency, from: 'change_account', to: 'legal_account', balance };
  const { body } = await person.post('account/transfer', move);
  if (body.code !== 1) throw new Error(body.error);
}

/** Gives a person an authenticator app, which no test uses. */
export async function addFactor({ database }: RunningVenue, { id }: Person, atMs = Date.now()): Promise<void> {
  await database.query(
    `insert into app.second_factors (user_id, sealed_secret, totp_since, changed_at) values ($1, '\\x00', $2, $2)
     on conflict (user_id) do update set sealed_secret = excluded.sealed_secret, totp_since = excluded.totp_since`,
    [id, atMs],
  );
}

/** Gives a person a phone that was proven. */
async function addPhone({ database }: RunningVenue, { id }: Person): Promise<void> {
  await database.query(`update app.users set mobile_key = 'phone-' || id::text where id = $1`, [id]);
}

export const application = { name: 'Lee Exchange', words: 'I have traded for three years and answer within minutes.' };

export async function applyFor({ method, person }: Trader, headers = {}): Promise<Envelope<ShopInfo>> {
  return (await person.post<ShopInfo>('shop/apply', { ...application, method }, headers)).body;
}

export async function shopOf({ person }: Trader): Promise<ShopInfo> {
  return (await person.get<ShopInfo>('shop/info')).body.data;
}

/** A merchant whose application a demo has approved. */
export async function openShop(venue: RunningVenue, name: string, funds = '20000'): Promise<Trader> {
  const trader = await openTrader(venue, name, funds);
  await addFactor(venue, trader.person);
  const applied = await applyFor(trader);
  if (applied.code !== 1) throw new Error(applied.error);
  await vi.waitUntil(async () => (await shopOf(trader)).state === 'approved', { interval: 50, timeout: 30_000 });
  return trader;
}

/** An ad that sells 1 000 USDT for CNY at 7.2, with changes. */
export function adOf({ method }: Trader, changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    side: 'sell',
    currency_id: usdt,
    fiat: 'CNY',
    price: '7.2',
    min: '100',
    max: '5000',
    total: '1000',
    methods: [method],
    pay_minutes: 15,
    auto_open: 1,
    ...changes,
  };
}

export async function addAd(
  trader: Trader,
  changes: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Envelope<ShopAd>> {
  return (await trader.person.post<ShopAd>('shop/ad_add', adOf(trader, changes), headers)).body;
}

/** Available and locked USDT of the fiat account. */
export async function fiatAccount({ person }: Pick<Trader, 'person'>, currency = usdt): Promise<readonly string[]> {
  const path = `account/detail?currency_id=${currency}&account_type_id=2`;
  const { body } = await person.get<{ balance: string; lock_balance: string }>(path);
  return [body.data.balance, body.data.lock_balance];
}
