import { depositCalls, settingsCalls } from '@bourse/contract/console';
import type { DepositWallet } from '@bourse/contract/deposits';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoTokenAddress } from '../chains/index.ts';
import { ConsoleVenue, type StaffClient } from '../../testing/console-client.ts';
import type { Person, SocketClient } from '../../testing/running-venue.ts';
import { TestWorld } from '../../testing/test-world.ts';

const xrp = 6;
const xrpToken = demoTokenAddress('XRP');

let world: TestWorld;
let console: ConsoleVenue;
let ann: Person;
let socket: SocketClient;
let fay: StaffClient;

beforeAll(async () => {
  world = TestWorld.open();
  console = await ConsoleVenue.open(world.options);
  fay = await console.staff(1, ['finance']);
  ann = await console.venue.person('ann');
  socket = await console.venue.socket();
  socket.say('login', ann.token);
  await socket.message(({ type }) => type === 'login');
});

afterAll(async () => {
  await console.close();
  world.close();
});

interface Step {
  readonly tx_hash: string | null;
}

async function heard(tx: string): Promise<void> {
  await socket.message(({ type, ...rest }) => type === 'WALLET' && (rest['row'] as Step | undefined)?.tx_hash === tx);
}

async function list(filter: Readonly<Record<string, string | number>>) {
  return (await fay.call(depositCalls.deposits, filter)).data.rows;
}

describe('deposits in the console', () => {
  test('are found by user, currency, stage and transaction; an unattributed one is credited once assigned', async () => {
    const { body } = await ann.get<DepositWallet>(`wallet/wallet?currency_id=${xrp}`);
    const [wallet] = body.data.wallets;
    const lost = await world.pay(wallet?.address ?? '', xrpToken, 30_000_000n, '12345');
    const own = await world.pay(wallet?.address ?? '', xrpToken, 40_000_000n, wallet?.memo ?? null);
    world.mine();
    await heard(own);
    expect(await list({ stage: 'unattributed' })).toMatchObject([
      { tx: lost, user_id: null, memo: '12345', amount: '30', currency_code: 'XRP', credit: 'none', n: null },
    ]);
    expect(await list({ user: ann.id, currency: 'xrp' })).toMatchObject([{ tx: own, user_id: ann.id }]);
    expect(await list({ tx: lost.toUpperCase().replace('X', 'x') })).toMatchObject([{ tx: lost }]);
    expect(await list({ currency: 'BTC' })).toEqual([]);

    const [deposit] = await list({ tx: lost });
    const id = deposit?.id ?? 0;
    expect((await fay.call(depositCalls.assignDeposit, { id, user: 99_999 })).error).toBe('user_unknown');
    expect((await fay.call(depositCalls.assignDeposit, { id: 9_999, user: ann.id })).error).toBe('deposit_unknown');
    expect(await fay.call(depositCalls.assignDeposit, { id, user: ann.id })).toMatchObject({ code: 1 });
    expect((await fay.call(depositCalls.assignDeposit, { id, user: ann.id })).error).toBe('deposit_attributed');
    world.mine();
    await heard(lost);
    expect(await list({ tx: lost })).toMatchObject([{ user_id: ann.id, stage: 'creditable', credit: 'credited' }]);
    expect((await ann.balance(xrp)).available).toBe('10070');
  });

  test('are assigned by two people', async () => {
    const ada = await console.staff(2, ['admin']);
    await ada.call(settingsCalls.changeSetting, { name: 'console_four_eyes', value: 'on', version: 0 });
    const { body } = await ann.get<DepositWallet>(`wallet/wallet?currency_id=${xrp}`);
    const [wallet] = body.data.wallets;
    await world.pay(wallet?.address ?? '', xrpToken, 50_000_000n);
    const own = await world.pay(wallet?.address ?? '', xrpToken, 60_000_000n, wallet?.memo ?? null);
    world.mine();
    await heard(own);
    const [deposit] = await list({ stage: 'unattributed' });
    const { data } = await fay.call(depositCalls.assignDeposit, { id: deposit?.id ?? 0, user: ann.id });
    expect(data).toMatchObject({ approval: expect.any(Number) as number, result: null });
    expect(await list({ stage: 'unattributed' })).toHaveLength(1);
  });
});
