import { HDKey } from '@scure/bip32';
import { describe, expect, it } from 'vitest';
import type { Unspent } from '../adapter.ts';
import { BitcoinAdapter } from './bitcoin-adapter.ts';
import { maxInputs } from './choose-inputs.ts';
import { bitcoinNetworks } from './networks.ts';
import { dustLimit, planTransaction } from './plan-transaction.ts';

const network = bitcoinNetworks.bitcoin;
const adapter = new BitcoinAdapter({ url: 'http://127.0.0.1:1', user: '', password: '', network });
const xpub = HDKey.fromMasterSeed(new Uint8Array(32).fill(1)).derive("m/84'/0'/0'/0").publicExtendedKey;
const [wallet, receiver] = [0, 1].map((index) => adapter.deriveAddress(xpub, index));

function unspent(...amounts: readonly number[]): Unspent[] {
  return amounts.map((amount, at) => ({
    tx: String(at + 1).padStart(64, '0'),
    output: 0,
    address: wallet ?? '',
    keyIndex: 0,
    amount: BigInt(amount),
  }));
}

function plan(amount: number, feeRate = 1) {
  const output = { to: receiver ?? '', memo: null, asset: '', amount: BigInt(amount) };
  return { from: wallet ?? '', outputs: [output], nonce: 0, fee: { maximum: BigInt(feeRate), priority: 0n } };
}

function amountsOf(inputs: readonly Unspent[] | null): readonly number[] | null {
  return inputs && inputs.map(({ amount }) => Number(amount));
}

describe('the inputs of a payment', () => {
  it.each([
    ['the smallest output that suffices alone', 10_000, unspent(50_000, 12_000, 90_000), [12_000]],
    ['the largest ones, if none suffices alone', 100_000, unspent(30_000, 60_000, 50_000), [60_000, 50_000]],
    ['nothing if all do not suffice', 200_000, unspent(30_000, 60_000), null],
    ['nothing without outputs', 1_000, unspent(), null],
  ])('are %s', (_which, amount, others, chosen) => {
    expect(amountsOf(adapter.chooseInputs(plan(amount), [], others))).toEqual(chosen);
  });

  it('leave the fee, and an output of the rest that is relayed', () => {
    // 141 virtual bytes for one input and two outputs.
    const least = 10_000 + 141 + Number(dustLimit);
    expect(adapter.chooseInputs(plan(10_000), [], unspent(least - 1))).toBeNull();
    const inputs = adapter.chooseInputs(plan(10_000), [], unspent(least)) ?? [];
    expect(planTransaction({ ...plan(10_000), inputs }, network).maximumFee).toBe(141n);
  });

  it('stay those of an earlier attempt, first and in their order, and grow only for a higher fee', () => {
    const [fixed, others] = [unspent(11_000, 2_000), unspent(90_000, 40_000).map((one) => ({ ...one, output: 1 }))];
    expect(adapter.chooseInputs(plan(10_000), fixed, others)).toEqual(fixed);
    expect(amountsOf(adapter.chooseInputs(plan(10_000, 100), fixed, others))).toEqual([11_000, 2_000, 40_000]);
    expect(adapter.chooseInputs(plan(10_000, 10_000), fixed, others)).toBeNull();
  });

  it('are bounded, so that nodes relay the transaction', () => {
    const many = unspent(...Array.from({ length: maxInputs + 1 }, () => 1_000));
    expect(adapter.chooseInputs(plan(1_000 * maxInputs), [], many)).toBeNull();
    expect(adapter.chooseInputs(plan(400_000), [], many)?.length).toBeLessThan(maxInputs);
  });

  it('do not depend on the order in which they are read', () => {
    const equal = unspent(10_000, 10_000, 10_000);
    expect(adapter.chooseInputs(plan(15_000), [], equal.toReversed())).toEqual(
      adapter.chooseInputs(plan(15_000), [], equal),
    );
  });
});

describe('a transaction that pays the rest', () => {
  it('pays all inputs less the fee to its only output', () => {
    const inputs = unspent(50_000, 30_000);
    const { maximumFee } = planTransaction({ ...plan(0), paysRest: true, inputs }, network);
    // 178 virtual bytes for two inputs and one output.
    expect(maximumFee).toBe(178n);
  });

  it('is refused if the rest would not be relayed, or if it had another output', () => {
    const short = { ...plan(0), paysRest: true, inputs: unspent(400) };
    expect(() => planTransaction(short, network)).toThrow(RangeError);
    const { outputs } = plan(0);
    const two = { ...plan(0), outputs: [...outputs, ...outputs], paysRest: true, inputs: unspent(90_000) };
    expect(() => planTransaction(two, network)).toThrow(RangeError);
  });
});

describe('the inputs of a move of everything', () => {
  const move = (feeRate = 1) => ({ ...plan(0, feeRate), paysRest: true });

  it('are those that are worth more than they cost, the largest first', () => {
    // An input is 68 virtual bytes.
    expect(amountsOf(adapter.chooseInputs(move(10), unspent(680, 681, 50_000), []))).toEqual([50_000, 681]);
    expect(adapter.chooseInputs(move(10_000), unspent(50_000), [])).toBeNull();
  });

  it('are bounded, so that the signer reads the request', () => {
    const many = unspent(...Array.from({ length: maxInputs + 100 }, (_, at) => 10_000 + at));
    const inputs = adapter.chooseInputs(move(), many, []) ?? [];
    expect([inputs.length, Number(inputs.at(-1)?.amount)]).toEqual([maxInputs, 10_100]);
    expect(planTransaction({ ...move(), inputs }, network).encoded.length).toBeLessThan(60_000);
  });
});
