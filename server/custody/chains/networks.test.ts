import { networkCalls, type NetworkRow, settingsCalls } from '@bourse/contract/console';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ChainSource, ChainUnavailable, EvmAdapter, type EvmNode, NodeRefusal } from './index.ts';
import { ConsoleVenue, type StaffClient } from '../../testing/console-client.ts';
import { TestWorld } from '../../testing/test-world.ts';

const usdt = 3;
const usdtOnTron = 15;
const outside = '0x00000000000000000000000000000000000000C1';

let world: TestWorld;
let console: ConsoleVenue;
let fay: StaffClient;
let ada: StaffClient;

const contract = '0xdac17f958d2ee523a2206206994597c13d831ec7';

/** The answer of a contract on Ethereum, whose blocks cannot be read. */
let decimals: () => Promise<unknown> = async () => `0x${'0'.repeat(63)}6`;

const withEthereum: ChainSource = async (surroundings) => {
  const opened = await world.options.chains(surroundings);
  const node: EvmNode = {
    request: async (method, [call]) => {
      if (method === 'eth_chainId') return '0x1';
      if (method !== 'eth_call') throw new ChainUnavailable('The test has no blocks.');
      return JSON.stringify(call).toLowerCase().includes(contract) ? decimals() : '0x';
    },
  };
  const ethereum = { id: 2, code: 'ethereum', name: 'Ethereum', blockMs: 60_000 };
  const adapter = new EvmAdapter({ node, chainId: 1, isListed: () => false });
  return { ...opened, chains: opened.chains.flatMap((demo) => [demo, { ...demo, ...ethereum, adapter }]) };
};

beforeAll(async () => {
  world = TestWorld.open();
  console = await ConsoleVenue.open({ ...world.options, chains: withEthereum });
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

function termsOf(row: NetworkRow) {
  const { arrival_minutes, draw_max, draw_min, fee, fee_kind, id, max_gas, recharge_min, version } = row;
  return { arrival_minutes, draw_max, draw_min, fee, fee_kind, id, max_gas, recharge_min, version };
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
  const added = {
    currency_id: usdt,
    chain_id: 2,
    code: 'ERC20',
    name: 'Ethereum',
    asset: contract,
    asset_decimals: 6,
    memo_required: false,
    arrival_minutes: 5,
    max_gas: 60_000,
    ...terms,
  };

  test('is closed, and one contract of a chain has one network', async () => {
    const { data } = await ada.call(networkCalls.addNetwork, added);
    expect(await offered(data.result?.id ?? 0)).toMatchObject({
      open_recharge: 0,
      open_draw: 0,
      token_address: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    });
    expect((await ada.call(networkCalls.addNetwork, added)).error).toBe('network_listed');
  });

  test.each([
    [{ currency_id: 999 }, 'currency_unknown'],
    [{ chain_id: 99 }, 'chain_unknown'],
    [{ asset: '0x12' }, 'setting_invalid'],
    [{ asset: '' }, 'setting_invalid'],
    [{ chain_id: 3 }, 'setting_invalid'],
    [{ asset: outside }, 'token_unknown'],
    [{ chain_id: 1, asset: outside }, 'token_unknown'],
    [{ chain_id: 5, asset: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' }, 'network_listed'],
  ])('with %j is refused: %s', async (change, error) => {
    expect((await ada.call(networkCalls.addNetwork, { ...added, ...change })).error).toBe(error);
  });
});

describe('the contract of a new network', () => {
  const added = {
    currency_id: usdt,
    chain_id: 2,
    code: 'ERC20',
    name: 'Ethereum',
    asset: contract,
    asset_decimals: 18,
    memo_required: false,
    arrival_minutes: 5,
    max_gas: 60_000,
    recharge_min: '1',
    draw_min: '10',
    draw_max: '1000',
    fee_kind: 'flat',
    fee: '1',
  };

  test('states its decimals itself', async () => {
    expect(await ada.call(networkCalls.addNetwork, added)).toMatchObject({
      error: 'token_decimals',
      details: { decimals: 6 },
    });
  });

  test.each([
    ['0x', 'token_unknown'],
    [`0x${'f'.repeat(64)}`, 'token_unknown'],
    [new NodeRefusal(3, 'execution reverted'), 'token_unknown'],
    [new NodeRefusal(-32_005, 'limit exceeded'), 'chain_unavailable'],
    [new ChainUnavailable('The test has stopped the node.'), 'chain_unavailable'],
  ])('that answers %s is refused: %s', async (answer, error) => {
    decimals = async () => {
      if (answer instanceof Error) throw answer;
      return answer;
    };
    expect((await ada.call(networkCalls.addNetwork, added)).error).toBe(error);
  });

  test('of a chain that is not followed cannot be checked', async () => {
    const other = await ConsoleVenue.open();
    try {
      const staff = await other.staff(2, ['admin']);
      expect((await staff.call(networkCalls.addNetwork, added)).error).toBe('chain_not_followed');
    } finally {
      await other.close();
    }
  });
});

describe('a halted chain', () => {
  test('is shown and read again after a decision that names its cause', async () => {
    const { database } = console.venue;
    await database.query(
      `insert into app.scan_cursors (chain_id, height, hash, halted, changed_at) values (2, 7, 'h', 'too_deep', 0)`,
    );
    const { data } = await fay.call(networkCalls.followedChains, {});
    expect(data.rows.find(({ id }) => id === 2)).toMatchObject({ cursor: 7, halted: 'too_deep', followed: true });
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
