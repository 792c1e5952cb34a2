import { HDKey } from '@scure/bip32';
import { Address, OutScript, p2wpkh, Transaction } from '@scure/btc-signer';
import { getAddress, parseTransaction, recoverTransactionAddress, serializeTransaction, toHex } from 'viem';
import { expect, test } from 'vitest';
import { bitcoinNetworks } from './bitcoin-networks.ts';
import type { JournalEntry } from './journal-entry.ts';
import { readPolicy } from './policy.ts';
import type { SignRequest } from './protocol.ts';
import {
  addressOf,
  cancellation,
  cold,
  customer,
  hot,
  memorySigner,
  payment,
  policyDocument,
  token,
} from './testing/memory-signer.ts';

test('a signed payment is the requested transaction, signed by the hot wallet', async () => {
  const answer = await memorySigner().sign(payment());
  if ('refused' in answer) throw new Error(answer.refused);
  expect(await recoverTransactionAddress({ serializedTransaction: raw(answer.raw) })).toBe(hot);
  expect(parseTransaction(raw(answer.raw))).toMatchObject({ to: customer.toLowerCase(), value: 100n });
});

test('the same request has the same answer, also after a restart', async () => {
  const journal: JournalEntry[] = [];
  const first = await memorySigner(journal).sign(payment());
  expect(await memorySigner(journal).sign(payment())).toEqual(first);
  expect(journal).toHaveLength(1);
});

test('a restored database cannot pay a reference with another nonce', async () => {
  const journal: JournalEntry[] = [];
  await memorySigner(journal).sign(payment());
  const again = memorySigner(journal);
  expect(await again.sign(payment({ nonce: 1 }))).toEqual({ refused: 'reference_has_other_slot' });
  expect(await again.sign(cancellation({ nonce: 1 }))).toEqual({ refused: 'reference_has_other_slot' });
});

test('the journal names the slot in which a reference was signed', async () => {
  const journal: JournalEntry[] = [];
  await memorySigner(journal).sign(payment({ nonce: 3 }));
  expect(memorySigner(journal).slotOf('withdrawal/1')).toBe(`${hot}/3`);
  expect(memorySigner(journal).slotOf('withdrawal/2')).toBe('');
});

test('names the cold wallet of its policy, and no other', () => {
  expect(memorySigner().coldAddress('demo')).toBe(cold);
  expect(memorySigner().coldAddress('coins')).toBe('');
  expect(() => memorySigner().coldAddress('other')).toThrow('no chain other');
});

test('a restored database cannot pay another reference with a used nonce', async () => {
  const journal: JournalEntry[] = [];
  await memorySigner(journal).sign(payment());
  const answer = await memorySigner(journal).sign(payment({ reference: 'withdrawal/2' }));
  expect(answer).toEqual({ refused: 'slot_has_other_reference' });
});

test('another attempt may change the fee only, or pay no one', async () => {
  const signer = memorySigner();
  await signer.sign(payment());
  expect(await signer.sign(payment({ gasPrice: 12n }))).toHaveProperty('raw');
  expect(await signer.sign(payment({ gasPrice: 14n, amount: 101n }))).toEqual({ refused: 'outputs_changed' });
  expect(await signer.sign(payment({ gasPrice: 14n, to: cold }))).toEqual({ refused: 'outputs_changed' });
  expect(await signer.sign(payment({ gasPrice: 14n, asset: token }))).toEqual({ refused: 'outputs_changed' });
  expect(await signer.sign(cancellation({ gasPrice: 14n }))).toHaveProperty('raw');
});

test('a reference that began as a cancellation never becomes a payment', async () => {
  const signer = memorySigner();
  expect(await signer.sign(cancellation())).toHaveProperty('raw');
  expect(await signer.sign(payment())).toEqual({ refused: 'outputs_changed' });
});

test('concurrent requests of one slot sign one of them', async () => {
  const signer = memorySigner();
  const answers = await Promise.all([signer.sign(payment()), signer.sign(payment({ reference: 'withdrawal/2' }))]);
  expect(answers.filter((answer) => 'refused' in answer)).toEqual([{ refused: 'slot_has_other_reference' }]);
});

