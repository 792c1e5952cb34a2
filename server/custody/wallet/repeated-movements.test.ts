import { approvalCalls, type ConsoleInput, homeCalls, venueMoneyCalls } from '@bourse/contract/console';
import { expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../ground/database/test-database.ts';
import { ConsoleVenue, type StaffClient } from '../../testing/console-client.ts';

const usdt = 3;

/** The exchange with its console, its staff, and their calls. */
interface Running {
  readonly venue: ConsoleVenue;
  readonly finance: StaffClient;
  readonly risk: StaffClient;
}

async function running(database: TestDatabase, now = Date.now): Promise<Running> {
  const venue = await ConsoleVenue.openOn(database, { now });
  const [finance, risk] = await Promise.all([venue.staff(1, ['finance']), venue.staff(2, ['risk'])]);
  return { venue, finance, risk };
}

async function prepared(settings: Readonly<Record<string, unknown>>): Promise<TestDatabase> {
  const database = await createTestDatabase();
  for (const [name, value] of Object.entries(settings)) await set(database, name, value);
  return database;
}

async function set(database: TestDatabase, name: string, value: unknown): Promise<void> {
  await database.query('insert into app.site_settings (name, value) values ($1, $2)', [name, JSON.stringify(value)]);
}

type Move = Partial<ConsoleInput<typeof venueMoneyCalls.moveVenueMoney>>;

async function move({ finance }: Running, key: string, input: Move = {}) {
  const defaults = { currency_id: usdt, from: 'savings_house', to: 'insurance', amount: '100' };
  return finance.call(venueMoneyCalls.moveVenueMoney, { ...defaults, ...input }, { 'idempotency-key': key });
}

async function insurance({ risk }: Running): Promise<string | undefined> {
  const { data } = await risk.call(venueMoneyCalls.venueAccounts, {});
  return data.rows.find(({ currency_id: id }) => id === usdt)?.insurance;
}

async function transfers({ risk }: Running) {
  return (await risk.call(venueMoneyCalls.venueTransfers, { currency_id: usdt, limit: 10 })).data.rows;
}

/** Lets every row with the outcome of a command fail, until the returned function is called. */
async function failOutcomes(database: TestDatabase): Promise<() => Promise<void>> {
  await database.query(`create function app.fail_outcome() returns trigger language plpgsql as
    $$ begin raise exception 'no outcome is stored'; end $$`);
  await database.query(`create trigger fail_outcome before insert on app.operator_log for each row
    when (new.kind = 'outcome') execute function app.fail_outcome()`);
  return async () => {
    await database.query('drop trigger fail_outcome on app.operator_log');
  };
}

test('a movement repeated after a lowered limit, and then approved, moves money once', async () => {
  const database = await prepared({ console_four_eyes: 'on' });
  const first = await running(database);
  expect(await move(first, 'lost')).toMatchObject({ data: { approval: null } });
  await first.venue.venue.stop();
  // As if the answer had never been stored.
  await database.query(`update app.console_requests set answer = null where request_key = 'lost'`);
  await set(database, 'venue_transfer_limit', 0);

  const second = await running(database);
  const { data } = await move(second, 'lost');
  const id = data.approval;
  expect(id).toBeGreaterThan(0);
  const { payload_hash } = (await second.risk.call(approvalCalls.approval, { id })).data;
  await second.risk.call(approvalCalls.voteOnApproval, { id, verdict: 'approve', payload_hash });
  for (;;) {
    const { stage } = (await second.risk.call(approvalCalls.approval, { id })).data;
    if (stage === 'carried_out') break;
    expect(stage).toBe('ready');
  }
  expect(await insurance(second)).toBe('2000100');
  const moved = (await transfers(second)).filter(({ from }) => from === 'savings_house');
  expect(moved).toMatchObject([{ source: 'approval', n: id, to: 'insurance' }]);
  await second.venue.close();
});

test('a movement whose outcome was lost with the process is answered with its first outcome', async () => {
  const database = await prepared({});
  const first = await running(database);
  await move(first, 'here');
  const restore = await failOutcomes(database);
  const back = { from: 'insurance', to: 'savings_house' } as const;
  expect(await move(first, 'lost', back)).toMatchObject({ error: 'server_error' });
  expect(await insurance(first)).toBe('2000000');
  await first.venue.venue.stop();
  await restore();

  const second = await running(database);
  const sequence = (await transfers(second)).find(({ from }) => from === 'insurance')?.sequence;
  expect(sequence).toBeGreaterThan(0);
  expect(await move(second, 'lost', back)).toMatchObject({ code: 1, data: { approval: null, result: { sequence } } });
  expect(await insurance(second)).toBe('2000000');
  await second.venue.close();
});

test('an outcome that could not be recorded is an alarm, and is recorded without a restart', async () => {
  const database = await prepared({});
  let aheadMs = 0;
  const at = await running(database, () => Date.now() + aheadMs);
  const restore = await failOutcomes(database);
  expect(await move(at, 'lost')).toMatchObject({ error: 'server_error' });
  const alarm = async () => {
    const { data } = await at.risk.call(homeCalls.home, {});
    return data.alarms.find(({ name }) => name === 'outcome_unrecorded');
  };
  expect(await alarm()).toMatchObject({ details: { commands: 1 } });
  await restore();
  // Looks within two seconds share one round of checks.
  aheadMs = 3_000;
  expect(await alarm()).toBeUndefined();
  const sequence = (await transfers(at)).find(({ to }) => to === 'insurance')?.sequence;
  expect(await move(at, 'lost')).toMatchObject({ data: { approval: null, result: { sequence } } });
  expect(await insurance(at)).toBe('2000100');
  await at.venue.close();
});

test('two simultaneous requests with one key move money once and get the same answer', async () => {
  const at = await running(await prepared({}));
  await move(at, 'here');
  const back = { from: 'insurance', to: 'savings_house' } as const;
  const [one, other] = await Promise.all([move(at, 'both', back), move(at, 'both', back)]);
  expect(one).toMatchObject({ code: 1, data: { approval: null } });
  expect(other.data).toEqual(one.data);
  await at.venue.close();
});
