import type { WalletMovement } from '@bourse/contract/wallet';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { siteDefaultsOf } from '../../people/identity/index.ts';
import { Person, RunningVenue, type SocketClient, testPassword } from '../../testing/running-venue.ts';
import { TestWorld } from '../../testing/test-world.ts';
import { submitDocuments, withdraw } from '../../testing/withdrawing.ts';

const outside = '0x00000000000000000000000000000000000000C1';

let world: TestWorld;
let venue: RunningVenue;
let ann: Person;
let socket: SocketClient;
let people = 0;

beforeAll(async () => {
  world = TestWorld.open();
  const settings = {
    demo_review_seconds: 0,
    login_code: 'never',
    draw_device_hours: siteDefaultsOf(false).wallet.deviceHours,
  };
  venue = await RunningVenue.open({ ...world.options, settings });
});

beforeEach(async () => {
  people += 1;
  ann = await venue.person(`ann-${people}`);
  await submitDocuments(venue, ann);
  socket = await venue.socket();
  socket.say('login', ann.token);
  await socket.message(({ type }) => type === 'login');
});

afterAll(async () => {
  await venue.close();
  world.close();
});

/** Moves the first use of ann's devices into the past. */
async function ageDevices(byMs: number): Promise<void> {
  await venue.database.query('update app.devices set first_used_at = first_used_at - $2 where user_id = $1', [
    ann.id,
    byMs,
  ]);
}

async function loggedIn(headers: Readonly<Record<string, string>>): Promise<Person> {
  const { body } = await venue.post<{ token: string }>(
    'user/login',
    { account: ann.account, password: testPassword },
    headers,
  );
  return new Person(venue, ann.account, ann.id, body.data.token);
}

/** The state in which a small withdrawal of a person leaves `requested`. */
async function checked(person: Person, number = '20'): Promise<Pick<WalletMovement, 'status' | 'reason'>> {
  const { body } = await withdraw(venue, person, { number, address: outside });
  const message = await socket.message((heard) => {
    const row = heard['row'] as WalletMovement | undefined;
    return heard.type === 'WALLET' && row?.id === body.data.id && row.status !== 'requested';
  });
  const { reason, status } = message['row'] as WalletMovement;
  return { status, reason };
}

describe('a small withdrawal', () => {
  test('that is requested with a new device is checked by staff', async () => {
    expect(await checked(ann)).toEqual({ status: 'reviewing', reason: 'new_device' });
  });

  test('is paid by program once the device was first used a day ago, unless it comes from another one', async () => {
    await ageDevices(86_400_000);
    expect(await checked(ann)).toMatchObject({ status: 'approved' });
    expect(await checked(await loggedIn({ flag: 'another-device-1' }), '21')).toMatchObject({ reason: 'new_device' });
  });

  test('is checked by staff when the client has no device id', async () => {
    const program = await loggedIn({ flag: '' });
    await ageDevices(86_400_000);
    expect(await checked(program)).toMatchObject({ reason: 'new_device' });
  });
});

test('the demo checks no devices', () => {
  expect(siteDefaultsOf(true).wallet.deviceHours).toBe(0);
});