test('payments are capped for one transaction, any 60 minutes and any 24 hours, also after a restart', async () => {
  const journal: JournalEntry[] = [];
  let now = 1_000_000_000;
  let n = 0;
  const pay = async (amount: bigint): Promise<unknown> => {
    n += 1;
    const request = payment({ reference: `withdrawal/${n}`, nonce: n, amount });
    const answer = await memorySigner(journal, () => now).sign(request);
    return 'refused' in answer ? answer.refused : 'signed';
  };
  expect(await pay(1001n)).toBe('over_transaction_cap');
  expect(await pay(1000n)).toBe('signed');
  expect(await pay(501n)).toBe('over_hour_cap');
  expect(await pay(500n)).toBe('signed');
  now += 3_599_999;
  expect(await pay(1n)).toBe('over_hour_cap');
  now += 1;
  expect(await pay(1000n)).toBe('signed');
  expect(await pay(1n)).toBe('over_day_cap');
  now += 23 * 3_600_000;
  expect(await pay(1000n)).toBe('signed');
  // A clock that was set back does not make room.
  now = 1_000_000_000;
  expect(await pay(1n)).toBe('over_hour_cap');
});

test('another attempt does not count again, and each asset has its own caps', async () => {
  const signer = memorySigner();
  await signer.sign(payment({ amount: 1000n }));
  expect(await signer.sign(payment({ amount: 1000n, gasPrice: 11n }))).toHaveProperty('raw');
  expect(await signer.sign(payment({ amount: 500n, reference: 'withdrawal/2', nonce: 1 }))).toHaveProperty('raw');
  const inToken = payment({ amount: 1000n, asset: token, reference: 'withdrawal/3', nonce: 2 });
  expect(await signer.sign(inToken)).toHaveProperty('raw');
});

test('payments to the cold address have no cap', async () => {
  const signer = memorySigner();
  for (const nonce of [1, 2, 3])
    expect(await signer.sign(payment({ to: cold, amount: 10_000n, nonce, reference: `cold/${nonce}` }))).toHaveProperty(
      'raw',
    );
});

test('a deposit address pays only the hot wallet and the cold address', async () => {
  const wallet = { kind: 'deposit', index: 7 } as const;
  const signer = memorySigner();
  const sweep = (to: string, nonce: number): SignRequest =>
    payment({ wallet, to, nonce, reference: `sweep/${nonce}`, amount: 9_000n });
  expect(await signer.sign(sweep(hot, 0))).toHaveProperty('raw');
  expect(await signer.sign(sweep(cold, 1))).toHaveProperty('raw');
  expect(await signer.sign(sweep(customer, 2))).toEqual({ refused: 'receiver_forbidden' });
  expect(await signer.sign({ ...sweep(addressOf({ kind: 'deposit', index: 3 }), 2), topUp: 3 })).toEqual({
    refused: 'receiver_forbidden',
  });
});

test('coin for fees goes only to the deposit address of the index, within the caps of fees', async () => {
  const signer = memorySigner();
  const to = addressOf({ kind: 'deposit', index: 3 });
  const gas = { reference: 'gas/1', to, topUp: 3, amount: 2_000_000n };
  expect(await signer.sign(payment(gas))).toHaveProperty('raw');
  expect(await signer.sign(payment({ ...gas, reference: 'gas/2', nonce: 1, topUp: 4 }))).toEqual({
    refused: 'receiver_forbidden',
  });
  expect(await signer.sign(payment({ ...gas, reference: 'gas/2', nonce: 1, asset: token }))).toEqual({
    refused: 'receiver_forbidden',
  });
  expect(await signer.sign(payment({ ...gas, reference: 'gas/2', nonce: 1, amount: 2_100_001n }))).toEqual({
    refused: 'over_transaction_cap',
  });
});

test('fees are capped for one transaction and by the hour, with only the rise of another attempt', async () => {
  const signer = memorySigner();
  expect(await signer.sign(payment({ gasPrice: 101n }))).toEqual({ refused: 'fee_too_high' });
  for (let n = 1; n <= 47; n += 1)
    await signer.sign(cancellation({ gasPrice: 100n, nonce: n, reference: `withdrawal/${n}` }));
  expect(await signer.sign(cancellation({ gasPrice: 100n, nonce: 48, reference: 'withdrawal/48' }))).toEqual({
    refused: 'over_hour_cap',
  });
  expect(await signer.sign(cancellation({ gasPrice: 99n, nonce: 1, reference: 'withdrawal/1' }))).toHaveProperty('raw');
});

