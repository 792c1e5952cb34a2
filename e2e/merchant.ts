import type { Browser, Page } from '@playwright/test';
import { Client } from './client.ts';
import { Person } from './person.ts';
import { addBankAccount } from './shops.ts';
import type { Venue } from './venue.ts';
import { verify } from './verified-user.ts';

/** A verified person with a bank account, in a browser and as a client of the same session. */
export interface Trader {
  readonly account: string;
  readonly client: Client;
  readonly page: Page;
  readonly person: Person;
}

/** `n` numbers the documents of a venue, which are those of one person each. */
export async function arriveVerified(browser: Browser, venue: Venue, account: string, n: number): Promise<Trader> {
  const person = await Person.arrive(browser, venue.url);
  await person.join(account);
  const { page } = person;
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '');
  const device = await page.evaluate(() => localStorage.getItem('browserId') ?? '');
  const client = new Client(venue.url, 'en', device);
  client.resume(token, account);
  await verify(client, n);
  await addBankAccount(client, n);
  return { account, client, page, person };
}

/** A verified person whose account has a phone, as merchants need one. */
export async function arriveMerchant(browser: Browser, venue: Venue, n: number): Promise<Trader> {
  return arriveVerified(browser, venue, `+49155501${String(n).padStart(2, '0')}`, n);
}
