import { type ConsoleCall, userCalls, type UserRow } from '@bourse/contract/console';
import type { Order } from '@bourse/contract/spot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConsoleVenue, type StaffClient, testReason } from '../../testing/console-client.ts';
import { testPassword, type Person } from '../../testing/running-venue.ts';

const btcUsdt = 1;

let console: ConsoleVenue;
let ann: Person;
let ben: Person;
let support: StaffClient;
let risk: StaffClient;
let finance: StaffClient;

beforeAll(async () => {
  console = await ConsoleVenue.open();
  ann = await console.venue.person('ann');
  ben = await console.venue.person('ben');
  support = await console.staff(11, ['support']);
  risk = await console.staff(12, ['risk']);
  finance = await console.staff(13, ['finance']);
});

afterAll(async () => {
  await console.close();
});

async function search(text: string, filter: object = {}): Promise<[id: number, foundBy: UserRow['found_by']][]> {
  const { data } = await support.call(userCalls.users, { search: text, ...filter });
  return data.rows.map((row) => [row.id, row.found_by]);
}

async function auditOf(person: Person): Promise<readonly object[]> {
  const { data } = await support.call(userCalls.userActions, { id: person.id });
  return data.rows;
}

describe('the list of users', () => {
  test('finds users by id, address, order and trade, and masks their addresses', async () => {
    const resting = (await ann.sell<Order>(btcUsdt, '0.01', '20000')).body.data;
    expect(await search(String(resting.id), { by: 'order' })).toEqual([[ann.id, 'order']]);
    await ben.buy<Order>(btcUsdt, '0.01', '20000');
    const { data: trades } = await support.call(userCalls.userTrades, { id: ben.id });
    const trade = trades.rows[0]?.id ?? 0;

    expect(await search(String(resting.id), { by: 'order' })).toEqual([[ann.id, 'order']]);
    expect(await search(String(trade), { by: 'trade' })).toEqual([
      [ben.id, 'trade'],
      [ann.id, 'trade'],
    ]);
    expect(await search(` ${ann.id} `)).toEqual([[ann.id, 'id']]);
    expect(await search('ANN@example.com')).toEqual([[ann.id, 'email']]);
    const { data } = await support.call(userCalls.users, { search: 'ann@example.com' });
    expect(data.rows).toMatchObject([{ email: 'a***@example.com', mobile: '', restriction: 'none', open_orders: 0 }]);
  });

  test('finds no user for unknown, huge and odd texts', async () => {
    for (const text of ['99999999999999999999', '9007199254740993', '-1', "' or 1=1 --", '%', 'x@y', '1001', '0']) {
      expect(await search(text), text).toEqual([]);
    }
  });

  test('is paged from the newest user to the oldest', async () => {
    const first = await support.call(userCalls.users, { limit: 1 });
    const second = await support.call(userCalls.users, { limit: 1, cursor: first.data.next });
    const third = await support.call(userCalls.users, { limit: 1, cursor: second.data.next });
    const ids = [first, second].map(({ data }) => data.rows[0]?.id);
    expect(ids).toEqual([ben.id, ann.id]);
    expect([second.data.next === null || third.data.rows.length <= 1]).toEqual([true]);
    expect((await support.call(userCalls.users, { cursor: 'x' })).error).toBe('invalid_request');
  });
});

