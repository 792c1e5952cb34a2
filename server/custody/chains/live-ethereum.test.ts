import { networkCalls, type NetworkRow } from '@bourse/contract/console';
import type { DepositWallet } from '@bourse/contract/deposits';
import type { WalletMovement } from '@bourse/contract/wallet';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { SocketSigner } from '../signer/index.ts';
import { type SignerProcess, startSigner } from '../signer/testing/signer-process.ts';
import { ConsoleVenue, type StaffClient } from '../../testing/console-client.ts';
import type { Person } from '../../testing/running-venue.ts';
import { submitDocuments, withdraw } from '../../testing/withdrawing.ts';
import { openableChains } from './declared-chains.ts';
import { anvil, AnvilNode } from './evm/testing/anvil.ts';
import { EvmAdapter } from './evm/evm-adapter.ts';
import { liveChains } from './live-chains.ts';
import { openRelay, type Relay } from './testing/relay.ts';

const eth = 2;
const usdt = 3;
const ether = 10n ** 18n;
const outside = '0x00000000000000000000000000000000000000C1';

let node: AnvilNode;
let second: Relay;
let signer: SignerProcess;
let console: ConsoleVenue;
let fay: StaffClient;
let ada: StaffClient;
let ann: Person;
let token: string;
/** The networks of ETH and USDT on Ethereum. */
let networks: Readonly<Record<number, NetworkRow>>;
let people = 0;

async function open(): Promise<void> {
  node = await AnvilNode.start(anvil ?? '', 1);
  second = await openRelay(node.url);
  token = await node.deployToken();
  const caps = { transaction: String(10n * ether), hour: String(50n * ether), day: String(50n * ether) };
  const fees = { transaction: String(ether / 10n), hour: String(ether), day: String(ether) };
  signer = await startSigner({
    chains: { ethereum: { kind: 'evm', chainId: 1, cold: null, fees, assets: { '': caps, [token]: caps } } },
  });
  const socket = new SocketSigner(signer.socket);
  const xpub = await socket.depositXpub('ethereum');
  const hot = await socket.address('ethereum', { kind: 'hot' });
  socket.close();
  console = await ConsoleVenue.open({
    settings: { demo_review_seconds: 0, draw_auto_usd: 1_000_000, draw_day_usd_1: 1_000_000 },
    chains: liveChains({
      signerSocket: signer.socket,
      followed: [{ code: 'ethereum', node: node.url, secondNode: second.url, xpub }],
      // Only the interval at which the head is read: a test does not wait for it.
      declared: openableChains.map((chain) => ({ ...chain, blockMs: 150 })),
    }),
  });
  await node.pay(hot, 100n * ether);
  await node.pay(hot, 1_000_000_000n, token);
  await node.mine();
  fay = await console.staff(1, ['finance']);
  ada = await console.staff(2, ['admin']);
  networks = { [eth]: await addNetwork(eth, '', 18), [usdt]: await addNetwork(usdt, token, 6) };
}

/** A currency on Ethereum, open for deposits and withdrawals. */
async function addNetwork(currency_id: number, asset: string, asset_decimals: number): Promise<NetworkRow> {
  const terms = { recharge_min: '0.01', draw_min: '10', draw_max: '1000', fee_kind: 'flat', fee: '1' };
  const coin = { currency_id, asset, asset_decimals, memo_required: false, arrival_minutes: 2, max_gas: 150_000 };
  const added = { chain_id: 2, code: 'ERC20', name: 'Ethereum', ...coin, ...terms };
  const reply = await ada.call(networkCalls.addNetwork, added);
  if (reply.code !== 1) throw new Error(reply.error);
  const id = reply.data.result?.id ?? 0;
  const opened = { id, version: 0, open_recharge: true, open_draw: true };
  expect(await fay.call(networkCalls.switchNetwork, opened)).toMatchObject({ code: 1 });
  const { rows } = (await fay.call(networkCalls.networks, {})).data;
  const row = rows.find((one) => one.id === id);
  if (row === undefined) throw new Error('The network is not listed.');
  return row;
}

beforeAll(async () => {
  if (anvil !== null) await open();
}, 120_000);

