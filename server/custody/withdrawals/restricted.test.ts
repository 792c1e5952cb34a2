import type { WalletMovement } from '@bourse/contract/wallet';
import type { WithdrawalDetail } from '@bourse/contract/withdrawals';
import { type OperatorCommand, userId } from '@bourse/engine';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { interrupt } from '../../testing/interrupted-writes.ts';
import { Person, RunningVenue, testPassword } from '../../testing/running-venue.ts';
import { TestWorld } from '../../testing/test-world.ts';
import { submitDocuments, withdraw } from '../../testing/withdrawing.ts';

const usdt = 3;
const hourMs = 3_600_000;
const known = '0x00000000000000000000000000000000000000C1';
const strange = '0x00000000000000000000000000000000000000c2';
const clock = { aheadMs: 0 };

let world: TestWorld;
let venue: RunningVenue;
let ann: Person;
let people = 0;

beforeAll(async () => {
  world = TestWorld.open();
  venue = await RunningVenue.open({
    ...world.options,
    now: () => Date.now() + clock.aheadMs,
    settings: { demo_review_seconds: 0, draw_address_hours: 1, draw_auto_usd: 1_000, login_code: 'never' },
  });
});

beforeEach(async () => {
  people += 1;
  ann = await venue.person(`ann-${people}`);
  await submitDocuments(venue, ann);
});

afterAll(async () => {
  await venue.close();
  world.close();
});

async function logIn(): Promise<Person> {
  const { body } = await venue.post<{ token: string }>('user/login', { account: ann.account, password: testPassword });
  return new Person(venue, ann.account, ann.id, body.data.token);
}

async function request(number: string, address: string): Promise<number> {
  const { body } = await withdraw(venue, ann, { number, address });
  if (body.code !== 1) throw new Error(body.error);
  return body.data.id;
}

async function rowOf(id: number): Promise<WalletMovement> {
  return (await ann.get<WithdrawalDetail>(`wallet/withdrawal?id=${id}`)).body.data.row;
}

async function until(id: number, status: string): Promise<void> {
  await expect.poll(async () => (await rowOf(id)).status, { timeout: 60_000 }).toBe(status);
}

describe('when an account is frozen', () => {
  test.each(['session', 'link'])('its withdrawals are cancelled: by %s', async (by) => {
    const reviewed = await request('1500', known);
    clock.aheadMs += 2 * hourMs;
    await until(reviewed, 'reviewing');
    const sent = await request('30', known);
    await until(sent, 'broadcast');
    const waiting = await request('40', strange);
    expect((await rowOf(waiting)).status).toBe('requested');

    if (by === 'session') await ann.post('user/freeze', {});
    else {
      const login = { account: ann.account, password: testPassword };
      await venue.post('user/login', login, { flag: `device-${people}` });
      const told = (await venue.outbox(ann.account)).find(({ text }) => text.includes('/freeze#'));
      const token = /\/freeze#([\w-]{43}) /.exec(told?.text ?? '')?.[1] ?? '';
      expect((await venue.post('user/freeze_by_link', { token })).body.code).toBe(1);
    }
    ann = await logIn();
    for (const id of [reviewed, waiting]) expect((await rowOf(id)).status).toBe('cancelled');
    // The network decides about the one that was sent.
    expect(await rowOf(sent)).toMatchObject({ status: 'broadcast', reason: 'cancelling' });
    await expect.poll(async () => ann.balance(usdt)).toEqual({ available: '99970', locked: '30' });
  });

  test('also one whose money is held, but that has not noted it yet', async () => {
    const id = await request('40', strange);
    await venue.database.query(`update app.withdrawals set stage = 'creating' where id = $1`, [id]);
    await ann.post('user/freeze', {});
    ann = await logIn();
    expect((await rowOf(id)).status).toBe('cancelled');
    await expect.poll(async () => ann.balance(usdt)).toEqual({ available: '100000', locked: '0' });
  });

  test('it is restricted although its withdrawals cannot be cancelled for now', async () => {
    const id = await request('40', strange);
    const fault = await interrupt(venue.database, 'withdrawals', 'update', `new.stage = 'cancelled'`);
    await ann.post('user/freeze', {});
    await fault.reached();
    ann = await logIn();
    expect((await ann.get<{ restriction: string }>('user/info')).body.data.restriction).toBe('trading');
    await fault.end();
    clock.aheadMs += 60_000;
    await until(id, 'cancelled');
  });

  test('also those of an account that staff have restricted already', async () => {
    const id = await request('40', strange);
    await restrict('none', 'trading');
    expect((await rowOf(id)).status).toBe('requested');
    await ann.post('user/freeze', {});
    ann = await logIn();
    expect((await rowOf(id)).status).toBe('cancelled');
  });
});

describe('the fee of a payment that was sent', () => {
  test('is kept when its owner freezes the account, and the money is available again without it', async () => {
    const id = await sent();
    await ann.post('user/freeze', {});
    await cancelled(id);
    ann = await logIn();
    expect(await rowOf(id)).toMatchObject({ status: 'cancelled', reason: 'fee_kept' });
    await expect.poll(async () => ann.balance(usdt)).toEqual({ available: '99990', locked: '0' });
  });

  test('is returned when staff restrict the user, also if the account is frozen afterwards', async () => {
    const id = await sent();
    await restrict('none', 'outflow');
    await expect.poll(async () => (await rowOf(id)).reason).toBe('cancelling');
    await ann.post('user/freeze', {});
    await cancelled(id);
    ann = await logIn();
    expect(await rowOf(id)).toMatchObject({ status: 'cancelled', reason: null });
    await expect.poll(async () => ann.balance(usdt)).toEqual({ available: '100000', locked: '0' });
  });

  /** A withdrawal of 30 whose payment is sent, 10 of them fee. */
  async function sent(): Promise<number> {
    const id = await request('30', known);
    clock.aheadMs += 2 * hourMs;
    await until(id, 'broadcast');
    return id;
  }

  /** Waits until the cancellation of a payment is final. */
  async function cancelled(id: number): Promise<void> {
    const cancels = async () => {
      const rows = await venue.database.query<{ hash: string }>(
        `select a.hash from app.attempts a join app.outgoing o on o.id = a.outgoing_id
          where o.reference = 'withdrawal/' || $1::text and a.kind = 'cancel' and a.hash is not null`,
        [id],
      );
      return rows.filter(({ hash }) => world.chain.pending.some((pending) => pending.hash === hash)).length;
    };
    await expect.poll(cancels, { timeout: 60_000 }).toBe(1);
    world.mine(64);
    const stage = async () =>
      (await venue.database.query<{ stage: string }>('select stage from app.withdrawals where id = $1', [id]))[0]
        ?.stage;
    await expect.poll(stage, { timeout: 60_000 }).toBe('cancelled');
  }
});

test('the withdrawals of a user whose outflow was stopped wait for people instead of being paid', async () => {
  const id = await request('40', strange);
  await restrict('none', 'outflow');
  clock.aheadMs += 2 * hourMs;
  await until(id, 'reviewing');
  expect((await ann.post('account/draw_cancel', { id })).body.code).toBe(1);
});

async function restrict(before: 'none' | 'outflow', scope: 'outflow' | 'trading'): Promise<void> {
  const command: OperatorCommand = {
    type: 'restrict_user',
    user: userId(ann.id),
    before,
    scope,
    operator: userId(7),
    cause: 'incident',
  };
  await venue.operate(command);
}
