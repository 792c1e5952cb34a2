import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { bankData } from '../../testing/bank-account.ts';
import { type Person, type Reply, RunningVenue } from '../../testing/running-venue.ts';
import { TestWorld } from '../../testing/test-world.ts';
import { submitDocuments, tradePassword, withdrawalCode } from '../../testing/withdrawing.ts';
import { FactorPerson } from './second-factor/testing/factor-person.ts';

const outside = '0x00000000000000000000000000000000000000C1';
const clock = { ms: Date.UTC(2026, 0, 1) };

let world: TestWorld;
let venue: RunningVenue;
let ann: Person;
let factor: FactorPerson;
let people = 0;

beforeAll(async () => {
  world = TestWorld.open();
  const settings = { registrations_per_hour: 1_000, codes_per_hour: 1_000, demo_review_seconds: 0 };
  venue = await RunningVenue.open({ ...world.options, settings, now: () => clock.ms });
});

beforeEach(async () => {
  people += 1;
  ann = await venue.person(`ann-${people}`);
  factor = new FactorPerson(venue, ann, clock);
  await submitDocuments(venue, ann);
});

afterAll(async () => {
  await venue.close();
  world.close();
});

/** The answer to a request whose session ends while it waits for rows of a table, which it needs for a proof. */
async function withoutSession(table: string, request: () => Promise<Reply<unknown>>): Promise<string | undefined> {
  const client = new Client({ connectionString: venue.database.settings.url });
  await client.connect();
  await client.query('begin');
  await client.query(`select 1 from app.${table} for update`);
  const answer = request();
  const isWaiting = async (): Promise<boolean> =>
    (await venue.database.query('select 1 from pg_locks where not granted')).length > 0;
  await vi.waitUntil(isWaiting, { interval: 5, timeout: 60_000 });
  await ann.post('user/logout', {});
  await client.query('rollback');
  await client.end();
  return (await answer).body.error;
}

interface Case {
  readonly action: string;
  readonly path: string;
  readonly table: 'verification_codes' | 'pay_passwords';
  readonly input: () => Promise<object>;
}

const proven: Pick<Case, 'table'> = { table: 'verification_codes' };

const cases: readonly Case[] = [
  {
    action: 'changing the trade password',
    path: 'user/amend_pay_password',
    ...proven,
    input: async () => ({ password: 'Hv3mxd9r', auth_code: await factor.authCode() }),
  },
  {
    action: 'linking an address',
    path: 'user/bind',
    ...proven,
    input: async () => {
      const to = `new-${people}@example.com`;
      const old_code = await factor.authCode();
      await ann.post('sms_mail', { to });
      const [sent] = await venue.outbox(to);
      return { type: 'email', account: to, auth_code: sent?.code ?? '', old_code };
    },
  },
  {
    action: 'making recovery codes',
    path: 'user/recovery_codes',
    ...proven,
    input: async () => {
      const [recovery = ''] = await factor.turnOnTotp();
      return { totp_code: recovery, auth_code: await factor.authCode() };
    },
  },
  {
    action: 'saving a withdrawal address',
    path: 'draw_address/save',
    ...proven,
    input: async () => ({ currency_protocol_id: 3, address: outside, code: await factor.authCode() }),
  },
  {
    action: 'withdrawing',
    path: 'account/draw',
    ...proven,
    input: async () => {
      const terms = { currency_id: 3, currency_protocol_id: 3, number: '30', address: outside };
      return { ...terms, pay_password: tradePassword, code: await withdrawalCode(venue, ann, terms) };
    },
  },
  {
    action: 'saving a payment method',
    path: 'pay_method/save',
    table: 'pay_passwords',
    input: async () => {
      await venue.database.query(`update app.verifications set status = 'approved' where user_id = $1`, [ann.id]);
      return { type: 'bank', raw_data: bankData, pay_password: tradePassword };
    },
  },
];

test.each(cases)('a session that ends during $action changes nothing', async ({ input, path, table }) => {
  const fields = await input();
  expect(await withoutSession(table, () => ann.post(path, fields))).toBe('session_ended');
});