describe('a user', () => {
  test('is unknown under unused ids, and under those of demo traders and of the venue', async () => {
    for (const id of [0, 1, 999, 1001, 999_999, 2 ** 30, 999_999_999_999_999]) {
      for (const call of Object.values<ConsoleCall>(userCalls)) {
        if (call.path === 'users' || call.stepUp) continue;
        const reply = await support.call(call, { id });
        expect([call.path, id, reply.error]).toEqual([call.path, id, 'not_found']);
      }
    }
  });

  test('has its own orders, trades, balances and account log, and those of no other', async () => {
    const open = (await ben.buy<Order>(btcUsdt, '0.02', '10000')).body.data;
    const { data: orders } = await support.call(userCalls.userOpenOrders, { id: ben.id });
    expect(orders.rows.map(({ id }) => id)).toEqual([open.id]);
    expect((await support.call(userCalls.userOpenOrders, { id: ann.id })).data.rows).toEqual([]);
    const { data: ended } = await support.call(userCalls.userOrders, { id: ann.id });
    expect(ended.rows).toMatchObject([{ way: 1, status: 'completed' }]);
    const { data: trades } = await support.call(userCalls.userTrades, { id: ann.id, limit: 1 });
    expect(trades).toMatchObject({ rows: [{ role: 'maker', price: '20000' }], next: null });
    const { data: balances } = await support.call(userCalls.userBalances, { id: ben.id });
    expect(balances.rows).toContainEqual(
      expect.objectContaining({ account: 'change_account', currency: 'USDT', available: '99600', locked: '200' }),
    );
    const page = await support.call(userCalls.userAccountLog, { id: ann.id, limit: 2 });
    expect(page.data.rows.map(({ cause }) => cause)).toEqual(['trade', 'trade']);
    const next = await support.call(userCalls.userAccountLog, { id: ann.id, cursor: page.data.next });
    expect(next.data.rows.every(({ cause }) => cause === 'credit')).toBe(true);
    await ben.post('tx_in/cancel_all', {});
  });

  test('is shown without password, code, seed, key or content of a message', async () => {
    const { body } = await console.venue.post('notify/send_email', { to: ann.account, type: 6 });
    expect(body.code).toBe(1);
    const [sent] = await console.venue.outbox(ann.account);
    const code = /\d{6,}/.exec(JSON.stringify(sent))?.[0] ?? '';
    const { data: messages } = await support.call(userCalls.userMessages, { id: ann.id });
    expect(messages.rows).toMatchObject([{ channel: 'email', state: 'kept', attempts: 0 }]);

    const [stored] = await console.venue.database.query<Record<string, string>>(
      'select password_hash, invite_code from app.users where id = $1',
      [ann.id],
    );
    const secrets = [code, testPassword, ann.token, stored?.['password_hash'] ?? '', 'sealed', 'token_hash'];
    for (const call of Object.values<ConsoleCall>(userCalls)) {
      if (call.method !== 'GET') continue;
      const text = JSON.stringify((await support.call(call, { id: ann.id })).data);
      for (const secret of secrets) expect(text, call.path).not.toContain(secret);
      expect(text, call.path).not.toContain(ann.account);
    }
  });

  test('has addresses that are shown for a reason only, and the audit log says so', async () => {
    const { data } = await support.call(userCalls.userContact, { id: ann.id });
    expect(data).toMatchObject({ email: ann.account, mobile: '', addresses: [{ address: '127.0.0.1' }] });
    const [row] = await auditOf(ann);
    expect(row).toMatchObject({ kind: 'look', action: 'user/contact', staff: 'Staff 11', ...testReason });
    expect((await support.call(userCalls.userContact, { id: ann.id, reason: 'short' })).error).toBe('invalid_request');
  });
});

describe('sessions', () => {
  test('are listed without addresses, and end all at once, sockets included', async () => {
    const carl = await console.venue.person('carl');
    const socket = await console.venue.socket();
    socket.say('login', carl.token);
    await socket.message((message) => message.type === 'login');
    const { data } = await support.call(userCalls.userSessions, { id: carl.id });
    expect(data.sessions).toMatchObject([{ network: '127.0.0.0/24', remembered: false }]);
    expect(data.devices).toHaveLength(1);

    expect(await support.call(userCalls.endUserSessions, { id: carl.id })).toMatchObject({ data: { ended: 1 } });
    expect((await carl.get('user/info')).body.error).toBe('session_ended');
    expect((await support.call(userCalls.endUserSessions, { id: carl.id })).data).toEqual({ ended: 0 });
    expect((await auditOf(carl))[1]).toMatchObject({ before: { sessions: 1 }, after: { sessions: 0 } });
    await socket.close();
    expect((await finance.call(userCalls.endUserSessions, { id: ann.id })).error).toBe('forbidden');
    expect((await ann.get('user/info')).body.code).toBe(1);
  });
});

