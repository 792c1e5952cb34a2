import type { CallInput } from '@bourse/contract';
import { login, register, siteConfig } from '@bourse/contract/identity';
import { currencyMatches } from '@bourse/contract/markets';
import { buyAdd, buyCancel } from '@bourse/contract/spot';
import { ask, audit, owned, stateOf, totals } from './audit.ts';
import { accountType } from '@bourse/engine';
import type { VenueBalance } from '../../ground/core/index.ts';
import { Chance } from './chance.ts';
import { declaredCalls, declaredSocketCalls } from './declared.ts';
import { HttpAttacker } from './http-attacker.ts';
import { attackersPassword, type Ground } from './knowledge.ts';
import { AttackingPerson, type Sums } from './persons.ts';
import type { Sender } from './shots.ts';
import { SocketAttacker } from './socket-attacker.ts';
import { Tally } from './tally.ts';

/** A new exchange without other users, as the target of an attack. */
export interface Target {
  readonly url: string;
  /** Makes a user an approved merchant. */
  readonly makeSeller: (account: string) => Promise<void>;
  /** Rebuilds the tables and the exchange from the journal. */
  readonly inspect: () => Promise<Inspection>;
  /** Lines of the server's log that report errors. */
  readonly faults: () => readonly string[];
}

export interface Inspection {
  /** Differences between the tables and the rebuilt ones. */
  readonly differing: readonly string[];
  /** The exchange's own balances. */
  readonly venue: readonly VenueBalance[];
}

export interface AttackOptions {
  readonly requests: number;
  readonly seed: number;
}

export interface AttackReport {
  readonly tally: Tally;
  /**
   * Differences from the expected final state. Empty, like the tally's failures, if the exchange withstood the attack.
   */
  readonly differences: readonly string[];
  /** Median time of placing and cancelling an order in milliseconds, before and after the attack. */
  readonly orderMs: { readonly before: number; readonly after: number };
}

/** A market with blocked sells, so that an order resting there can never trade. */
const quietMarket = 64;

/** Share of the requests that are sent over the socket. */
const shareOfSocket = 0.2;

/**
 * Sends hostile requests and messages as a visitor, a user and a seller concurrently, each over its own connections,
 * and then checks everything that must not have changed. Requests are generated from the declarations of the contract,
 * so that new calls are attacked as well.
 */
export async function attack(target: Target, { requests, seed }: AttackOptions): Promise<AttackReport> {
  const { url } = target;
  const { default_invite_code: inviteCode } = await ask(url, siteConfig, {}, null);
  const join = (name: string): Promise<AttackingPerson> => joined(url, name, inviteCode);
  const bystander = await join('bystander');
  const [user, seller] = [await join('user'), await join('seller')];
  const expendable = await join('expendable');
  await target.makeSeller(seller.account);
  const { id: bystandersOrder } = await ask(url, buyAdd, restingOrder, bystander.token);
  const ground: Ground = {
    inviteCode,
    expendable: expendable.account,
    expendableDevice: expendable.device,
    bystandersOrder,
  };
  const grant = await owned(url, expendable.token);
  const started = totals((await target.inspect()).venue);
  const before = { bystander: await stateOf(url, bystander.token), orderMs: await orderMs(url, bystander.token) };
  before.bystander = await stateOf(url, bystander.token);

  const tally = new Tally();
  const senderOf = (person: AttackingPerson | null, lane: number): Sender => ({
    chance: new Chance(seed * 16 + lane),
    ground,
    person,
  });
  const http = [null, user, seller].map(
    (person, lane) =>
      new HttpAttacker({
        url,
        calls: declaredCalls,
        sender: senderOf(person, lane),
        expendable,
        name: nameOf(person),
        tally,
      }),
  );
  const sockets = [null, user, seller].map(
    (person, lane) =>
      new SocketAttacker({
        url,
        calls: declaredSocketCalls,
        sender: senderOf(person, 8 + lane),
        name: nameOf(person),
        tally,
      }),
  );
  const overSocket = Math.ceil((requests * shareOfSocket) / sockets.length);
  const overHttp = Math.ceil((requests - overSocket * sockets.length) / http.length);
  await Promise.all([...http.map((one) => one.send(overHttp)), ...sockets.map((one) => one.send(overSocket))]);

  const differences: string[] = [];
  if ((await stateOf(url, bystander.token)) !== before.bystander) differences.push('the bystander’s state has changed');
  const markets = new Map(
    (await ask(url, currencyMatches, {}, null)).flatMap(({ matches }) =>
      matches.map((match) => [match.id, [match.base_currency_id, match.quote_currency_id] as const] as const),
    ),
  );
  for (const person of [user, seller, await recovered(url, expendable)]) {
    if (person !== null) differences.push(...(await audit(url, person, grant, markets)));
  }
  const { differing, venue } = await target.inspect();
  differences.push(...compareTotals(started, totals(venue), grant, tally.newcomers), ...differing);
  for (const path of ['/healthz', '/readyz']) {
    const { status } = await fetch(url + path);
    if (status !== 200) differences.push(`${path} answers ${status}`);
  }
  const after = await orderMs(url, bystander.token);
  differences.push(...target.faults().map((line) => `the log reports ${line}`));
  return { tally, differences, orderMs: { before: before.orderMs, after } };
}

const restingOrder = { currency_match_id: quietMarket, number: '1000', price: '0.1' } satisfies CallInput<
  typeof buyAdd
>;

function nameOf(person: AttackingPerson | null): string {
  return person?.name ?? 'visitor';
}

async function joined(url: string, name: string, inviteCode: string): Promise<AttackingPerson> {
  const account = `attack.${name}@example.com`;
  const password = name === 'bystander' ? `${attackersPassword}x` : attackersPassword;
  const application = { account, password, re_password: password, invite_code: inviteCode, type: 'email' };
  const { device_id } = await ask(url, register, application, null);
  const { token } = await ask(url, login, { account, password, device_id }, null);
  return new AttackingPerson(name, account, device_id, token);
}

/** Logs a user in again after their sessions ended; null if logins are refused after too many failures. */
async function recovered(url: string, person: AttackingPerson): Promise<AttackingPerson | null> {
  const { account, device: device_id } = person;
  const session = await ask(url, login, { account, password: attackersPassword, device_id }, null).catch(() => null);
  if (session === null) return null;
  person.token = session.token;
  return person;
}

/** Checks that only the grants of new users entered the exchange and that nothing is missing. */
function compareTotals(started: Sums, ended: Sums, grant: Sums, newcomers: number): string[] {
  const found: string[] = [];
  for (const key of new Set([...started.keys(), ...ended.keys()])) {
    const [account = '', currency = ''] = key.split(' ');
    const units = ended.get(key) ?? 0n;
    const given = (grant.get(`change_account ${currency}`) ?? 0n) * BigInt(newcomers);
    const wanted = (started.get(key) ?? 0n) - (Number(account) === accountType.external ? given : 0n);
    const isShared = Number(account) === accountType.fees;
    if (!isShared && units !== wanted)
      found.push(`the exchange’s account ${account} has ${units - wanted} × 10⁻¹⁸ too much of ${currency}`);
  }
  return found;
}

/** The median time of placing and cancelling orders one after the other. */
async function orderMs(url: string, token: string): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < 15; n += 1) {
    const began = performance.now();
    const { id } = await ask(url, buyAdd, restingOrder, token);
    await ask(url, buyCancel, { id }, token);
    times.push(performance.now() - began);
  }
  return times.toSorted((a, b) => a - b)[7] ?? 0;
}
