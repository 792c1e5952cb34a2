import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { MicroOrder } from '@bourse/contract/seconds';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoSources } from '../index-price/index.ts';
import { ManualTime } from '../../ground/core/testing/manual-time.ts';
import { reportPrices } from '../../testing/index-prices.ts';
import { type Person, RunningVenue } from '../../testing/running-venue.ts';

const usdt = 3;
const program = join(import.meta.dirname, '..', '..', '..', 'scripts', 'verify-contract.ts');

let time: ManualTime;
let venue: RunningVenue;
let ann: Person;
let id: number;

beforeAll(async () => {
  time = new ManualTime(Date.now());
  venue = await RunningVenue.open({ time: { time } });
  ann = await venue.person('ann');
  const funds = { currency_id: usdt, balance: '100', from: 'change_account', to: 'micro_account' };
  await ann.post('account/transfer', funds);
  await price(60_000);
  const order = { match_id: 1, currency_id: usdt, type: 1, seconds: 30, number: '10' };
  ({ id } = (await ann.post<MicroOrder>('microtrade/submit', order)).body.data);
  for (let n = 0; n < 60; n += 1) await price(60_000 + n / 100);
});

afterAll(async () => {
  await venue.close();
});

async function price(usd: number): Promise<void> {
  time.pass(500);
  await reportPrices(venue, { 1: usd }, time.wallMs());
}

/** Runs the program, and returns its exit code and what it printed. */
function verify(...parameters: readonly string[]): Promise<{ readonly code: number; readonly printed: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...parameters], (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), printed: stdout + stderr });
    });
  });
}

test('the terminal program recomputes a result from the public ticks', async () => {
  const { code, printed } = await verify(venue.url, String(id));
  expect(printed).toContain('Strike window and public ticks: equal');
  expect(printed).toContain('Settlement window and public ticks: equal');
  expect(printed).toMatch(/result +win +win/);
  expect(printed.match(/dropped/g)).toHaveLength(4 * demoSources.length);
  expect(code).toBe(0);
});

test('the terminal program finds a result that does not follow from its ticks', async () => {
  const [row] = await venue.database.query<{ settlement: number[][] }>(
    `select settlement from core.seconds_contracts where contract = ${id}`,
  );
  const moved = (row?.settlement ?? []).map(([sequence, ms, units]) => [sequence, ms, (units ?? 0) + 100_000_000]);
  const store = (settlement: unknown) =>
    venue.database.query(`update core.seconds_contracts set settlement = $1::jsonb where contract = ${id}`, [
      JSON.stringify(settlement),
    ]);
  await store(moved);
  const { code, printed } = await verify(venue.url, String(id));
  await store(row?.settlement);

  expect(printed).toContain('Settlement window and public ticks: DIFFERENT');
  expect(printed).toContain('Result: DIFFERENT');
  expect(code).toBe(1);
});

test('the terminal program compares nothing with ticks that the exchange has deleted, and does not say equal', async () => {
  const order = { match_id: 1, currency_id: usdt, type: 1, seconds: 30, number: '10' };
  const { data } = (await ann.post<MicroOrder>('microtrade/submit', order)).body;
  for (let n = 0; n < 61; n += 1) await price(60_000);
  await venue.database.query('delete from core.index_ticks');
  const { code, printed } = await verify(venue.url, String(data.id));
  expect(printed).toContain('Strike window and public ticks: NOT COMPARED');
  expect(printed).toContain('Settlement window and public ticks: NOT COMPARED');
  expect(code).toBe(2);
});

test.each([[[]], [['nowhere', '1']], [['http://127.0.0.1:1', 'one']]])('is not started with %j', async (parameters) => {
  expect((await verify(...parameters)).code).toBe(2);
});

test('says that an unknown contract cannot be checked', async () => {
  const { code, printed } = await verify(venue.url, '999999');
  expect(printed).toContain('This contract does not exist or has not ended yet.');
  expect(code).toBe(2);
});
