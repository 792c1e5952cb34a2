import { networkCalls } from '@bourse/contract/console';
import type { DepositWallet } from '@bourse/contract/deposits';
import type { WalletMovement } from '@bourse/contract/wallet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SocketSigner } from '../signer/index.ts';
import { type SignerProcess, startSigner } from '../signer/testing/signer-process.ts';
import { ConsoleVenue } from '../testing/console-client.ts';
import type { Person } from '../testing/running-venue.ts';
import { LitecoinNode, litecoind } from './bitcoin/testing/litecoin-node.ts';
import { openableChains } from './declared-chains.ts';
import { liveChains } from './live-chains.ts';

const ltc = 11;

let node: LitecoinNode;
let signer: SignerProcess;
let console: ConsoleVenue;
let ann: Person;

/** The chain of Litecoin as the exchange follows it, on a private network. */
const declared = openableChains.flatMap((chain) =>
  chain.code === 'litecoin' ? [{ ...chain, network: 'litecoin-regtest' as const, blockMs: 60 }] : [],
);

async function open(): Promise<void> {
  node = await LitecoinNode.start(litecoind ?? '');
  // Coins of a block can be spent after 100 others.
  await node.mine(101);
  const caps = { transaction: '1000000000', hour: '1000000000', day: '1000000000' };
  signer = await startSigner({
    chains: {
      litecoin: { kind: 'bitcoin', network: 'litecoin-regtest', cold: null, fees: caps, assets: { '': caps } },
    },
  });
  const socket = new SocketSigner(signer.socket);
  const xpub = await socket.depositXpub('litecoin');
  socket.close();
  const { password, url, user } = node.options;
  console = await ConsoleVenue.open({
    chains: liveChains({
      signerSocket: signer.socket,
      followed: [{ code: 'litecoin', node: url.replace('//', `//${user}:${password}@`), secondNode: null, xpub }],
      declared,
    }),
  });
  const fay = await console.staff(1, ['finance']);
  const ada = await console.staff(2, ['admin']);
  const added = await ada.call(networkCalls.addNetwork, {
    ...{ currency_id: ltc, chain_id: 4, code: 'LTC', name: 'Litecoin', asset: '', asset_decimals: 8 },
    ...{ memo_required: false, arrival_minutes: 15, recharge_min: '0.01', draw_min: '0.1', draw_max: '10' },
    ...{ fee_kind: 'flat', fee: '0.01' },
  });
  if (added.code !== 1) throw new Error(added.error);
  const opened = { id: added.data.result?.id ?? 0, version: 0, open_recharge: true, open_draw: false };
  expect(await fay.call(networkCalls.switchNetwork, opened)).toMatchObject({ code: 1 });
}

beforeAll(async () => {
  if (litecoind === null) return;
  await open();
  ann = await console.venue.person('ann');
}, 120_000);

afterAll(async () => {
  if (litecoind === null) return;
  await console.close();
  await signer.stop();
  await node.stop();
});

async function deposit(): Promise<string> {
  const { body } = await ann.get<{ data: WalletMovement[] }>('wallet/deposits');
  return body.data.data.map(({ confirmations, number, status }) => `${number} ${status} ${confirmations}`).join(', ');
}

const wait = { interval: 20, timeout: 60_000 };

describe.skipIf(litecoind === null)(
  'Litecoin, by litecoind and the signer’s process (skipped without litecoind)',
  () => {
    test('a deposit is credited with the first confirmation and matures with the sixth', async () => {
      const before = Number((await ann.balance(ltc)).available);
      const { body } = await ann.get<DepositWallet>(`wallet/wallet?currency_id=${ltc}`);
      const address = body.data.wallets.map((wallet) => wallet.address).find((one) => one.startsWith('rltc1')) ?? '';
      const tx = await node.pay(address, '0.12345678');
      await node.mine(1);
      await expect.poll(deposit, wait).toBe('0.12345678 credited 1');
      expect(Number((await ann.balance(ltc)).available)).toBeCloseTo(before + 0.12345678, 8);
      await node.mine(4);
      await expect.poll(deposit, wait).toBe('0.12345678 credited 5');
      await node.mine(1);
      await expect.poll(deposit, wait).toBe('0.12345678 final 6');
      const { body: rows } = await ann.get<{ data: WalletMovement[] }>('wallet/deposits');
      expect(rows.data.data).toMatchObject([{ tx_hash: tx, tx_url: `https://litecoinspace.org/tx/${tx}`, address }]);
    });

    test('a block that is replaced takes a deposit back, and its transaction is credited once more when mined', async () => {
      const before = Number((await ann.balance(ltc)).available);
      const { body } = await ann.get<DepositWallet>(`wallet/wallet?currency_id=${ltc}`);
      const address = body.data.wallets.map((wallet) => wallet.address).find((one) => one.startsWith('rltc1')) ?? '';
      await node.pay(address, '0.5');
      await node.mine(1);
      await expect.poll(deposit, wait).toContain('0.5 credited 1');
      await node.rpc.call('invalidateblock', await node.rpc.call('getbestblockhash'));
      for (let block = 0; block < 5; block += 1) await node.mineOnly();
      await expect.poll(deposit, wait).toContain('0.5 reversed 0');
      await node.mine(1);
      await expect.poll(deposit, wait).toContain('0.5 credited 1');
      expect(Number((await ann.balance(ltc)).available)).toBeCloseTo(before + 0.5, 8);
    });
  },
);
