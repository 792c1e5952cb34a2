import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChainAdapter, TransactionPlan } from '../adapter.ts';

/** A chain under the control of a test, with a wallet that can sign. */
export interface TestChain {
  readonly adapter: ChainAdapter;
  /** An extended public key for deposit addresses. */
  readonly xpub: string;
  /** An address with coins and tokens, and its signature under unsigned transactions. */
  readonly wallet: string;
  readonly sign: (encoded: string) => Promise<string>;
  /** The contract of a listed token. */
  readonly token: string;
  /** Mines a block with everything that waits. */
  readonly mine: () => Promise<void>;
  /** Replaces the last blocks by as many empty ones; their transactions are gone. */
  readonly reorg: (blocks: number) => Promise<void>;
  readonly stop: () => Promise<void>;
}

type Output = TransactionPlan['outputs'][number];

const unknown = `0x${'00'.repeat(31)}01`;

/** The promises of an adapter of a chain with nonces, tokens and memos, held to one chain. */
export function describeEvmChain(name: string, open: () => Promise<TestChain>, { skip = false } = {}): void {
  describe.skipIf(skip)(`the EVM adapter on ${name}`, () => {
    let chain: TestChain;
    let nonce: number;

    beforeAll(async () => {
      chain = await open();
    });
    afterAll(async () => {
      await chain.stop();
    });

    async function unsigned(outputs: readonly Output[], odd: Partial<TransactionPlan> = {}) {
      const { adapter, wallet } = chain;
      const fee = await adapter.fee();
      return adapter.plan({ from: wallet, outputs, nonce, inputs: [], fee, ...odd });
    }

    /** Sends a payment with the next nonce and returns its hash. */
    async function pay(output: Partial<Output> & Pick<Output, 'to'>): Promise<string> {
      const { adapter, sign, wallet } = chain;
      nonce = await adapter.minedNonce(wallet);
      const { encoded } = await unsigned([{ memo: null, asset: '', amount: 1000n, ...output }]);
      const raw = await sign(encoded);
      expect(await adapter.broadcast(raw)).toBe('accepted');
      return adapter.hashOf(raw);
    }

    async function statusOf(hash: string) {
      return (await chain.adapter.status([hash])).get(hash);
    }

    it('reads coins and tokens, with memos, as the transaction and the block show them', async () => {
      const { adapter, mine, token, wallet, xpub } = chain;
      const to = adapter.deriveAddress(xpub, 5);
      const coin = await pay({ to, memo: '1000051', amount: 7_000_000_000_000_000_003n });
      expect(await statusOf(coin)).toEqual({ state: 'pending' });
      expect(await adapter.transfersOf(coin)).toMatchObject({ block: null, transfers: [{ to, memo: '1000051' }] });
      await mine();
      const head = await adapter.head();
      const first = { tx: coin, ordinal: 0, from: wallet, to, memo: '1000051', asset: '' };
      expect(await adapter.block(head.height)).toMatchObject({
        ...head,
        parent: (await adapter.block(head.height - 1))?.hash,
        transfers: [{ ...first, amount: 7_000_000_000_000_000_003n }],
      });
      const plain = await pay({ to, asset: token, amount: 123_456n });
      await mine();
      const noted = await pay({ to, asset: token, memo: '42', amount: 5n });
      await mine();
      const expected = { ordinal: 1, from: wallet, to, asset: token };
      expect((await adapter.transfersOf(plain))?.transfers).toEqual([
        { ...expected, tx: plain, memo: null, amount: 123_456n },
      ]);
      const last = await adapter.head();
      expect(await adapter.transfersOf(noted)).toEqual({
        block: last,
        transfers: [{ ...expected, tx: noted, memo: '42', amount: 5n }],
      });
      expect((await adapter.block(last.height))?.transfers).toEqual((await adapter.transfersOf(noted))?.transfers);
      expect(await adapter.balances([to], '', head.height - 1)).toEqual(new Map([[to, 0n]]));
      expect(await adapter.balances([to], '', last.height)).toEqual(new Map([[to, 7_000_000_000_000_000_003n]]));
      expect(await adapter.balances([to], token, last.height)).toEqual(new Map([[to, 123_461n]]));
      expect(await adapter.block(last.height + 1)).toBeNull();
    });

    it('does not know foreign hashes', async () => {
      expect(await chain.adapter.transfersOf(unknown)).toBeNull();
      expect(await chain.adapter.transfersOf('nonsense')).toBeNull();
      expect(await statusOf(unknown)).toEqual({ state: 'absent' });
    });

    it('sends the same bytes any number of times, and pays once', async () => {
      const { adapter, mine, sign, wallet, xpub } = chain;
      const to = adapter.deriveAddress(xpub, 6);
      nonce = await adapter.minedNonce(wallet);
      const { encoded, slot, maximumFee } = await unsigned([{ to, memo: null, asset: '', amount: 50n }]);
      expect(slot).toBe(`${wallet}/${nonce}`);
      const raw = await sign(encoded);
      expect(await adapter.broadcast(raw)).toBe('accepted');
      expect(await adapter.broadcast(raw)).toBe('known');
      await mine();
      expect(await adapter.broadcast(raw)).toBe('known');
      const { height } = await adapter.head();
      const status = await statusOf(adapter.hashOf(raw));
      expect(status).toMatchObject({ state: 'mined', block: { height } });
      if (status?.state === 'mined') expect(status.fee <= maximumFee && status.fee > 0n).toBe(true);
      expect(await adapter.balances([to], '', height)).toEqual(new Map([[to, 50n]]));
      expect(await adapter.minedNonce(wallet)).toBe(nonce + 1);
    });

    it('replaces a payment only for a higher fee, and knows when its nonce is used', async () => {
      const { adapter, mine, sign, wallet, xpub } = chain;
      const to = adapter.deriveAddress(xpub, 7);
      nonce = await adapter.minedNonce(wallet);
      const fee = await adapter.fee();
      const output = { to, memo: null, asset: '', amount: 9n };
      const paid = await sign((await unsigned([output], { fee })).encoded);
      const same = await sign((await unsigned([{ ...output, amount: 8n }], { fee })).encoded);
      const higher = { maximum: (fee.maximum * 9n) / 8n + 1n, priority: (fee.priority * 9n) / 8n + 1n };
      const cancelled = await sign((await unsigned([], { fee: higher })).encoded);
      expect(await adapter.broadcast(paid)).toBe('accepted');
      expect(await adapter.broadcast(same)).toBe('underpriced');
      expect(await adapter.broadcast(cancelled)).toBe('accepted');
      await mine();
      expect(await adapter.broadcast(paid)).toBe('slot_used');
      expect(await statusOf(adapter.hashOf(paid))).toEqual({ state: 'absent' });
      expect(await statusOf(adapter.hashOf(cancelled))).toMatchObject({ state: 'mined' });
      const { height } = await adapter.head();
      expect((await adapter.block(height))?.transfers).toEqual([]);
      expect(await adapter.balances([to], '', height)).toEqual(new Map([[to, 0n]]));
    });

    it('refuses bytes that are no transaction of this chain', async () => {
      expect(await chain.adapter.broadcast('0x02c0')).toBe('invalid');
    });

    it('follows a reorganisation: other blocks at the same heights, payments gone', async () => {
      const { adapter, mine, reorg, xpub } = chain;
      const to = adapter.deriveAddress(xpub, 8);
      const before = await adapter.head();
      const hash = await pay({ to, amount: 77n });
      await mine();
      await mine();
      await mine();
      const old = await adapter.head();
      expect(await statusOf(hash)).toMatchObject({ state: 'mined', block: { height: before.height + 1 } });
      await reorg(3);
      const head = await adapter.head();
      expect(head.height).toBe(old.height);
      expect(head.hash).not.toBe(old.hash);
      expect((await adapter.block(before.height))?.hash).toBe(before.hash);
      expect(await adapter.block(before.height + 1)).toMatchObject({ parent: before.hash, transfers: [] });
      expect((await statusOf(hash))?.state).toMatch(/absent|pending/);
      expect(await adapter.balances([to], '', head.height)).toEqual(new Map([[to, 0n]]));
    });

    it('derives and checks addresses without the node', () => {
      const { adapter, xpub } = chain;
      const address = adapter.deriveAddress(xpub, 1);
      expect(adapter.checkAddress(` ${address.toLowerCase()}\n`)).toEqual({ address });
      expect(adapter.checkAddress(address)).toEqual({ address });
      const odd = address.replace(/[a-fA-F]/, (letter) =>
        letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
      );
      for (const text of [
        odd,
        address.slice(0, -1),
        address.slice(2),
        'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
        '',
      ]) {
        expect(adapter.checkAddress(text)).toEqual({ problem: 'malformed' });
      }
    });
  });
}
