import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, RunningVenue, testPassword } from '../testing/running-venue.ts';

const run = promisify(execFile);
const folder = join(import.meta.dirname, '..', '..', 'examples');

let venue: RunningVenue;
let ann: Person;

beforeAll(async () => {
  venue = await RunningVenue.open();
  ann = await venue.person('ann');
  const maker = await venue.person('maker');
  const bob = await venue.person('bob');
  for (const price of ['20000', '20001']) {
    await maker.post('tx_out/add', { currency_match_id: 1, number: '0.01', price });
    await bob.post('tx_in/add', { currency_match_id: 1, number: '0.01', price });
  }
});

afterAll(async () => {
  await venue.close();
});

const environment = () => ({
  ...process.env,
  BOURSE_URL: venue.url,
  BOURSE_ACCOUNT: ann.account,
  BOURSE_PASSWORD: testPassword,
  BOURSE_DEVICE: venue.deviceId('test-device'),
  BOURSE_TRADES: '2',
});

const printed = [
  /^BTC\/USDT traded: 0\.01 at 20001$/,
  /^BTC\/USDT traded: 0\.01 at 20000$/,
  /^Order \d+ to buy 0\.001 at 19800\.\d+: submitted$/,
  /^Order \d+: cancelled$/,
];

function expectTrade(output: string): void {
  const lines = output.trim().split('\n');
  expect(lines).toEqual(printed.map((line): unknown => expect.stringMatching(line)));
}

test('the example for Node logs in, follows a market, and places and cancels an order', async () => {
  const { stdout } = await run(process.execPath, [join(folder, 'trade.mjs'), 'BTC/USDT'], { env: environment() });
  expectTrade(stdout);
});

const python = '/usr/bin/python3';
const hasLibrary = existsSync(python) && existsSync('/usr/lib/python3/dist-packages/websockets');

test.runIf(hasLibrary)('so does the example for Python', async () => {
  const { stdout } = await run(python, [join(folder, 'trade.py'), 'BTC/USDT'], { env: environment() });
  expectTrade(stdout);
});
