import { homeCalls } from '@bourse/contract/console';
import type { DepositWallet } from '@bourse/contract/deposits';
import type { WalletMovement } from '@bourse/contract/wallet';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type ChainBlock, ChainUnavailable, demoTokenAddress } from '../chains/index.ts';
import { ConsoleVenue } from '../../testing/console-client.ts';
import { FaultyWorld } from '../../testing/faulty-world.ts';
import { checkMoney } from '../../testing/money-laws.ts';
import type { Person } from '../../testing/running-venue.ts';

const usdt = 3;
const token = demoTokenAddress('USDT');

let world: FaultyWorld;
let console: ConsoleVenue;
let ann: Person;
let people = 0;
/** How far the clock of the exchange is set forward. */
let aheadMs = 0;

beforeAll(async () => {
  world = FaultyWorld.open();
  world.second = {};
  console = await ConsoleVenue.open(options());
});

function options() {
  return { ...world.options, now: () => Date.now() + aheadMs };
}

beforeEach(async () => {
  people += 1;
  ann = await console.venue.person(`ann-${people}`);
});

afterEach(async () => {
  world.mend();
  world.second = {};
  await checkMoney({ venue: console.venue, world, people: [ann] });
});

afterAll(async () => {
  await console.close();
  world.close();
});

/** Pays 5 USDT to the user; the payment waits for a block. */
async function pay(): Promise<string> {
  const { body } = await ann.get<DepositWallet>(`wallet/wallet?currency_id=${usdt}`);
  return world.world.pay(body.data.wallets[0]?.address ?? '', token, 5_000_000n);
}

/** Pays 5 USDT to the user in a block, and returns it with its height. */
async function payInBlock(): Promise<{ readonly tx: string; readonly height: number }> {
  const tx = await pay();
  world.world.mine();
  return { tx, height: world.chain.head.height };
}

async function deposits(): Promise<readonly WalletMovement[]> {
  return (await ann.get<{ data: WalletMovement[] }>('wallet/deposits')).body.data.data;
}

/** Waits until the user's deposits, newest first, have these states, such as `credited 2`. */
async function seen(...states: readonly string[]): Promise<void> {
  let found = '';
  const isSeen = async (): Promise<boolean> => {
    found = (await deposits()).map(({ confirmations, status }) => `${status} ${confirmations}`).join(', ');
    return found === states.join(', ');
  };
  await vi.waitUntil(isSeen, { interval: 10, timeout: 60_000 }).catch(() => {
    expect(found).toBe(states.join(', '));
  });
}

async function alarms(): Promise<readonly string[]> {
  // A round of checks is shared by looks within two seconds.
  aheadMs += 2_001;
  const fay = await console.staff(1, ['finance']);
  const names = (await fay.call(homeCalls.home, {})).data.alarms.map(({ name }) => name);
  // Balances are compared by the clock of the machine, which the tests do not set.
  return names.filter((name) => name !== 'chain_uncompared');
}

async function available(): Promise<string> {
  return (await ann.balance(usdt)).available;
}

/** Waits until the user has this much. */
async function owns(amount: string): Promise<void> {
  await vi.waitUntil(async () => (await available()) === amount, { interval: 10, timeout: 60_000 });
}

/** Calls back until it was called often enough, and says so. */
function counted<Arguments extends readonly unknown[], Result>(
  times: number,
  call: (...given: Arguments) => Result,
): { readonly call: (...given: Arguments) => Result; readonly reached: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>();
  let calls = 0;
  const counting = (...given: Arguments): Result => {
    calls += 1;
    if (calls >= times) resolve();
    return call(...given);
  };
  return { call: counting, reached: promise };
}

const unavailable = (): Promise<never> => Promise.reject(new ChainUnavailable('The test has stopped the node.'));