describe('notes', () => {
  test('have their author, stay as they are, and are about one user', async () => {
    const written = await support.call(userCalls.addUserNote, { id: ann.id, reason: '  Called back at noon  ' });
    expect(written.data).toMatchObject({ staff: 'Staff 11', text: 'Called back at noon', reason_code: 'incident' });
    expect((await finance.call(userCalls.userNotes, { id: ann.id })).data.rows).toEqual([written.data]);
    expect((await finance.call(userCalls.userNotes, { id: ben.id })).data.rows).toEqual([]);
    expect((await risk.call(userCalls.addUserNote, { id: ann.id })).error).toBe('forbidden');
    for (const statement of ['update app.user_notes set at_ms = 0', 'delete from app.user_notes']) {
      await expect(console.venue.database.query(statement)).rejects.toThrow('only ever added to');
    }
  });
});

describe('restrictions', () => {
  test('are stopped and lifted by their roles, in that order, with the state before and after in the audit log', async () => {
    const id = ben.id;
    expect((await finance.call(userCalls.stopUserOutflow, { id })).error).toBe('forbidden');
    expect((await support.call(userCalls.stopUserTrading, { id })).error).toBe('forbidden');
    await ben.buy(btcUsdt, '0.02', '10000');

    const outflow = await support.call(userCalls.stopUserOutflow, { id });
    expect(outflow.data).toEqual({ before: 'none', after: 'outflow' });
    const again = await support.call(userCalls.stopUserOutflow, { id });
    expect(again).toMatchObject({ error: 'already_restricted', details: { scope: 'outflow' } });
    expect((await risk.call(userCalls.stopUserTrading, { id })).data).toEqual({ before: 'outflow', after: 'trading' });
    expect((await ben.buy(btcUsdt, '0.02', '10000')).body.error).toBe('trading_stopped');
    expect((await risk.call(userCalls.user, { id })).data).toMatchObject({ restriction: 'trading', open_orders: 0 });
    expect(await search('', { restriction: 'trading' })).toEqual([[id, null]]);
    expect(await search('', { restriction: 'outflow' })).toEqual([]);

    const outdated = await risk.call(userCalls.liftUserRestriction, { id, version: 'outflow', scope: 'none' });
    expect(outdated.error).toBe('changed_meanwhile');
    expect((await support.call(userCalls.liftUserRestriction, { id })).error).toBe('forbidden');
    const lifted = await risk.call(userCalls.liftUserRestriction, { id, version: 'trading', scope: 'none' });
    expect(lifted.data).toEqual({ before: 'trading', after: 'none' });
    const nothing = await risk.call(userCalls.liftUserRestriction, { id, version: 'none', scope: 'none' });
    expect(nothing.error).toBe('not_restricted');
    expect((await ben.buy(btcUsdt, '0.02', '10000')).body.code).toBe(1);
    await ben.post('tx_in/cancel_all', {});

    const rows = (await auditOf(ben)).filter((row) => 'kind' in row && row.kind === 'outcome');
    expect(rows).toMatchObject([
      { staff: 'Staff 12', before: { restriction: 'trading' }, after: { restriction: 'none' } },
      { staff: 'Staff 12', before: { restriction: 'outflow' }, after: { restriction: 'trading' } },
      { staff: 'Staff 11', before: { restriction: 'none' }, after: { restriction: 'outflow' }, ...testReason },
    ]);
  });

  test('need a recent one-time password', async () => {
    const late = await console.staff(14, ['risk', 'finance'], Date.now() - 6 * 60_000);
    const marked = Object.values<ConsoleCall>(userCalls).filter(({ stepUp }) => stepUp);
    for (const call of marked) expect((await late.call(call, { id: ann.id })).error).toBe('step_up_needed');
    expect(marked).toHaveLength(6);
  });

  test('of two people at once end in one decision each, and none undoes the other unseen', async () => {
    const other = await console.staff(15, ['risk']);
    const [one, two] = await Promise.all([
      risk.call(userCalls.stopUserTrading, { id: ann.id }),
      other.call(userCalls.stopUserOutflow, { id: ann.id }),
    ]);
    const { restriction } = (await risk.call(userCalls.user, { id: ann.id })).data;
    const accepted = [one, two].filter(({ code }) => code === 1);
    // The later one either saw the earlier decision or was refused because of it.
    expect(restriction).toBe(accepted.length === 2 ? 'trading' : accepted[0]?.data.after);
    for (const { code, error } of [one, two]) {
      if (code !== 1) expect(['command_rejected', 'already_restricted']).toContain(error);
    }
    await risk.call(userCalls.liftUserRestriction, { id: ann.id, version: restriction, scope: 'none' });
  });
});

