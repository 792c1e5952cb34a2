import type { NoticePage } from '@bourse/contract/alerts';
import type { RecentRecipient, SendingQuote, SentCoins } from '@bourse/contract/sending';
import type { AccountLogRow } from '@bourse/contract/wallet';
import { userId } from '@bourse/engine';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { creditDeposit, oweDebt, payFromTreasury, spendMoney } from '../../testing/debts.ts';
import { passkeyOf } from '../../testing/own-things.ts';
import { RunningVenue, type Person } from '../../testing/running-venue.ts';
import { sendingCode, sendTo, sendWith, verifiedPerson } from '../../testing/sending.ts';

const usdt = 3;

let venue: RunningVenue;
let ann: Person;
let bob: Person;
let people = 0;
let deposits = 0;

beforeAll(async () => {
  venue = await RunningVenue.open({ settings: { demo_review_seconds: 0, send_new_usd: 200_000 } });
});

beforeEach(async () => {
  people += 1;
  ann = await verifiedPerson(venue, `ann-${people}`);
  bob = await verifiedPerson(venue, `bob-${people}`);
});

afterAll(async () => {
  await venue.close();
});

interface Rows<Row> {
  readonly total: number;
  readonly data: readonly Row[];
}

async function list(person: Person, side = ''): Promise<Rows<SentCoins>> {
  return (await person.get<Rows<SentCoins>>(`transfer/list${side === '' ? '' : `?side=${side}`}`)).body.data;
}

async function balances(): Promise<readonly string[]> {
  return [(await ann.balance(usdt)).available, (await bob.balance(usdt)).available];
}

async function restrict(person: Person, scope: 'outflow' | 'trading'): Promise<void> {
  const decision = { operator: userId(1), cause: 'incident' } as const;
  await venue.operate({ type: 'restrict_user', user: userId(person.id), before: 'none', scope, ...decision });
}

describe('coins sent to another user', () => {
  test('move at once, and both see them: balance, list, message, account log, notice and mail', async () => {
    const sockets = [];
    for (const { token } of [ann, bob]) {
      const socket = await venue.socket();
      socket.say('login', token);
      await socket.message(({ type }) => type === 'login');
      sockets.push(socket);
    }
    const { body } = await sendTo(venue, ann, { to_uid: bob.id, number: '25.5' });
    const common = { hint: 'A***e', currency_id: usdt, currency_code: 'USDT', number: '25.5', status: 'sent' };
    const row = { id: body.data.id, created_at: body.data.created_at, ...common };
    const [sent, received] = [
      { ...row, side: 'sent', uid: bob.id },
      { ...row, side: 'received', uid: ann.id },
    ];
    expect(body).toMatchObject({ code: 1, data: sent });
    expect(await balances()).toEqual(['99974.5', '100025.5']);
    expect([await list(ann), await list(bob)]).toMatchObject([
      { total: 1, data: [sent] },
      { total: 1, data: [received] },
    ]);
    const heard = await Promise.all(sockets.map((socket) => socket.message(({ type }) => type === 'SENT')));
    const account = { account_type_id: 1, currency_id: usdt, lock_balance: '0' };
    expect(heard).toEqual([
      { type: 'SENT', row: sent, account: { ...account, balance: '99974.5' } },
      { type: 'SENT', row: received, account: { ...account, balance: '100025.5' } },
    ]);
    const rowsOf = async (person: Person, cause: string) =>
      (await person.get<Rows<AccountLogRow>>(`account_log/change?cause=${cause}`)).body.data.data;
    expect(await rowsOf(ann, 'sent')).toMatchObject([
      { amount: '-25.5', cause_id: body.data.id, notes: `→ ${bob.id}`, extra_data: { from: String(bob.id) } },
    ]);
    expect(await rowsOf(bob, 'received')).toMatchObject([
      { amount: '25.5', cause_id: body.data.id, notes: `${ann.id} →`, extra_data: { from: String(ann.id) } },
    ]);
    const sides = [
      [ann, 'coins_sent', bob.id],
      [bob, 'coins_received', ann.id],
    ] as const;
    for (const [person, template, user] of sides) {
      const figures = { amount: '25.5', currency: 'USDT', user: String(user), hint: 'A***e' };
      await expect
        .poll(async () => (await person.get<NoticePage>('notices/list')).body.data.data, { timeout: 60_000 })
        .toContainEqual(expect.objectContaining({ template, figures }));
      const mails = await venue.outbox(person.account);
      const mail = mails.find(({ text }) => text.includes('25.5 USDT') && text.includes(String(user)));
      // Only the sender can lose coins: that mail has the link that freezes the account.
      expect(mail?.text.includes('/freeze#')).toBe(person === ann);
    }
    const recents = await ann.get<RecentRecipient[]>('transfer/recents');
    expect(recents.body.data).toEqual([{ uid: bob.id, hint: 'A***e', sent_at: body.data.created_at }]);
    expect((await bob.get<RecentRecipient[]>('transfer/recents')).body.data).toEqual([]);
    for (const socket of sockets) await socket.close();
  });

  test('are listed by side, and strangers see none of them', async () => {
    await sendTo(venue, ann, { to_uid: bob.id, number: '5' });
    await sendTo(venue, bob, { to_uid: ann.id, number: '6' });
    expect((await list(ann)).data.map(({ number, side }) => `${side} ${number}`)).toEqual(['received 6', 'sent 5']);
    expect((await list(ann, 'sent')).data.map(({ number }) => number)).toEqual(['5']);
    expect((await list(ann, 'received')).data.map(({ number }) => number)).toEqual(['6']);
    const eve = await verifiedPerson(venue, `eve-${people}`);
    expect(await list(eve)).toMatchObject({ total: 0, data: [] });
  });

  test('can be sent on at once', async () => {
    await sendTo(venue, ann, { to_uid: bob.id, number: '100000' });
    expect((await sendTo(venue, bob, { to_uid: ann.id, number: '200000' })).body.error).toBe('draw_limit_exceeded');
    expect((await sendTo(venue, bob, { to_uid: ann.id, number: '100000' })).body.code).toBe(1);
    expect(await balances()).toEqual(['100000', '100000']);
  });

  test('first pay a debt of their receiver', async () => {
    deposits += 1;
    await oweDebt(venue, bob, { currency: usdt, units: 2_000_000, n: deposits }, 100_000_000_000);
    await sendTo(venue, ann, { to_uid: bob.id, number: '5' });
    expect(await balances()).toEqual(['99995', '3']);
  });
});

