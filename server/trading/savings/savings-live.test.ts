import type { SavingsLock, SavingsMessage } from '@bourse/contract/savings';
import { dayMs } from '@bourse/engine/savings';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ManualTime } from '../../ground/core/testing/manual-time.ts';
import { createTestDatabase, type TestDatabase } from '../../ground/database/test-database.ts';
import { type Person, RunningVenue, type SocketClient, type SocketMessage } from '../../testing/running-venue.ts';

const noon = Date.UTC(2026, 0, 1, 12);
const weekly = 1;

let database: TestDatabase;
let time: ManualTime;
let venue: RunningVenue;
let ann: Person;

beforeEach(async () => {
  database = await createTestDatabase();
  time = new ManualTime(noon);
  venue = await RunningVenue.openOn(database, { time: { time } });
  ann = await venue.person('ann');
});

afterEach(async () => {
  await venue.close();
});

/** Restarts the exchange after this much time. */
async function startAgain(afterMs: number): Promise<void> {
  await venue.stop();
  time = new ManualTime(time.wallMs() + afterMs);
  venue = await RunningVenue.openOn(database, { time: { time } });
  ann = ann.on(venue);
}

async function lock(): Promise<SavingsLock> {
  return (await ann.post<SavingsLock>('storage_currency/submit_lock', { id: weekly })).body.data;
}

async function redeem(id: number): Promise<void> {
  expect((await ann.post('storage_currency/redeem', { id })).body.code).toBe(1);
}

async function ownLocks(): Promise<SavingsLock[]> {
  return (await ann.get<{ data: SavingsLock[] }>('storage_currency/my_locks')).body.data.data;
}

async function savings(): Promise<string[]> {
  const path = 'account/detail?currency_id=3&account_type_id=5';
  const { body } = await ann.get<{ balance: string; lock_balance: string }>(path);
  return [body.data.balance, body.data.lock_balance];
}

/** A socket on which the user has logged in, with the run and sequence of the answer. */
async function loggedIn(person: Person, known: { from?: number; run?: string } = {}) {
  const socket = await venue.socket();
  socket.say('login', person.token, known);
  const login = await socket.message(({ type }) => type === 'login');
  return { socket, sequence: Number(login['sequence']), run: String(login['run']) };
}

function changesIn({ heard }: SocketClient): SocketMessage[] {
  return heard.filter(({ type }) => type === 'SAVINGS_CHANGED');
}

/** The first `count` deposit changes that a socket receives. */
async function changes(client: SocketClient, count: number): Promise<SavingsMessage['lock'][]> {
  const found = await client.until(() => {
    const heard = changesIn(client);
    return heard.length < count ? undefined : heard;
  });
  return found.map((message) => (isSavingsMessage(message) ? message.lock : never()));
}

function isSavingsMessage(message: SocketMessage): message is SocketMessage & SavingsMessage {
  return message.type === 'SAVINGS_CHANGED' && 'lock' in message;
}

function never(): never {
  throw new Error('not a change of a deposit');
}

test('a deposit that is made, redeemed or matures is reported to its owner only', async () => {
  const bob = await venue.person('bob');
  const own = await loggedIn(ann);
  const other = await loggedIn(bob);
  const [matures, redeemed] = [await lock(), await lock()];
  time.pass(dayMs);
  await redeem(redeemed.id);
  time.pass(7 * dayMs);
  time.tick();
  const heard = await changes(own.socket, 4);
  expect(heard.map(({ id, status }) => [id, status])).toEqual([
    [matures.id, 1],
    [redeemed.id, 1],
    [redeemed.id, 3],
    [matures.id, 2],
  ]);
  expect(heard.slice(0, 2)).toEqual([matures, redeemed]);
  expect(heard[3]).toMatchObject({ accrued: '0.575342', status_name: 'Expired', ended_at: time.wallMs() });
  await bob.buy(1, '0.01', '18000');
  await other.socket.message(({ type }) => type === 'TX_SUBMIT');
  expect(changesIn(other.socket)).toEqual([]);
  await Promise.all([own.socket.close(), other.socket.close()]);
});

test('a reconnecting client receives missed changes of deposits once and in order', async () => {
  const first = await loggedIn(ann);
  const { id } = await lock();
  await changes(first.socket, 1);
  const from = Number(changesIn(first.socket)[0]?.['sequence']);
  await first.socket.close();
  const second = await lock();
  time.pass(dayMs);
  await redeem(id);
  const again = await loggedIn(ann, { from, run: first.run });
  expect((await changes(again.socket, 2)).map((change) => [change.id, change.status])).toEqual([
    [second.id, 1],
    [id, 3],
  ]);
  expect(changesIn(again.socket)).toHaveLength(2);
  await again.socket.close();
});

test('a deposit that matures while the exchange is down is paid once, at the next start', async () => {
  const made = await lock();
  await startAgain(3 * dayMs);
  expect(await ownLocks()).toMatchObject([{ ...made, accrued: '0.164383', remaining_days: 5 }]);
  await startAgain(20 * dayMs);
  await expect.poll(savings).toEqual(['1000.575342', '0']);
  const ended = { ...made, status: 2, status_name: 'Expired', accrued: made.interest, remaining_days: 0 };
  expect(await ownLocks()).toEqual([{ ...ended, ended_at: noon + 23 * dayMs }]);
  await startAgain(dayMs);
  expect(await savings()).toEqual(['1000.575342', '0']);
  expect(await ownLocks()).toEqual([{ ...ended, ended_at: noon + 23 * dayMs }]);
});

test('the demo offers its products and funds them once', async () => {
  const setUp = async () =>
    database.query<Record<string, unknown>>(
      `select change, null::integer as currency_id, null::bigint as amount from core.settings_log where change like 'savings%'
       union all select source, currency_id, amount from core.venue_transfers where source = 'demo_savings' order by currency_id nulls last`,
    );
  const before = await setUp();
  expect(before).toHaveLength(10);
  expect(before.slice(0, 3)).toEqual([
    { change: 'demo_savings', currency_id: 1, amount: '1000000000' },
    { change: 'demo_savings', currency_id: 2, amount: '20000000000' },
    { change: 'demo_savings', currency_id: 3, amount: '1000000000000' },
  ]);
  await startAgain(dayMs);
  expect(await setUp()).toEqual(before);
});