describe('a node', () => {
  test('that is down delays deposits, and becomes an alarm', async () => {
    const { call, reached } = counted(3, unavailable);
    world.node.head = call;
    await payInBlock();
    await reached;
    expect(await deposits()).toEqual([]);
    expect(await alarms()).toEqual([]);
    aheadMs += 6 * 60_000;
    expect(await alarms()).toEqual(['chain_unread']);
    world.mend();
    await seen('credited 1');
    expect(await alarms()).toEqual([]);
  });

  test('that falls behind takes nothing back, and matures nothing', async () => {
    const { height } = await payInBlock();
    world.world.mine(2);
    await seen('credited 3');
    world.world.mine(3);
    world.show(await world.blocks(height - 3, height));
    await seen('credited 1');
    world.show(await world.blocks(height - 3, height - 2));
    await seen('credited 0');
    expect(await available()).toBe('100005');
    world.mend();
    await seen('final 6');
  });

  test('that contradicts itself is not believed, and not asked in haste', async () => {
    await payInBlock();
    await seen('credited 1');
    const { head } = world.chain;
    let blocks = 0;
    let most = 0;
    const { call, reached } = counted(40, async () => {
      [most, blocks] = [Math.max(most, blocks), 0];
      return { height: head.height + 1, hash: `0x${'e'.repeat(64)}` };
    });
    world.node.block = async (height) => {
      blocks += 1;
      if (height !== head.height + 1) return world.honest.block(height);
      return { height, hash: `0x${'e'.repeat(64)}`, parent: `0x${'d'.repeat(64)}`, timeMs: 0, transfers: [] };
    };
    world.node.head = call;
    await reached;
    // Each look reads the next block and the one below it, and no more.
    expect(most).toBeLessThan(3);
    expect(await available()).toBe('100005');
  });

  test('that invents a block has it taken back', async () => {
    const { height, tx } = await payInBlock();
    await seen('credited 1');
    const [real] = await world.blocks(height, height);
    const forged = (real?.transfers ?? []).map((transfer) => ({ ...transfer, tx: `0x${'a'.repeat(64)}` }));
    const [empty] = await world.branch(height, 1, 'invented');
    if (empty === undefined) throw new Error('no block');
    world.show([{ ...empty, transfers: forged }]);
    await seen('credited 1', 'credited 2');
    expect(await available()).toBe('100010');
    world.mend();
    world.world.mine(6);
    await seen('reversed 0', 'final 6');
    expect((await deposits()).map(({ tx_hash }) => tx_hash)).toEqual([`0x${'a'.repeat(64)}`, tx]);
    expect(await available()).toBe('100005');
  });

  test('that repeats a block repeats no deposit', async () => {
    const { height } = await payInBlock();
    await seen('credited 1');
    const [real] = await world.blocks(height, height);
    const [next] = await world.branch(height, 1, 'repeated');
    if (next === undefined) throw new Error('no block');
    const { call, reached } = counted(3, world.node.head ?? (async () => next));
    world.show([{ ...next, transfers: real?.transfers ?? [] }]);
    world.node.head = call;
    await reached;
    expect(await available()).toBe('100005');
    expect(await deposits()).toHaveLength(1);
  });

  test.each(['its block', 'its transfer'])('alone does not mature a deposit if the second lacks %s', async (lacked) => {
    const { height } = await payInBlock();
    await seen('credited 1');
    const { call, reached } = counted(2, async (asked: number) => {
      const block = await world.honest.block(asked);
      if (block === null || asked !== height) return block;
      return lacked === 'its block' ? { ...block, hash: `0x${'b'.repeat(64)}` } : { ...block, transfers: [] };
    });
    world.second = { block: call };
    world.world.mine(5);
    await reached;
    await seen('credited 6');
    world.second = {};
    world.world.mine();
    await seen('final 6');
    expect(await available()).toBe('100005');
  });

  test('alone credits while the second is down, matures nothing, and after minutes is an alarm', async () => {
    await payInBlock();
    await seen('credited 1');
    world.second = { block: unavailable };
    world.world.mine(5);
    await seen('credited 6');
    await payInBlock();
    await seen('credited 1', 'credited 6');
    expect(await alarms()).toEqual([]);
    aheadMs += 6 * 60_000;
    await vi.waitUntil(async () => (await alarms()).includes('deposits_doubted'), { interval: 10, timeout: 60_000 });
    world.second = {};
    await seen('credited 1', 'final 6');
    await vi.waitUntil(async () => (await alarms()).length === 0, { interval: 10, timeout: 60_000 });
    world.world.mine(5);
    await seen('final 6', 'final 6');
    await owns('100010');
  });

  test('that leaves a transfer out when the deposit matures does not mature it', async () => {
    const { height } = await payInBlock();
    await seen('credited 1');
    const { call, reached } = counted(2, async (block: ChainBlock | null) => block && { ...block, transfers: [] });
    world.node.block = async (asked) => {
      const block = await world.honest.block(asked);
      return asked === height ? call(block) : block;
    };
    world.world.mine(5);
    await reached;
    await seen('credited 6');
    expect(await available()).toBe('100005');
  });
});

