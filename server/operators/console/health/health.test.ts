import { alarmNames, healthCalls, homeCalls } from '@bourse/contract/console';
import { logicVersion } from '@bourse/engine';
import { Check } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConsoleVenue, type StaffClient, testReason } from '../../../testing/console-client.ts';

let console: ConsoleVenue;
let ada: StaffClient;
let rob: StaffClient;
let sue: StaffClient;

beforeAll(async () => {
  console = await ConsoleVenue.open();
  ada = await console.staff(1, ['admin']);
  rob = await console.staff(2, ['risk']);
  sue = await console.staff(3, ['support']);
  await console.venue.database.query(
    `insert into core.core_incidents (at_ms, epoch, batch_id, sequence, user_id, command_type, kind, error)
     values (5, 1, 1, 7, 100001, 'place_order', 'apply_failed', 'a fault')`,
  );
  await console.venue.database.query(
    `insert into core.suspended_commands values (100001, 'place_order', 1, 5), (100002, 'place_order', 1, 6)`,
  );
});

afterAll(async () => {
  await console.close();
});

describe('the health of an exchange', () => {
  test('has the states of the exchange, PostgreSQL, the messages, the sockets and the process', async () => {
    const { data } = await rob.call(healthCalls.health, {});
    expect(Check(healthCalls.health.output, data)).toBe(true);
    expect(data).toMatchObject({
      exchange: { open: true, cancels_only: false, reason: null, recovered: true, logic_version: logicVersion },
      disk: null,
      storage: {
        standbys: 0,
        incidents: [{ id: 1, at: 5, kind: 'apply_failed', user: 100_001, command: 'place_order', error: 'a fault' }],
        suspended: [{ user: 100_001, command: 'place_order', incident: 1, since: 5 }, { user: 100_002 }],
      },
      mail: [
        { channel: 'email', sends: false, queued: 0, failed: 0 },
        { channel: 'sms', sends: false },
      ],
      sockets: { connected: 0, subscriptions: 0 },
      process: { node: process.version },
    });
  });

  test('counts the messages of the last day by channel, and those that wait', async () => {
    const { database } = console.venue;
    const now = Date.now();
    await database.query(
      `insert into app.messages (channel, recipient, contact_key, template, language, state, attempts, created_at, due_at, expires_at)
       select 'email', 'a@example.com', 'a@example.com', 'code', 'en', state, attempts, $1::bigint - age, $1 + 3600000, $1 + 3600000
       from (values ('queued', 2, 400000), ('queued', 0, 1000), ('failed', 3, 1000), ('sent', 0, 1000), ('sent', 0, 90000000))
         as rows (state, attempts, age)`,
      [now],
    );
    const { data } = await rob.call(healthCalls.health, {});
    const email = { queued: 2, retried: 1, oldest_queued_at: now - 400_000, failed: 1, sent: 1 };
    expect(data.mail?.[0]).toEqual({ channel: 'email', sends: false, ...email });
  });

  test('is for risk and administrators, who alone clear suspensions', async () => {
    expect((await sue.call(healthCalls.health, {})).error).toBe('forbidden');
    const suspension = { user: 100_001, command: 'place_order', incident: 1 };
    expect((await rob.call(healthCalls.clearSuspension, suspension)).error).toBe('forbidden');
    const late = await console.staff(4, ['admin'], 0);
    expect((await late.call(healthCalls.clearSuspension, suspension)).error).toBe('step_up_needed');
  });

  test('has no row of a cleared suspension that could not be deleted', async () => {
    const { database } = console.venue;
    await database.query(`create function core.keep_suspensions() returns trigger language plpgsql as
      $$ begin raise exception 'nothing is deleted'; end $$`);
    await database.query(`create trigger keep_suspensions before delete on core.suspended_commands
      for each row execute function core.keep_suspensions()`);
    const suspension = { user: 100_001, command: 'place_order', incident: 1 };
    expect((await ada.call(healthCalls.clearSuspension, suspension)).error).toBe('server_error');
    await database.query('drop trigger keep_suspensions on core.suspended_commands');
    expect(
      await database.query(
        `select 1 from app.operator_log where kind = 'change' and action = 'health/clear-suspension'`,
      ),
    ).toEqual([]);
  });

  test('shows a cleared suspension no more, and the audit log has it with its reason', async () => {
    const suspension = { user: 100_001, command: 'place_order', incident: 1 };
    expect((await ada.call(healthCalls.clearSuspension, { ...suspension, incident: 2 })).error).toBe(
      'suspension_unknown',
    );
    expect((await ada.call(healthCalls.clearSuspension, suspension)).code).toBe(1);
    expect((await ada.call(healthCalls.clearSuspension, suspension)).error).toBe('suspension_unknown');
    const { data } = await ada.call(healthCalls.health, {});
    expect(data.storage?.suspended.map(({ user }) => user)).toEqual([100_002]);
    const rows = await console.venue.database.query(
      `select operator_id, subject_kind, subject_id, reason, before, after from app.operator_log
       where kind = 'change' and action = 'health/clear-suspension'`,
    );
    expect(rows).toEqual([
      {
        operator_id: '1',
        subject_kind: 'user',
        subject_id: '100001',
        reason: testReason.reason,
        before: { command: 'place_order', incident: 1, since: 5 },
        after: { command: 'place_order', incident: null },
      },
    ]);
  });
});

describe('home', () => {
  test('shows the queues of the roles, and alarms until someone deals with them', async () => {
    const { data: seen } = await sue.call(homeCalls.home, {});
    expect(Check(homeCalls.home.output, seen)).toBe(true);
    expect(seen.queues.map(({ count, name }) => [name, count])).toEqual([
      ['verifications', 0],
      ['appeals', 0],
      ['reports', 0],
      ['feedback', 0],
    ]);
    const alarm = seen.alarms.find(({ name }) => name === 'mail_failing');
    expect(alarm).toMatchObject({ details: { queued: 2 }, acknowledged: null });
    const occurrence = { alarm: 'mail_failing', since: alarm?.since ?? 0 };

    expect((await sue.call(homeCalls.acknowledgeAlarm, { ...occurrence, since: 1 })).error).toBe('alarm_over');
    expect((await sue.call(homeCalls.acknowledgeAlarm, { ...occurrence, alarm: 'disk_low' })).error).toBe('alarm_over');
    expect((await sue.call(homeCalls.acknowledgeAlarm, occurrence)).code).toBe(1);
    expect((await rob.call(homeCalls.acknowledgeAlarm, occurrence)).error).toBe('alarm_acknowledged');

    const { data } = await rob.call(homeCalls.home, {});
    expect(data.alarms.find(({ name }) => name === 'mail_failing')?.acknowledged).toMatchObject({
      by: 'Staff 3',
      reason: testReason.reason,
    });
    expect(data.queues).toEqual([
      { name: 'approvals', screen: '/approvals', count: 0, oldest_at: null },
      { name: 'withdrawals', screen: '/withdrawals', count: 0, oldest_at: null },
      { name: 'verifications', screen: '/verifications', count: 0, oldest_at: null },
      { name: 'appeals', screen: '/appeals', count: 0, oldest_at: null },
      { name: 'merchants', screen: '/merchants', count: 0, oldest_at: null },
      { name: 'reports', screen: '/reports', count: 0, oldest_at: null },
    ]);
    const order = data.alarms.map(({ name }) => alarmNames.indexOf(name));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  });
});
