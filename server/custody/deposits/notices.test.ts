import type { NoticePage } from '@bourse/contract/alerts';
import type { DepositWallet } from '@bourse/contract/deposits';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { demoTokenAddress } from '../chains/index.ts';
import { type Person, RunningVenue, type SocketClient } from '../../testing/running-venue.ts';
import { TestWorld } from '../../testing/test-world.ts';

const token = demoTokenAddress('USDT');

let world: TestWorld;
let venue: RunningVenue;
let ann: Person;
let socket: SocketClient;
let people = 0;

beforeAll(async () => {
  world = TestWorld.open();
  venue = await RunningVenue.open(world.options);
});

beforeEach(async () => {
  people += 1;
  ann = await venue.person(`ann-${people}`);
  await listen();
});

afterEach(() => socket.close());

afterAll(async () => {
  await venue.close();
  world.close();
});

async function listen(): Promise<void> {
  socket = await venue.socket();
  socket.say('login', ann.token);
  await socket.message(({ type }) => type === 'login');
}

async function pay(amount: bigint): Promise<void> {
  const { body } = await ann.get<DepositWallet>('wallet/wallet?currency_id=3');
  await world.pay(body.data.wallets[0]?.address ?? '', token, amount);
}

/** Waits for a notice on the open page. */
async function noticed(template: string): Promise<void> {
  await socket.message((heard) => heard.type === 'NOTICE' && heard['template'] === template);
}

/** Stored notices, oldest first. */
async function notices(): Promise<Readonly<Record<string, string>>[]> {
  const { body } = await ann.get<NoticePage>('notices/list');
  return body.data.data.map(({ figures, template }) => ({ template, ...figures })).toReversed();
}

const five = { amount: '5', currency: 'USDT' };

describe('the owner of a deposit', () => {
  test('is notified once when it is credited and once when it is final, on the page and by mail', async () => {
    await pay(5_000_000n);
    world.mine();
    await noticed('deposit_credited');
    world.mine(5);
    await noticed('deposit_final');
    world.mine(3);
    expect(await notices()).toEqual([
      { template: 'deposit_credited', ...five },
      { template: 'deposit_final', ...five },
    ]);
    const [final, credited] = await venue.outbox(ann.account);
    expect(credited?.subject).toContain('Deposit credited');
    expect(final?.text).toContain('5 USDT is final and can be withdrawn.');
  });

  test('is notified when it is reversed, also after it was final', async () => {
    await pay(5_000_000n);
    world.mine(7);
    await noticed('deposit_final');
    world.chain.reorg(7, { drop: true, added: 8 });
    await noticed('deposit_reversed');
    expect((await notices()).map(({ template }) => template)).toEqual([
      'deposit_credited',
      'deposit_final',
      'deposit_reversed',
    ]);
  });

  test('is not notified of a deposit below the minimum', async () => {
    await pay(999_999n);
    await pay(5_000_000n);
    world.mine(7);
    await noticed('deposit_final');
    expect((await notices()).map(({ amount }) => amount)).toEqual(['5', '5']);
  });
});

test('a notice that was lost with the process is written after the next start, and no other one again', async () => {
  await pay(5_000_000n);
  world.mine(7);
  await noticed('deposit_final');
  await venue.stop();
  await venue.database.query(`update app.deposits set noticed = 'credited' where user_id = $1`, [ann.id]);
  await venue.database.query(`delete from app.notices where template = 'deposit_final' and user_id = $1`, [ann.id]);
  venue = await RunningVenue.openOn(venue.database, world.options);
  ann = ann.on(venue);
  await expect.poll(async () => (await notices()).length).toBe(2);
  await venue.stop();
  venue = await RunningVenue.openOn(venue.database, world.options);
  ann = ann.on(venue);
  await listen();
  await pay(6_000_000n);
  world.mine();
  await noticed('deposit_credited');
  expect((await notices()).map(({ amount, template }) => [template, amount])).toEqual([
    ['deposit_credited', '5'],
    ['deposit_final', '5'],
    ['deposit_credited', '6'],
  ]);
});
