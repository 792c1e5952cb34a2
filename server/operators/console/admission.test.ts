import { once } from 'node:events';
import { request } from 'node:http';
import {
  type ConsoleCall,
  consoleHeader,
  consolePrefix,
  settingsCalls,
  staffCalls,
  userCalls,
} from '@bourse/contract/console';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ConsoleVenue, type StaffClient, testReason } from '../../testing/console-client.ts';
import type { Person } from '../../testing/running-venue.ts';

let console: ConsoleVenue;
let ann: Person;
let sue: StaffClient;
/** A session in whose transaction an administrator changes the staff. */
let other: Client;

beforeAll(async () => {
  console = await ConsoleVenue.open();
  ann = await console.venue.person('ann');
  await query(`insert into app.passkeys (user_id, credential_id, public_key, counter, name, transports, created_at)
    values (${ann.id}, '\\x00', '\\x00', 0, 'Phone', '{}', 0)`);
  const admin = await console.staff(2, ['admin']);
  await admin.call(settingsCalls.changeSetting, { name: 'console_four_eyes', value: 'on', version: 0 });
  other = new Client({ connectionString: console.venue.database.settings.url });
  await other.connect();
});

beforeEach(async () => {
  sue = await console.staff(1, ['support', 'finance', 'risk']);
});

afterAll(async () => {
  await other.end();
  await console.close();
});

async function query<Row extends object>(text: string): Promise<Row[]> {
  return console.venue.database.query<Row>(text);
}

const disable = `update app.staff set state = 'disabled' where id = 1`;

/** The effects of Sue's calls on Ann. */
async function effects(): Promise<Record<string, number>> {
  const [row] = await query<Record<string, number>>(`select
    (select count(*)::int from app.user_notes) as notes,
    (select count(*)::int from app.approvals) as approvals,
    (select count(*)::int from app.operator_log where operator_id = 1 and kind in ('change', 'look', 'intent')) as rows`);
  return row ?? {};
}

describe('a request whose body arrives late', () => {
  /** Sends the head of a request; the result sends the body, and returns the error key of the answer. */
  async function begin(call: ConsoleCall): Promise<() => Promise<string | undefined>> {
    const body = JSON.stringify({ id: ann.id, ...testReason });
    const seenMs = Date.now() - 60_000;
    await query(`update app.staff_sessions set last_seen_at = ${seenMs} where staff_id = 1`);
    const sent = request(`${console.url}${consolePrefix}${call.path}`, {
      method: 'POST',
      headers: {
        origin: console.url,
        cookie: `console=${sue.token}`,
        [consoleHeader.name]: consoleHeader.value,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      },
    });
    sent.flushHeaders();
    // The session was read for the head: its last use is new.
    await expect.poll(async () => lastSeenMs()).toBeGreaterThan(seenMs);
    return async () => {
      const answered = once(sent, 'response');
      sent.end(body);
      const [response] = (await answered) as [AsyncIterable<Buffer>];
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      return (JSON.parse(Buffer.concat(chunks).toString()) as { error?: string }).error;
    };
  }

  async function lastSeenMs(): Promise<number> {
    const [row] = await query<{ at: string }>('select last_seen_at as at from app.staff_sessions where staff_id = 1');
    return Number(row?.at);
  }

  test.each([
    ['they were disabled', disable, 'session_ended'],
    ['their session was ended', 'delete from app.staff_sessions where staff_id = 1', 'session_ended'],
    ['they lost the role', `update app.staff set roles = '{content}' where id = 1`, 'forbidden'],
    ['their one-time password is old', 'update app.staff_sessions set stepped_up_at = 0', 'step_up_needed'],
  ])('is refused when %s meanwhile', async (_cause, change, error) => {
    const before = await effects();
    const finish = await begin(userCalls.stopUserOutflow);
    await query(change);
    expect(await finish()).toBe(error);
    expect((await effects())['rows']).toBe(before['rows']);
  });
});

describe('a member of staff who is disabled', () => {
  /** Makes a call while the disabling is not committed, which waits for it. */
  async function callMeanwhile(call: ConsoleCall, input: object) {
    await other.query(`begin; ${disable}`);
    const answer = sue.call(call, input);
    try {
      await expect
        .poll(async () => (await query('select 1 from pg_locks where not granted')).length)
        .toBeGreaterThan(0);
    } finally {
      await other.query('commit');
    }
    return (await answer).error;
  }

  test.each([
    ['change tables', userCalls.addUserNote, {}],
    ['submit a command', userCalls.stopUserOutflow, {}],
    ['read what is confidential', userCalls.userContact, {}],
    ['ask for an approval', userCalls.resetUserFactor, {}],
  ] as const)('does not %s with a request that began before', async (_what, call, input) => {
    const before = await effects();
    expect(await callMeanwhile(call, { id: ann.id, ...input })).toBe('session_ended');
    expect(await effects()).toEqual(before);
    expect(before).toMatchObject({ notes: 0, approvals: 0 });
  });
});

describe('a slow action', () => {
  const waiting = async (): Promise<number> => (await query('select 1 from pg_locks where not granted')).length;

  const versionOf = async (id: number): Promise<number> => {
    const [row] = await query<{ version: number }>(`select version from app.staff where id = ${id}`);
    return row?.version ?? 0;
  };

  test('holds up changes of its caller, and neither other changes of the staff nor actions of others', async () => {
    const [admin, sam] = [await console.staff(2, ['admin']), await console.staff(3, ['support'])];
    await console.staff(4, ['content']);
    // The note of Sue waits for the table.
    await other.query('begin; lock table app.user_notes in share mode');
    const note = sue.call(userCalls.addUserNote, { id: ann.id });
    let disabled: Promise<unknown> = Promise.resolve();
    try {
      await expect.poll(waiting).toBe(1);
      const others = await admin.call(staffCalls.disableStaff, { staff: 4, version: await versionOf(4) });
      expect(others).toMatchObject({ code: 1 });
      expect(await sam.call(userCalls.userContact, { id: ann.id })).toMatchObject({ code: 1 });
      disabled = admin.call(staffCalls.disableStaff, { staff: 1, version: await versionOf(1) });
      await expect.poll(waiting).toBe(2);
    } finally {
      await other.query('commit');
    }
    expect(await note).toMatchObject({ code: 1 });
    expect(await disabled).toMatchObject({ code: 1 });
  });
});