test('an asset outside the policy is not paid', async () => {
  expect(await memorySigner().sign(payment({ asset: customer }))).toEqual({ refused: 'asset_forbidden' });
});

test('a token payment keeps its memo in all attempts', async () => {
  const signer = memorySigner();
  const memo = toHex('100017');
  expect(await signer.sign(payment({ asset: token, memo }))).toHaveProperty('raw');
  expect(await signer.sign(payment({ asset: token, memo, gasPrice: 20n }))).toHaveProperty('raw');
  expect(await signer.sign(payment({ asset: token, memo: toHex('100018'), gasPrice: 30n }))).toEqual({
    refused: 'outputs_changed',
  });
  expect(
    await signer.sign(payment({ asset: token, memo: toHex('x'.repeat(65)), nonce: 1, reference: 'withdrawal/2' })),
  ).toEqual({ refused: 'malformed' });
});

test('only canonical transfers in their own slot are read', async () => {
  const signer = memorySigner();
  const valid = payment();
  const transaction = parseTransaction(raw(valid.encoded));
  const otherwise = (changes: object): string => serializeTransaction({ ...transaction, ...changes });
  const encodings: Readonly<Record<string, string>> = {
    chain: otherwise({ chainId: 1 }),
    creation: otherwise({ to: undefined }),
    data: otherwise({ data: '0x01' }),
    approval: otherwise({ value: 0n, data: `0x095ea7b3${'0'.repeat(128)}` }),
    access: otherwise({ accessList: [{ address: customer, storageKeys: [] }] }),
    tokenWithCoin: serializeTransaction({ ...parseTransaction(raw(payment({ asset: token }).encoded)), value: 1n }),
    nothing: otherwise({ value: 0n }),
    legacy: serializeTransaction({
      type: 'legacy',
      chainId: 31_337,
      nonce: 0,
      gas: 21_000n,
      gasPrice: 10n,
      to: getAddress(hot),
    }),
    trailing: `${valid.encoded}00`,
    upper: valid.encoded.replace('a', 'A'),
    text: 'hello',
  };
  for (const [name, encoded] of Object.entries(encodings))
    expect([name, await signer.sign({ ...valid, encoded })]).toEqual([name, { refused: 'malformed' }]);
  expect(await signer.sign({ ...valid, slot: `${hot}/1` })).toEqual({ refused: 'malformed' });
  expect(await signer.sign({ ...valid, chain: 'unknown' })).toEqual({ refused: 'malformed' });
  expect(await signer.sign({ ...valid, wallet: { kind: 'deposit', index: 0 } })).toEqual({ refused: 'malformed' });
  expect(await signer.sign(valid)).toHaveProperty('raw');
});