describe('a reorganization', () => {
  test.each([1, 3, 7])('of %i blocks takes a deposit back, and that back again credits it once more', async (depth) => {
    const { height } = await payInBlock();
    world.world.mine(11);
    world.show(await world.blocks(height - 3, height + depth - 1));
    await seen(depth >= 6 ? 'final 6' : `credited ${depth}`);
    world.show(await world.branch(height - 1, depth + 3, `other ${people}`));
    await seen('reversed 0');
    await owns('100000');
    world.mend();
    await seen('final 6', 'reversed 0');
    await owns('100005');
    expect(await deposits()).toHaveLength(2);
  });

  test.each([1, 3, 7])('of %i blocks moves a deposit that is mined again, and back, without money', async (depth) => {
    const { height } = await payInBlock();
    world.world.mine(11);
    const [real] = await world.blocks(height, height);
    const shown = await world.blocks(height - 3, height + depth - 1);
    world.show(shown);
    await seen(depth >= 6 ? 'final 6' : `credited ${depth}`);
    const branch = await world.branch(height - 1, depth + 3, `moved ${people}`);
    world.show(branch.map((block, at) => (at === 1 ? { ...block, transfers: real?.transfers ?? [] } : block)));
    await seen(depth >= 4 ? 'final 6' : `credited ${depth + 2}`);
    world.mend();
    await seen('final 6');
    const [row] = await deposits();
    const booked = await console.venue.database.query(
      `select state from core.credits join app.deposits using (n) where deposits.id = $1 and source = 'deposit'`,
      [row?.id],
    );
    expect(booked).toHaveLength(2);
  });

  test('of 65 blocks halts the chain with an alarm until staff resume it', async () => {
    const cursor = async () =>
      console.venue.database.query<{ height: string; halted: string | null }>('select * from app.scan_cursors');
    world.world.mine(70);
    const { height } = await payInBlock();
    await seen('credited 1');
    expect(await alarms()).toEqual([]);
    const fork = height - 65;
    world.show(await world.branch(fork, 70, 'deep'));
    const isHalted = async (): Promise<boolean> => (await cursor())[0]?.halted === 'reorganization_too_deep';
    await vi.waitUntil(isHalted, { interval: 10, timeout: 60_000 });
    expect(await cursor()).toMatchObject([{ height: String(height) }]);
    expect(await alarms()).toEqual(['chain_halted']);
    expect(await available()).toBe('100005');
    // Another look at the same branch changes nothing.
    const { call, reached } = counted(3, world.node.head ?? unavailable);
    world.node.head = call;
    await reached;
    expect(await isHalted()).toBe(true);
    expect(await available()).toBe('100005');

    await console.venue.database.query('update app.scan_cursors set halted = null');
    await seen('reversed 0');
    await owns('100000');
    expect(await alarms()).toEqual([]);
    // The way back is as deep.
    world.mend();
    world.world.mine(6);
    await vi.waitUntil(isHalted, { interval: 10, timeout: 60_000 });
    await console.venue.database.query('update app.scan_cursors set halted = null');
    await seen('final 6', 'reversed 0');
  });
});

describe('a server that ends', () => {
  /** Starts the exchange again, with an honest node. */
  async function restart(): Promise<void> {
    await console.venue.stop();
    world.mend();
    console = await ConsoleVenue.openOn(console.venue.database, options());
    ann = ann.on(console.venue);
  }

  /** The stage and the states of the credit of the user's deposit. */
  async function states(): Promise<string> {
    const [row] = await console.venue.database.query<{ states: string }>(
      `select concat_ws(' ', stage, (select string_agg(state, ' ' order by state) from core.credits c
          where c.source = 'deposit' and c.n = d.n)) as states from app.deposits d where user_id = $1`,
      [ann.id],
    );
    return row?.states ?? '';
  }

  /** The node has no block above a height and stops there. */
  async function stoppedAbove(height: number, blocks: readonly ChainBlock[]): Promise<void> {
    const { call, reached } = counted(1, unavailable);
    world.show(blocks);
    const { block } = world.node;
    world.node.block = async (asked) => (asked > height ? call() : (block?.(asked) ?? null));
    await reached;
  }

  test('after it has written the block credits the deposit later', async () => {
    const { height } = await payInBlock();
    world.world.mine();
    await stoppedAbove(height, await world.blocks(height - 1));
    await restart();
    await seen('credited 2');
    expect(await available()).toBe('100005');
  });

  test('after it has numbered the deposit credits it under this number', async () => {
    world.terms = { creditAfter: 2 };
    await restart();
    await payInBlock();
    await vi.waitUntil(async () => (await states()) === 'seen', { interval: 10, timeout: 60_000 });
    const { call, reached } = counted(1, unavailable);
    world.node.head = async () => ((await states()) === 'seen' ? world.honest.head() : call());
    world.world.mine();
    await reached;
    expect(await states()).toBe('creditable');
    await restart();
    await seen('credited 2');
    expect(await available()).toBe('100005');
    world.terms = {};
    await restart();
  });

  test('after it has credited the deposit does not credit it again', async () => {
    await payInBlock();
    await owns('100005');
    await restart();
    world.world.mine();
    await seen('credited 2');
    expect(await available()).toBe('100005');
  });

  test('before it has matured the deposit matures it later, and once', async () => {
    const { height } = await payInBlock();
    await seen('credited 1');
    const { call, reached } = counted(1, unavailable);
    world.node.block = async (asked) => (asked === height ? call() : world.honest.block(asked));
    world.world.mine(5);
    await reached;
    expect(await states()).toBe('creditable credited');
    await restart();
    await seen('final 6');
    expect(await states()).toBe('creditable credited matured');
    await restart();
    await seen('final 6');
  });

  test('before it has taken a deposit back takes it back later, and once', async () => {
    const { height } = await payInBlock();
    await owns('100005');
    world.world.mine(6);
    await stoppedAbove(height + 2, await world.branch(height - 1, 6, `ending ${people}`));
    expect(await states()).toBe('gone credited');
    await console.venue.stop();
    world.mend();
    world.show(await world.branch(height - 1, 6, `ending ${people}`));
    console = await ConsoleVenue.openOn(console.venue.database, options());
    ann = ann.on(console.venue);
    await owns('100000');
    expect(await states()).toBe('gone credited reversed');
    await restart();
    await seen('final 6', 'reversed 0');
  });
});