describe('fees', () => {
  test('are set with their version, by finance only, and apply at once', async () => {
    const id = ann.id;
    const version = (await finance.call(userCalls.user, { id })).data.fees_version;
    expect((await risk.call(userCalls.setUserFeeTier, { id, version, tier: 2 })).error).toBe('forbidden');
    const tier = await finance.call(userCalls.setUserFeeTier, { id, version, tier: 2 });
    expect(tier.data).toEqual({ before: 0, after: 2 });
    expect((await finance.call(userCalls.setUserFeeTier, { id, version, tier: 3 })).error).toBe('changed_meanwhile');

    const current = (await finance.call(userCalls.user, { id })).data.fees_version;
    const rates = { maker_fee_ppm: -100, taker_fee_ppm: 700 };
    const input = { id, version: current, market_id: btcUsdt, rates };
    expect((await finance.call(userCalls.setUserFees, { ...input, market_id: 999 })).error).toBe('market_unknown');
    expect((await finance.call(userCalls.setUserFees, input)).data).toEqual({ before: null, after: rates });
    const { data } = await finance.call(userCalls.user, { id });
    expect(data).toMatchObject({ fee_tier: 2, own_fees: [{ market_id: btcUsdt, symbol: 'BTC/USDT', ...rates }] });
    const removal = { ...input, version: data.fees_version, rates: null };
    expect((await finance.call(userCalls.setUserFees, removal)).data).toEqual({ before: rates, after: null });
    const [row] = await auditOf(ann);
    expect(row).toMatchObject({ kind: 'outcome', action: 'user/fees', after: { market: 'BTC/USDT', rates: null } });
  });

  test('outside their range are refused', async () => {
    const { fees_version: version } = (await finance.call(userCalls.user, { id: ann.id })).data;
    const same = await finance.call(userCalls.setUserFeeTier, { id: ann.id, version, tier: 2 });
    expect(same).toMatchObject({ error: 'command_rejected', details: { reason: 'setting_unchanged' } });
    for (const tier of [-1, 100, 0.5, 2 ** 53]) {
      expect((await finance.call(userCalls.setUserFeeTier, { id: ann.id, version, tier })).error).toBe(
        'invalid_request',
      );
    }
    for (const taker of [-1, 1_000_000]) {
      const rates = { maker_fee_ppm: 0, taker_fee_ppm: taker };
      const reply = await finance.call(userCalls.setUserFees, { id: ann.id, version, market_id: null, rates });
      expect(reply.error).toBe('invalid_request');
    }
  });
});

test('no call about users changes a balance', async () => {
  const money = /amount|number|balance|currency/;
  const writes = Object.values<ConsoleCall>(userCalls).filter(({ kind }) => kind === 'write');
  for (const { input, movesMoney } of writes) {
    expect(movesMoney).toBe(false);
    expect(JSON.stringify(input)).not.toMatch(money);
  }
});