beforeEach(async () => {
  if (anvil === null) return;
  people += 1;
  ann = await console.venue.person(`ann-${people}`);
});

afterAll(async () => {
  if (anvil === null) return;
  await console.close();
  await signer.stop();
  await second.stop();
  await node.stop();
});

async function depositAddress(): Promise<string> {
  const { body } = await ann.get<DepositWallet>(`wallet/wallet?currency_id=${eth}`);
  const own = body.data.wallets.find((wallet) => wallet.currency_protocol_id === networks[eth]?.id);
  if (own === undefined) throw new Error('There is no address on Ethereum.');
  return own.address;
}

/** Pays 2 ETH to the user in a block, and waits for the credit. */
async function deposit(): Promise<void> {
  await node.pay(await depositAddress(), 2n * ether);
  await node.mine();
  await seen('credited 1');
}

async function movements(kind: 'deposits' | 'withdrawals'): Promise<readonly WalletMovement[]> {
  return (await ann.get<{ data: WalletMovement[] }>(`wallet/${kind}`)).body.data.data;
}

/** Waits until the user's deposits or withdrawals have these states, such as `credited 2`. */
async function seen(state: string, kind: 'deposits' | 'withdrawals' = 'deposits'): Promise<void> {
  let found = '';
  const isSeen = async (): Promise<boolean> => {
    found = (await movements(kind)).map(({ confirmations, status }) => `${status} ${confirmations}`).join(', ');
    return found === state;
  };
  await vi.waitUntil(isSeen, { interval: 20, timeout: 60_000 }).catch(() => expect(found).toBe(state));
}

async function available(): Promise<number> {
  return Number((await ann.balance(eth)).available);
}

describe.skipIf(anvil === null)('Ethereum, by Anvil and the signer’s process (skipped where npm has no Anvil)', () => {
  test('a deposit is credited with the first confirmation and matures with the sixth', async () => {
    const before = await available();
    await deposit();
    expect(await available()).toBe(before + 2);
    await node.mine(4);
    await seen('credited 5');
    await node.mine();
    await seen('final 6');
    expect(await available()).toBe(before + 2);
    const [row] = await movements('deposits');
    expect(row).toMatchObject({ number: '2', needed: 6, tx_url: `https://etherscan.io/tx/${row?.tx_hash ?? ''}` });
  });

  test('a withdrawal is paid by the hot wallet and settled with the sixth confirmation', async () => {
    const adapter = new EvmAdapter({ node: node.node, chainId: 1, isListed: () => true });
    await submitDocuments(console.venue, ann);
    const terms = { currency_id: usdt, currency_protocol_id: networks[usdt]?.id ?? 0, number: '51', address: outside };
    const { body } = await withdraw(console.venue, ann, terms);
    expect(body).toMatchObject({ code: 1, data: { number: '51', fee: '1', net: '50' } });
    await seen('broadcast 0', 'withdrawals');
    await node.mine(6);
    await seen('confirmed 6', 'withdrawals');
    const { height } = await adapter.head();
    expect(await adapter.balances([outside], token, height)).toEqual(new Map([[outside, 50_000_000n]]));
    await vi.waitUntil(async () => (await ann.balance(usdt)).locked === '0', { interval: 20, timeout: 60_000 });
    expect(await ann.balance(usdt)).toMatchObject({ available: '99949' });
  });

  test('a reorganization of three blocks reverses a deposit that has not matured', async () => {
    const before = await available();
    await deposit();
    await node.mine(2);
    await seen('credited 3');
    await node.reorg(3);
    await node.mine(4);
    await seen('reversed 0');
    await expect.poll(available, { interval: 20, timeout: 60_000 }).toBe(before);
  });

  test('a second node with another block keeps a deposit from maturing', async () => {
    await deposit();
    const other = `0x${'b'.repeat(64)}`;
    second.change = (method, result) =>
      method === 'eth_getBlockByNumber' && typeof result === 'object' ? { ...result, hash: other } : result;
    await node.mine(6);
    const asked = second.changed;
    await vi.waitUntil(() => second.changed > asked + 2, { interval: 20, timeout: 60_000 });
    await seen('credited 6');
    second.change = null;
    await seen('final 6');
    expect(second.changed).toBeGreaterThan(asked);
  });
});
