import { HDKey } from '@scure/bip32';
import { Transaction } from '@scure/btc-signer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ChainUnavailable } from '../adapter.ts';
import type { TransactionPlan, Unspent } from '../adapter.ts';
import { BitcoinAdapter } from './bitcoin-adapter.ts';
import { bitcoinNetworks } from './networks.ts';
import { litecoind, LitecoinNode } from './testing/litecoin-node.ts';

const root = HDKey.fromMasterSeed(new Uint8Array(32).fill(7));
const hot = root.derive("m/84'/1'/0'/0");
const deposits = root.derive("m/84'/1'/1'/0");
const absent = '0'.repeat(64);

/** Signs what the adapter planned, as the signer does. */
function signed(encoded: string, key = hot.deriveChild(0)): string {
  const transaction = Transaction.fromPSBT(Buffer.from(encoded, 'base64'));
  if (key.privateKey === null) throw new Error('The key is public.');
  transaction.sign(key.privateKey);
  transaction.finalize();
  return transaction.hex;
}

describe.skipIf(litecoind === null)('the Bitcoin adapter on litecoind (skipped where it is not installed)', () => {
  let node: LitecoinNode;
  let adapter: BitcoinAdapter;
  let wallet: string;

  beforeAll(async () => {
    node = await LitecoinNode.start(litecoind ?? '');
    adapter = new BitcoinAdapter({ ...node.options, network: bitcoinNetworks['litecoin-regtest'] });
    wallet = adapter.deriveAddress(hot.publicExtendedKey, 0);
    await node.mine(101);
  });

  afterAll(async () => {
    await node.stop();
  });

  /** Pays the wallet and returns the output, mined. */
  async function funds(coins: string): Promise<Unspent> {
    const tx = await node.pay(wallet, coins);
    await node.mine(1);
    const found = await adapter.transfersOf(tx);
    const transfer = found?.transfers.find(({ to }) => to === wallet);
    if (transfer === undefined) throw new Error('The payment is missing.');
    return { tx, output: transfer.ordinal, address: wallet, keyIndex: 0, amount: transfer.amount };
  }

  function planOf(input: Unspent, to: string, amount: bigint, maximum = 2n): TransactionPlan {
    const outputs = [{ to, memo: null, asset: '', amount }];
    return { from: wallet, outputs, nonce: 0, inputs: [input], fee: { maximum, priority: 0n } };
  }

  it('reads payments to derived addresses, with the same place in every block', async () => {
    const address = adapter.deriveAddress(deposits.publicExtendedKey, 3);
    const tx = await node.pay(address, '1.23456789');
    expect(await adapter.status([tx, absent])).toEqual(
      new Map<string, unknown>([
        [tx, { state: 'pending' }],
        [absent, { state: 'absent' }],
      ]),
    );
    expect(await adapter.transfersOf(absent)).toBeNull();
    await node.mine(1);
    const head = await adapter.head();
    const block = await adapter.block(head.height);
    const paid = block?.transfers.find(({ to }) => to === address);
    expect(paid).toMatchObject({ tx, asset: '', memo: null, from: null, amount: 123_456_789n });
    expect(block).toMatchObject({ hash: head.hash, parent: (await adapter.block(head.height - 1))?.hash });
    expect((await adapter.transfersOf(tx))?.transfers).toContainEqual(paid);
    expect(await adapter.block(head.height + 1)).toBeNull();
    const balances = await adapter.balances([address, wallet], '', head.height);
    expect([...balances]).toEqual([
      [address, 123_456_789n],
      [wallet, 0n],
    ]);
    await expect(adapter.balances([address], '', head.height - 1)).rejects.toThrow(ChainUnavailable);
  });

  it('finds neither coinbase outputs nor outputs without an address', async () => {
    await node.mineOnly();
    const { height } = await adapter.head();
    expect(await adapter.block(height)).toMatchObject({ transfers: [] });
  });

  it('pays, knows the payment at once and after it is mined, and reports the fee', async () => {
    const input = await funds('2');
    const to = await node.newAddress();
    const plan = await adapter.plan(planOf(input, to, 150_000_000n));
    expect(plan).toMatchObject({ slot: `${input.tx}:${input.output}` });
    const raw = signed(plan.encoded);
    const hash = adapter.hashOf(raw);
    expect(await adapter.broadcast(raw)).toBe('accepted');
    expect(await adapter.broadcast(raw)).toMatch(/accepted|known/);
    await node.mine(1);
    expect(await adapter.broadcast(raw)).toBe('known');
    const status = (await adapter.status([hash])).get(hash);
    expect(status).toMatchObject({ state: 'mined', fee: plan.maximumFee, block: await adapter.head() });
    const { transfers = [] } = (await adapter.transfersOf(hash)) ?? {};
    expect(transfers.map((one) => [one.to, one.amount])).toEqual([
      [to, 150_000_000n],
      [wallet, 50_000_000n - plan.maximumFee],
    ]);
  });

  it('replaces a payment only for a higher fee, and knows when its slot is used', async () => {
    const input = await funds('1');
    const to = await node.newAddress();
    const [first, same, better] = await Promise.all([
      adapter.plan(planOf(input, to, 10_000_000n, 3n)),
      adapter.plan(planOf(input, to, 20_000_000n, 3n)),
      // The cancellation returns everything to the wallet.
      adapter.plan({ ...planOf(input, to, 0n, 9n), outputs: [] }),
    ]);
    expect(new Set([first.slot, same.slot, better.slot]).size).toBe(1);
    const [paid, cancelled] = [signed(first.encoded), signed(better.encoded)];
    expect(await adapter.broadcast(paid)).toBe('accepted');
    expect(await adapter.broadcast(signed(same.encoded))).toBe('underpriced');
    expect(await adapter.broadcast(cancelled)).toBe('accepted');
    await node.mine(1);
    expect(await adapter.broadcast(paid)).toBe('slot_used');
    const states = await adapter.status([adapter.hashOf(paid), adapter.hashOf(cancelled)]);
    expect([...states.values()].map(({ state }) => state)).toEqual(['absent', 'mined']);
  });

  it('does not take a payment with an unknown input for one whose slot is used', async () => {
    const input = { ...(await funds('1')), tx: 'ab'.repeat(32) };
    const plan = await adapter.plan(planOf(input, await node.newAddress(), 10_000_000n));
    expect(await adapter.broadcast(signed(plan.encoded))).toBe('invalid');
  });

  it('follows a reorganisation: a mined payment is pending again, a conflicting one absent', async () => {
    const input = await funds('1');
    const plan = await adapter.plan(planOf(input, await node.newAddress(), 10_000_000n));
    const raw = signed(plan.encoded);
    const hash = adapter.hashOf(raw);
    await adapter.broadcast(raw);
    await node.mine(1);
    const before = await adapter.head();
    await node.rpc.call('invalidateblock', before.hash);
    expect((await adapter.status([hash])).get(hash)).toEqual({ state: 'pending' });
    await node.mineOnly();
    const after = await adapter.head();
    expect(after.height).toBe(before.height);
    expect(after.hash).not.toBe(before.hash);
    expect((await adapter.block(after.height))?.transfers).toEqual([]);
    await node.mine(1);
    expect((await adapter.status([hash])).get(hash)).toMatchObject({ state: 'mined', block: await adapter.head() });
  });

  it('is unavailable while the node is down or refuses the login', async () => {
    const network = bitcoinNetworks['litecoin-regtest'];
    const wrong = new BitcoinAdapter({ ...node.options, password: 'wrong', network });
    await expect(wrong.head()).rejects.toThrow(ChainUnavailable);
    const closed = new BitcoinAdapter({ ...node.options, url: 'http://127.0.0.1:1', network });
    await expect(closed.head()).rejects.toThrow(ChainUnavailable);
  });
});