test('a Bitcoin payment is signed for its own inputs only, and replaced only by a fee or its cancellation', async () => {
  const signer = memorySigner();
  const own = signer.address('coins', { kind: 'hot' });
  const stranger = signer.address('coins', { kind: 'deposit', index: 1 });
  const network = bitcoinNetworks.get('litecoin-regtest')?.network;
  if (network === undefined) throw new Error('no network');
  const script = (address: string): Uint8Array => OutScript.encode(Address(network).decode(address));
  const psbt = (outputs: readonly (readonly [string, bigint])[], from = own): string => {
    const transaction = new Transaction();
    transaction.addInput({ txid: 'ab'.repeat(32), index: 1, witnessUtxo: { script: script(from), amount: 100_000n } });
    for (const [to, amount] of outputs) transaction.addOutput({ script: script(to), amount });
    return Buffer.from(transaction.toPSBT()).toString('base64');
  };
  const request = (encoded: string, reference = 'withdrawal/1'): SignRequest => ({
    chain: 'coins',
    wallet: { kind: 'hot' },
    reference,
    encoded,
    slot: `${'ab'.repeat(32)}:1`,
  });
  const answer = await signer.sign(
    request(
      psbt([
        [stranger, 40_000n],
        [own, 59_000n],
      ]),
    ),
  );
  if ('refused' in answer) throw new Error(answer.refused);
  expect(Transaction.fromRaw(Buffer.from(answer.raw, 'hex')).id).toBe(answer.hash);
  expect(
    await signer.sign(
      request(
        psbt([
          [stranger, 40_000n],
          [own, 58_000n],
        ]),
      ),
    ),
  ).toHaveProperty('raw');
  expect(
    await signer.sign(
      request(
        psbt([
          [stranger, 41_000n],
          [own, 58_000n],
        ]),
      ),
    ),
  ).toEqual({ refused: 'outputs_changed' });
  expect(await signer.sign(request(psbt([[own, 97_000n]])))).toHaveProperty('raw');
  expect(await signer.sign(request(psbt([[own, 97_000n]]), 'withdrawal/2'))).toEqual({
    refused: 'slot_has_other_reference',
  });
  expect(await signer.sign(request(psbt([[stranger, 1_000n]], stranger)))).toEqual({ refused: 'malformed' });
  expect(await signer.sign(request('AAAA'))).toEqual({ refused: 'malformed' });
});

test('a deposit address pays own wallets only, and a higher fee from the amount', async () => {
  const signer = memorySigner();
  const wallet = { kind: 'deposit', index: 5 } as const;
  const [from, own] = [signer.address('coins', wallet), signer.address('coins', { kind: 'hot' })];
  const network = bitcoinNetworks.get('litecoin-regtest')?.network;
  const script = (address: string): Uint8Array => OutScript.encode(Address(network).decode(address));
  const sweep = async (to: string, amount: bigint) => {
    const transaction = new Transaction();
    transaction.addInput({ txid: 'cd'.repeat(32), index: 0, witnessUtxo: { script: script(from), amount: 100_000n } });
    transaction.addOutput({ script: script(to), amount });
    const encoded = Buffer.from(transaction.toPSBT()).toString('base64');
    return signer.sign({ chain: 'coins', wallet, reference: 'sweep/1', slot: `${'cd'.repeat(32)}:0`, encoded });
  };
  const stranger = signer.address('coins', { kind: 'deposit', index: 9 });
  expect(await sweep(stranger, 90_000n)).toEqual({ refused: 'receiver_forbidden' });
  expect(await sweep(own, 99_000n)).toHaveProperty('raw');
  expect(await sweep(own, 98_500n)).toHaveProperty('raw');
  expect(await sweep(own, 99_500n)).toEqual({ refused: 'outputs_changed' });
  expect(await sweep(stranger, 98_000n)).toEqual({ refused: 'outputs_changed' });
});

test('a deposit xpub derives the addresses of the deposit keys', () => {
  const signer = memorySigner();
  const { publicKey } = HDKey.fromExtendedKey(signer.depositXpub('coins')).deriveChild(5);
  const network = bitcoinNetworks.get('litecoin-regtest')?.network;
  expect(p2wpkh(publicKey ?? new Uint8Array(), network).address).toBe(
    signer.address('coins', { kind: 'deposit', index: 5 }),
  );
});

test('a policy with unknown fields, addresses or amounts is refused', () => {
  const { demo } = policyDocument.chains;
  const invalid = [
    { chains: { demo: { ...demo, color: 'red' } } },
    { chains: { demo: { ...demo, cold: '0x12' } } },
    { chains: { demo: { ...demo, fees: { ...demo.fees, hour: '-1' } } } },
    { chains: { demo: { ...demo, fees: { transaction: '3', hour: '2', day: '4' } } } },
    { chains: { demo: { ...demo, fees: { transaction: '1', hour: '3', day: '2' } } } },
    { chains: { demo: { ...demo, assets: { nonsense: demo.fees } } } },
    { chains: { coins: { ...policyDocument.chains.coins, network: 'unknown' } } },
    {},
  ];
  for (const document of invalid) expect(() => readPolicy(document)).toThrow(/policy|address/i);
});

function raw(text: string): `0x02${string}` {
  return `0x02${text.slice(4)}`;
}
