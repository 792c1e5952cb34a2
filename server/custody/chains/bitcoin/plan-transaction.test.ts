import { HDKey } from '@scure/bip32';
import { Transaction } from '@scure/btc-signer';
import { describe, expect, it } from 'vitest';
import type { TransactionPlan } from '../adapter.ts';
import { BitcoinAdapter } from './bitcoin-adapter.ts';
import { unitsOf } from './core-rpc.ts';
import { bitcoinNetworks } from './networks.ts';
import { dustLimit, planTransaction } from './plan-transaction.ts';

const network = bitcoinNetworks.bitcoin;
const adapter = new BitcoinAdapter({ url: 'http://127.0.0.1:1', user: '', password: '', network });
const key = HDKey.fromMasterSeed(new Uint8Array(32).fill(1)).derive("m/84'/0'/0'/0");
const wallet = adapter.deriveAddress(key.publicExtendedKey, 0);
const receiver = adapter.deriveAddress(key.publicExtendedKey, 1);

function plan(
  amounts: readonly bigint[],
  paid: readonly bigint[],
  odd: Partial<TransactionPlan> = {},
): TransactionPlan {
  return {
    from: wallet,
    outputs: paid.map((amount) => ({ to: receiver, memo: null, asset: '', amount })),
    inputs: amounts.map((amount, index) => ({
      tx: String(index + 1).padStart(64, '0'),
      output: index,
      address: wallet,
      keyIndex: 0,
      amount,
    })),
    nonce: 0,
    fee: { maximum: 10n, priority: 0n },
    ...odd,
  };
}

/** The outputs of a planned transaction, its real size and its fee. */
function read(encoded: string, available: bigint) {
  const transaction = Transaction.fromPSBT(Buffer.from(encoded, 'base64'));
  const { privateKey } = key.deriveChild(0);
  if (privateKey === null) throw new Error('The key is public.');
  transaction.sign(privateKey);
  transaction.finalize();
  const outputs = Array.from({ length: transaction.outputsLength }, (_, at) => ({
    to: transaction.getOutputAddress(at, network),
    amount: transaction.getOutput(at).amount ?? 0n,
  }));
  return { outputs, size: transaction.vsize, fee: available - outputs.reduce((sum, { amount }) => sum + amount, 0n) };
}

describe('a planned Bitcoin transaction', () => {
  it('is recognized by its payments, and by no others', () => {
    const own = { from: wallet, nonce: 0 };
    const to = (address: string, amount: bigint) => ({ to: address, memo: null, asset: '', amount });
    const { encoded } = planTransaction(plan([60_000n, 50_000n], [70_000n]), network);
    expect(adapter.makes(encoded, { ...own, outputs: [to(receiver, 70_000n)] })).toBe(true);
    expect(adapter.makes(encoded, { ...own, outputs: [to(receiver, 70_001n)] })).toBe(false);
    expect(adapter.makes(encoded, { ...own, outputs: [to(wallet, 70_000n)] })).toBe(false);
    expect(adapter.makes(encoded, { ...own, from: receiver, outputs: [to(receiver, 70_000n)] })).toBe(false);
    expect(adapter.makes(encoded, { ...own, outputs: [] })).toBe(false);
    expect(adapter.makes('nonsense', { ...own, outputs: [] })).toBe(false);

    const cancelled = planTransaction(plan([60_000n], []), network).encoded;
    expect(adapter.makes(cancelled, { ...own, outputs: [] })).toBe(true);
    expect(adapter.makes(cancelled, { ...own, from: receiver, outputs: [] })).toBe(false);

    const swept = planTransaction(plan([60_000n], [1n], { paysRest: true }), network).encoded;
    expect(adapter.makes(swept, { ...own, outputs: [to(receiver, 1n)], paysRest: true })).toBe(true);
    expect(adapter.makes(swept, { ...own, outputs: [to(wallet, 1n)], paysRest: true })).toBe(false);
    expect(adapter.makes(encoded, { ...own, outputs: [to(receiver, 1n)], paysRest: true })).toBe(false);
  });

  it('pays the outputs, the fee for its size, and the rest back', () => {
    const { encoded, slot, maximumFee } = planTransaction(plan([60_000n, 50_000n], [70_000n]), network);
    const { outputs, size, fee } = read(encoded, 110_000n);
    expect(outputs).toEqual([
      { to: receiver, amount: 70_000n },
      { to: wallet, amount: 40_000n - maximumFee },
    ]);
    expect(fee).toBe(maximumFee);
    expect(Number(fee)).toBeGreaterThanOrEqual(size * 10);
    expect(Number(fee)).toBeLessThan((size + 6) * 10);
    expect(slot).toBe(`${'1'.padStart(64, '0')}:0`);
  });

  it('leaves change that is dust to the fee', () => {
    const { encoded, maximumFee } = planTransaction(plan([60_000n], [58_600n]), network);
    const { outputs, fee } = read(encoded, 60_000n);
    expect(outputs).toEqual([{ to: receiver, amount: 58_600n }]);
    expect(fee).toBe(1400n);
    expect(maximumFee).toBe(1400n);
  });

  it('returns everything as the cancellation of a payment', () => {
    const { encoded, maximumFee } = planTransaction(plan([60_000n], []), network);
    expect(read(encoded, 60_000n).outputs).toEqual([{ to: wallet, amount: 60_000n - maximumFee }]);
  });

  it.each([
    ['too little for the fee', plan([60_000n], [59_900n])],
    ['too little for the outputs', plan([60_000n], [60_001n])],
    ['an output that is dust', plan([60_000n], [dustLimit - 1n])],
    ['no input', plan([], [1000n])],
    ['a cancellation that its fee consumes', plan([1000n], [])],
    ['a token', plan([60_000n], [], { outputs: [{ to: receiver, memo: null, asset: 'token', amount: 1000n }] })],
    ['a memo', plan([60_000n], [], { outputs: [{ to: receiver, memo: '7', asset: '', amount: 1000n }] })],
  ])('is refused with %s', (_name, odd) => {
    expect(() => planTransaction(odd, network)).toThrow(RangeError);
  });
});

it('accepts every form of address of its own network, and no other', () => {
  for (const address of ['1BoatSLRHtKNngkdXEeobR76b53LETtpyT', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', receiver]) {
    expect(adapter.checkAddress(` ${address} `)).toEqual({ address });
  }
  expect(adapter.checkAddress(receiver.toUpperCase())).toEqual({ address: receiver });
  const foreign = 'ltc1qdh5e2njccc8r8y3kdf68jgh2qtn99sqz0xp9pl';
  for (const text of ['', '1BoatSLRHtKNngkdXEeobR76b53LETtpyU', foreign, `${receiver}q`, '0x00']) {
    expect(adapter.checkAddress(text)).toEqual({ problem: 'malformed' });
  }
});

it('reads amounts exactly, in every notation of JSON', () => {
  expect(['0.1', '20999999.97690000', '1e-8', '1.5E2', '0'].map(unitsOf)).toEqual([
    10_000_000n,
    2_099_999_997_690_000n,
    1n,
    15_000_000_000n,
    0n,
  ]);
  expect(['0.000000001', '-1', '', 'NaN', '1e-9'].map(unitsOf)).toEqual([null, null, null, null, null]);
});
