import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MatchGroup } from '@bourse/contract/markets';
import type { MicroFigures, MicroOption } from '@bourse/contract/seconds';
import { amount } from '@bourse/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { btcusdt, listing, setup, usdt } from '../../ground/core/testing/commands.ts';
import { indexRule } from '../../ground/core/testing/index-commands.ts';
import { startBundledPostgres } from '../../ground/database/index.ts';
import { codeIn, MailServer } from '../../people/notify/testing/mail-server.ts';
import { application, Person, RunningVenue, testPassword } from '../../testing/running-venue.ts';

let mail: MailServer;
let venue: RunningVenue;
let ann: Person;

beforeAll(async () => {
  mail = await MailServer.start();
  // The shared test server may lose data in a crash, which live mode rejects.
  const folder = await mkdtemp(join(tmpdir(), 'bourse-test-live-'));
  const postgres = await startBundledPostgres({ dataFolder: folder });
  const drop = async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
  const unused = () => Promise.reject(new Error('not needed'));
  const database = { settings: postgres.settings, query: unused, copy: unused, drop };
  venue = await RunningVenue.openOn(database, {
    config: { mode: 'live', simulator: false, smtp: { url: mail.url, from: 'no-reply@bourse.example' } },
  });
  for (const command of listing) await venue.operate(command);
  ann = await registered('ann@example.com');
});

afterAll(async () => {
  await venue.close();
  await mail.stop();
});

async function registered(account: string): Promise<Person> {
  await venue.post('notify/send_email', { to: account, type: 1 });
  const sms_code = codeIn((await mail.mail(0)).raw);
  const { data } = (await venue.post<{ id: number }>('user/register', application({ account, sms_code }))).body;
  const login = await venue.post<{ token: string }>('user/login', { account, password: testPassword });
  return new Person(venue, account, data.id, login.body.data.token);
}

async function submit() {
  const order = { match_id: btcusdt, currency_id: usdt, type: 1, seconds: 30, number: '10' };
  return (await ann.post('microtrade/submit', order)).body;
}

async function flags(): Promise<number[]> {
  const { data } = (await venue.get<MatchGroup[]>('market/currency_matches')).body;
  return data.flatMap(({ matches }) => matches.map(({ open_microtrade: flag }) => flag));
}

async function options(): Promise<MicroOption[]> {
  return (await venue.get<MicroOption[]>('microtrade/seconds')).body.data;
}

describe('seconds contracts of a live exchange', () => {
  test('are off until operators offer them: nothing is listed, and a purchase is refused', async () => {
    expect(await options()).toEqual([]);
    expect(await flags()).toEqual([0]);
    expect((await ann.get('microtrade/payable_currencies')).body).toMatchObject({ code: 1, data: [] });
    expect((await ann.get('microtrade/lists')).body).toMatchObject({ code: 1, data: { total: 0, data: [] } });
    expect((await venue.get<MicroFigures>('microtrade/figures')).body.data).toMatchObject({
      currencies: [],
      results: [],
    });
    expect((await venue.get('microtrade/evidence?id=1')).body.error).toBe('contract_unknown');
    expect(await submit()).toMatchObject({ error: 'micro_closed', details: { symbol: 'BTC/USDT' } });
  });

  test('are off while durations and a currency are set, but no market is open', async () => {
    await venue.operate({
      type: 'configure_seconds',
      options: [{ seconds: 30, ratioPpm: 800_000 }],
      feePpm: 0,
      ...setup,
    });
    const [number, cap] = [amount(10_000_000), amount(1_000_000_000)];
    await venue.operate({
      type: 'configure_seconds_currency',
      currency: usdt,
      numbers: [number],
      userCap: cap,
      sideCap: cap,
      state: 'open',
      ...setup,
    });
    expect((await options()).map(({ seconds }) => seconds)).toEqual([30]);
    expect(await flags()).toEqual([0]);
    expect((await submit()).error).toBe('micro_closed');
  });

  test('are off again after an open market is closed', async () => {
    await venue.operate(indexRule());
    await venue.operate({ type: 'configure_seconds_market', market: btcusdt, state: 'open', ...setup });
    expect(await flags()).toEqual([1]);
    expect((await submit()).error).toBe('micro_index_unavailable');
    await venue.operate({ type: 'configure_seconds_market', market: btcusdt, state: 'closed', ...setup });
    expect(await flags()).toEqual([0]);
    expect((await submit()).error).toBe('micro_closed');
  });
});
