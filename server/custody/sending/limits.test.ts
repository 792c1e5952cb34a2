import type { SendingQuote } from '@bourse/contract/sending';
import type { WithdrawalQuote } from '@bourse/contract/withdrawals';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { RunningVenue, type Person } from '../../testing/running-venue.ts';
import { loggedInAgain, sendingCode, sendTo, verifiedPerson } from '../../testing/sending.ts';
import { TestWorld } from '../../testing/test-world.ts';
import { tradePassword, withdraw } from '../../testing/withdrawing.ts';

const outside = '0x00000000000000000000000000000000000000C1';
const dayMs = 86_400_000;
const clock = { aheadMs: 0 };

let world: TestWorld;
let venue: RunningVenue;
let ann: Person;
let bob: Person;
let people = 0;

beforeAll(async () => {
  world = TestWorld.open();
  venue = await RunningVenue.open({
    ...world.options,
    now: () => Date.now() + clock.aheadMs,
    settings: {
      demo_review_seconds: 0,
      draw_day_usd_2: 1_000,
      send_new_usd: 500,
      send_day_count: 3,
      login_code: 'never',
    },
  });
});

beforeEach(async () => {
  people += 1;
  ann = await verifiedPerson(venue, `ann-${people}`);
  bob = await verifiedPerson(venue, `bob-${people}`);
});

afterAll(async () => {
  await venue.close();
  world.close();
});

async function quote(to?: Person): Promise<SendingQuote> {
  const query = to === undefined ? '' : `&to_uid=${to.id}`;
  return (await ann.get<SendingQuote>(`transfer/quote?currency_id=3${query}`)).body.data;
}

/** Lets a day and a minute pass, and with it the session. */
async function passDay(): Promise<void> {
  clock.aheadMs += dayMs + 60_000;
  ann = await loggedInAgain(venue, ann);
}

async function send(to: Person, number: string) {
  return (await sendTo(venue, ann, { to_uid: to.id, number })).body;
}

describe('coins sent to users', () => {
  test('share the limit of a day with withdrawals, in both directions', async () => {
    expect((await send(bob, '450')).code).toBe(1);
    const { body } = await withdraw(venue, ann, { number: '551', address: outside });
    expect(body).toMatchObject({ error: 'draw_limit_exceeded', details: { left: '550' } });
    expect((await withdraw(venue, ann, { number: '500', address: outside })).body.code).toBe(1);
    const kim = await verifiedPerson(venue, `kim-${people}`);
    expect(await send(kim, '51')).toMatchObject({ error: 'draw_limit_exceeded', details: { left: '50' } });
    expect(await quote()).toMatchObject({ day_limit: '1000', day_left: '50', maximum: '50' });
    const draw = await ann.get<WithdrawalQuote>('wallet/draw_quote?currency_protocol_id=3');
    expect(draw.body.data.day_left).toBe('50');
    await passDay();
    expect((await quote()).day_left).toBe('1000');
  });

  test('to a new recipient are limited in sum for a day from the first', async () => {
    expect(await quote(bob)).toMatchObject({ new_left: '500', maximum: '500', available: '100000', decimals: 6 });
    expect((await send(bob, '400')).code).toBe(1);
    expect(await send(bob, '101')).toMatchObject({ error: 'transfer_recipient_new', details: { left: '100' } });
    expect((await send(bob, '100')).code).toBe(1);
    expect(await quote(bob)).toMatchObject({ new_left: '0', maximum: '0', reasons: ['transfer_recipient_new'] });
    await passDay();
    expect((await quote(bob)).new_left).toBeNull();
    expect((await send(bob, '900')).code).toBe(1);
  });

  test('are limited in number for each UTC day', async () => {
    for (const number of ['1', '2', '3']) expect((await send(bob, number)).code).toBe(1);
    expect(await send(bob, '4')).toMatchObject({ error: 'transfers_used_up', details: { maximum: 3 } });
    expect(await quote()).toMatchObject({ sends_left: 0, reasons: ['transfers_used_up'] });
    await passDay();
    expect((await send(bob, '4')).code).toBe(1);
  });

  test('count for a UTC day up to its last moment', async () => {
    const startMs = Date.now() + clock.aheadMs;
    clock.aheadMs += dayMs - (startMs % dayMs) - 60_000;
    ann = await loggedInAgain(venue, ann);
    for (const number of ['1', '2', '3']) expect((await send(bob, number)).code).toBe(1);
    expect((await quote()).sends_left).toBe(0);
    clock.aheadMs += 60_000;
    expect((await quote()).sends_left).toBe(3);
  });

  test('have codes that pay no withdrawal', async () => {
    const code = await sendingCode(venue, ann, { to_uid: bob.id, number: '100' });
    const terms = { currency_id: 3, currency_protocol_id: 3, number: '100', address: outside };
    const { body } = await ann.post('account/draw', { ...terms, code, pay_password: tradePassword });
    expect(body.error).toBe('verification_code_expired');
  });

  test('that were refused count against no limit but the number of a day', async () => {
    await venue.database.query(
      `insert into app.sends (user_id, to_user_id, user_hint, to_hint, currency_id, amount, worth, request_key, stage,
         reason, created_at, changed_at)
       values ($1, $2, '', '', 3, 900000000, 90000000000, 'void', 'void', '{}', $3, $3)`,
      [ann.id, bob.id, Date.now() + clock.aheadMs],
    );
    expect(await quote(bob)).toMatchObject({ day_left: '1000', new_left: '500', sends_left: 2, reasons: [] });
  });

  test('wait after a change of the account’s security', async () => {
    await venue.database.query('update app.users set password_changed_at = $2 where id = $1', [
      ann.id,
      Date.now() + clock.aheadMs,
    ]);
    expect((await send(bob, '5')).error).toBe('transfer_waits');
    expect((await quote()).reasons).toEqual(['transfer_waits']);
    await passDay();
    expect((await send(bob, '5')).code).toBe(1);
  });

  test('keep a quote for unverified users, who are asked to verify', async () => {
    ann = await venue.person(`eve-${people}`);
    expect((await quote()).reasons).toEqual(['draw_unverified']);
  });
});
