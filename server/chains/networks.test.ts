import { networkCalls, type NetworkRow, settingsCalls } from '@bourse/contract/console';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConsoleVenue, type StaffClient } from '../testing/console-client.ts';
import { TestWorld } from '../testing/test-world.ts';

const usdt = 3;
const usdtOnTron = 15;

let world: TestWorld;
let console: ConsoleVenue;
let fay: StaffClient;
let ada: StaffClient;

beforeAll(async () => {
  world = TestWorld.open();
  console = await ConsoleVenue.open(world.options);
  fay = await console.staff(1, ['finance']);
  ada = await console.staff(2, ['admin']);
});

afterAll(async () => {
  await console.close();
  world.close();
});

async function network(id: number): Promise<NetworkRow> {
  const { data } = await fay.call(networkCalls.networks, {});
  const row = data.rows.find((one) => one.id === id);
  if (row === undefined) throw new Error('no network');
  return row;
}

async function offered(id: number) {
  const { body } = await console.venue.get<readonly { readonly id: number }[]>('block_chain/currency_protocols');
  return body.data.find((one) => one.id === id);
}

function termsOf({ arrival_minutes, draw_max, draw_min, fee, fee_kind, id, recharge_min, version }: NetworkRow) {
  return { arrival_minutes, draw_max, draw_min, fee, fee_kind, id, recharge_min, version };
}

describe('the terms of a network', () => {
  test('change for users at once, with a version and a row of the audit log', async () => {
    const terms = termsOf(await network(usdt));
    const changed = { ...terms, recharge_min: '2', fee: '3' };
    expect(await ada.call(networkCalls.changeNetworkTerms, changed)).toMatchObject({ code: 1 });
    expect(await offered(usdt)).toMatchObject({ recharge_min: '2', fee: { kind: 'flat', value: '3' } });
    expect((await network(usdt)).version).toBe(terms.version + 1);
    expect((await ada.call(networkCalls.changeNetworkTerms, changed)).error).toBe('changed_meanwhile');
    const rows = await console.venue.database.query(
      `select before, after from app.operator_log where kind = 'change' and action = 'networks/terms'`,
    );
    expect(rows).toEqual([{ before: { recharge_min: '1', fee: '10' }, after: { recharge_min: '2', fee: '3' } }]);
  });

  test.each([
    [{ fee: '20' }, 'setting_invalid'],
    [{ fee_kind: 'rate', fee: '1' }, 'setting_invalid'],
    [{ draw_max: '19' }, 'setting_invalid'],
    [{ draw_min: '0' }, 'decimal_invalid'],
    [{ draw_min: '20.123456789' }, 'decimal_invalid'],
    [{}, 'setting_unchanged'],
    [{ id: 999 }, 'network_unknown'],
  ])('%j are refused: %s', async (change, error) => {
    const terms = termsOf(await network(usdt));
    expect((await ada.call(networkCalls.changeNetworkTerms, { ...terms, ...change })).error).toBe(error);
  });
});

describe('deposits and withdrawals of a network', () => {
  test('are closed and opened at once', async () => {
    const { version } = await network(usdt);
    const closed = { id: usdt, version, open_recharge: false, open_draw: true };
    expect(await fay.call(networkCalls.switchNetwork, closed)).toMatchObject({ code: 1 });
    expect(await offered(usdt)).toMatchObject({ open_recharge: 0, open_draw: 1 });
    const open = { id: usdt, version: version + 1, open_recharge: true, open_draw: true };
    expect(await fay.call(networkCalls.switchNetwork, open)).toMatchObject({ code: 1 });
    expect(await offered(usdt)).toMatchObject({ open_recharge: 1 });
  });

  test('are not opened on a chain that is not followed', async () => {
    const open = { id: usdtOnTron, version: 0, open_recharge: true, open_draw: false };
    expect((await fay.call(networkCalls.switchNetwork, open)).error).toBe('chain_not_followed');
  });
});

describe('a new network', () => {
  const terms = { recharge_min: '1', draw_min: '10', draw_max: '1000', fee_kind: 'flat', fee: '1' };
  const contract = '0xdac17f958d2ee523a2206206994597c13d831ec7';
  const added = {
    ...{ currency_id: usdt, chain_id: 2, code: 'ERC20', name: 'Ethereum', asset: contract, asset_decimals: 6 },
    ...{ memo_required: false, arrival_minutes: 5, ...terms },
  };

  test('is closed, and one contract of a chain has one network', async () => {
    const { data } = await ada.call(networkCalls.addNetwork, added);
    expect(await offered(data.result?.id ?? 0)).toMatchObject({
      ...{ open_recharge: 0, open_draw: 0, token_address: '0xdAC17F958D2ee523a2206206994597C13D831ec7' },
    });
    expect((await ada.call(networkCalls.addNetwork, added)).error).toBe('network_listed');
  });

  test.each([
    [{ currency_id: 999 }, 'currency_unknown'],
    [{ chain_id: 99 }, 'chain_unknown'],
    [{ asset: '0x12' }, 'setting_invalid'],
    [{ asset: '' }, 'setting_invalid'],
    [{ chain_id: 3 }, 'setting_invalid'],
  ])('with %j is refused: %s', async (change, error) => {
    expect((await ada.call(networkCalls.addNetwork, { ...added, ...change })).error).toBe(error);
  });
});

describe('a halted chain', () => {
  test('is shown and read again after a decision that names its cause', async () => {
    const { database } = console.venue;
    await database.query(
      `insert into app.scan_cursors (chain_id, height, hash, halted, changed_at) values (2, 7, 'h', 'too_deep', 0)`,
    );
    const { data } = await fay.call(networkCalls.followedChains, {});
    expect(data.rows.find(({ id }) => id === 2)).toMatchObject({ cursor: 7, halted: 'too_deep', followed: false });
    expect((await fay.call(networkCalls.resumeChain, { id: 2, halted: 'other' })).error).toBe('chain_not_halted');
    expect(await fay.call(networkCalls.resumeChain, { id: 2, halted: 'too_deep' })).toMatchObject({ code: 1 });
    const rows = await database.query('select halted from app.scan_cursors where chain_id = 2');
    expect(rows).toEqual([{ halted: null }]);
  });
});

test('a second person must agree to opening and to terms, and not to closing', async () => {
  await ada.call(settingsCalls.changeSetting, { name: 'console_four_eyes', value: 'on', version: 0 });
  const row = await network(usdt);
  const closed = { id: usdt, version: row.version, open_recharge: false, open_draw: true };
  expect((await fay.call(networkCalls.switchNetwork, closed)).data).toMatchObject({ approval: null });
  const version = row.version + 1;
  const asked = [
    await fay.call(networkCalls.switchNetwork, { ...closed, version, open_recharge: true }),
    await ada.call(networkCalls.changeNetworkTerms, { ...termsOf(row), version, fee: '4' }),
  ];
  for (const { data } of asked) expect(data).toMatchObject({ approval: expect.any(Number) as number, result: null });
  expect(await offered(usdt)).toMatchObject({ open_recharge: 0, fee: { value: '3' } });
});