describe('a request to send coins', () => {
  test.each([
    ['zero', '0', 'quantity_required'],
    ['nothing', '', 'quantity_required'],
    ['a negative amount', '-5', 'invalid_request'],
    ['an exponent', '1e3', 'invalid_request'],
    ['infinity', 'Infinity', 'invalid_request'],
    ['more decimals than the currency has', '1.0000001', 'quantity_precision'],
    ['less than a dollar', '0.99', 'transfer_below_minimum'],
    ['a huge amount', '99999999999999999999', 'amount_too_large'],
    ['more than the balance', '100000.000001', 'insufficient_balance'],
  ])('of %s is refused before a code is sent or used', async (_what, number, error) => {
    const coins = { to_uid: bob.id, number };
    expect((await ann.post('notify/send_email', { type: 4, currency_id: usdt, ...coins })).body.error).toBe(error);
    expect((await sendWith(ann, { ...coins, code: '123456' })).body.error).toBe(error);
    expect(await balances()).toEqual(['100000', '100000']);
  });

  test('to oneself, to a stranger or in an unknown currency is refused', async () => {
    const eve = await venue.person(`eve-${people}`);
    const errorOf = async (coins: { to_uid: number; currency_id?: number }) =>
      (await sendWith(ann, { number: '5', code: '123456', ...coins })).body.error;
    expect(await errorOf({ to_uid: ann.id })).toBe('recipient_self');
    expect(await errorOf({ to_uid: eve.id })).toBe('recipient_unknown');
    expect(await errorOf({ to_uid: 0 })).toBe('recipient_unknown');
    expect(await errorOf({ to_uid: 2 ** 31 })).toBe('recipient_unknown');
    expect(await errorOf({ to_uid: bob.id, currency_id: 999 })).toBe('currency_unknown');
    expect((await sendWith(eve, { to_uid: bob.id, number: '5', code: '123456' })).body.error).toBe('draw_unverified');
  });

  test('needs its own code, the trade password and the second factor', async () => {
    const coins = { to_uid: bob.id, number: '5' };
    const code = await sendingCode(venue, ann, coins);
    const [message] = await venue.outbox(ann.account);
    expect(message?.text).toContain(`5 USDT → ${bob.id} (A***e)`);
    const errorOf = async (changes: object) => (await sendWith(ann, { ...coins, code, ...changes })).body.error;
    expect(await errorOf({ code: '' })).toBe('verification_code_required');
    // A code is bound to recipient, currency and amount.
    expect(await errorOf({ number: '6' })).toBe('verification_code_expired');
    expect(await errorOf({ pay_password: 'Wrong88Pass' })).toBe('pay_password_wrong');
    await passkeyOf(venue, ann);
    expect(await errorOf({})).toBe('second_factor_required');
    await venue.database.query('delete from app.passkeys where user_id = $1', [ann.id]);
    expect(await balances()).toEqual(['100000', '100000']);
    // None of these has used the code up; the first success does.
    expect((await sendWith(ann, { ...coins, code })).body.code).toBe(1);
    expect(await errorOf({})).toBe('verification_code_expired');
  });

  test('accepts no code of a withdrawal, bound or not', async () => {
    await ann.post('notify/send_email', { type: 4 });
    const [message] = await venue.outbox(ann.account);
    const coins = { to_uid: bob.id, number: '5', code: message?.code ?? '' };
    expect((await sendWith(ann, coins)).body.error).toBe('verification_code_expired');
  });

  test('with the same key sends once, however many arrive at a time', async () => {
    const coins = { to_uid: bob.id, number: '5' };
    const code = await sendingCode(venue, ann, coins);
    const key = { 'idempotency-key': `key-${people}` };
    const answers = await Promise.all(Array.from({ length: 20 }, async () => sendWith(ann, { ...coins, code }, key)));
    const made = answers.filter(({ body }) => body.code === 1);
    expect(made.length).toBeGreaterThan(0);
    // A request that tested the code when it was used up by another one is refused, and answered when it is repeated.
    expect(new Set(made.map(({ body }) => body.data.id)).size).toBe(1);
    const again = await sendWith(ann, { ...coins, code: '000000', pay_password: 'none' }, key);
    expect(again.body.data.id).toBe(made[0]?.body.data.id);
    expect((await sendWith(ann, { ...coins, number: '6', code }, key)).body.error).toBe('idempotency_key_reused');
    expect(await balances()).toEqual(['99995', '100005']);
  });

  test('is carried out once for a code, of twenty at a time', async () => {
    const coins = { to_uid: bob.id, number: '5' };
    const code = await sendingCode(venue, ann, coins);
    const answers = await Promise.all(Array.from({ length: 20 }, async () => sendWith(ann, { ...coins, code })));
    expect(answers.filter(({ body }) => body.code === 1)).toHaveLength(1);
    expect(await balances()).toEqual(['99995', '100005']);
  });

  test('is refused for money that a deposit needs, and for a debt', async () => {
    deposits += 1;
    await creditDeposit(venue, ann, { currency: usdt, units: 50_000_000, n: deposits, matured: false });
    await spendMoney(venue, ann, { currency: usdt, units: 100_000_000_000, n: deposits });
    expect((await sendTo(venue, ann, { to_uid: bob.id, number: '50' })).body.error).toBe('deposit_unmatured');
    const { data } = (await ann.get<SendingQuote>('transfer/quote?currency_id=3')).body;
    expect(data).toMatchObject({ available: '50', maximum: '0' });

    deposits += 1;
    await oweDebt(venue, bob, { currency: usdt, units: 2_000_000, n: deposits }, 100_000_000_000);
    await payFromTreasury(venue, bob, { currency: usdt, units: 10_000_000, n: deposits });
    expect((await sendTo(venue, bob, { to_uid: ann.id, number: '5' })).body.error).toBe('debt_outstanding');
    expect((await bob.get<SendingQuote>('transfer/quote?currency_id=3')).body.data.reasons).toEqual([
      'debt_outstanding',
    ]);
    expect((await list(ann)).total + (await list(bob)).total).toBe(0);
  });

  test.each(['outflow', 'trading'] as const)('is refused when either side is restricted to %s', async (scope) => {
    const coins = { to_uid: bob.id, number: '5' };
    const code = await sendingCode(venue, ann, coins);
    await restrict(bob, scope);
    expect((await sendWith(ann, { ...coins, code })).body.error).toBe('recipient_unknown');
    await restrict(ann, scope);
    const kim = await verifiedPerson(venue, `kim-${people}`);
    expect((await sendTo(venue, ann, { to_uid: kim.id, number: '5' })).body.error).toBe('outflow_stopped');
    expect(await balances()).toEqual(['100000', '100000']);
  });
});
