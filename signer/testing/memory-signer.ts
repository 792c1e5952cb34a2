import { encodeFunctionData, erc20Abi, getAddress, type Hex, serializeTransaction } from 'viem';
import type { JournalEntry } from '../journal-entry.ts';
import { KeyRing } from '../key-ring.ts';
import { readPolicy } from '../policy.ts';
import type { PolicyDocument, SignRequest } from '../protocol.ts';
import { SignedPayments } from '../signed-payments.ts';
import { TransactionSigner } from '../transaction-signer.ts';

export const token = getAddress('0x00000000000000000000000000000000000000aa');
export const customer = getAddress('0x00000000000000000000000000000000000000c1');
export const cold = getAddress('0x00000000000000000000000000000000000000cc');
const keys = new KeyRing({ deposit: Buffer.alloc(32, 1), hot: Buffer.alloc(32, 2) });

const caps = { transaction: '1000', hour: '1500', day: '2500' };
const fees = { transaction: '2100000', hour: '100000000', day: '100000000' };

export const policyDocument = {
  chains: {
    demo: { kind: 'evm', chainId: 31_337, cold, fees, assets: { '': caps, [token]: caps } },
    coins: {
      kind: 'bitcoin',
      network: 'litecoin-regtest',
      cold: null,
      fees,
      assets: { '': { ...caps, transaction: '50000', hour: '90000', day: '90000' } },
    },
  },
} satisfies PolicyDocument;

const policy = readPolicy(policyDocument);

/** A signer on a journal in memory; another one on the same list is the signer after a restart. */
export function memorySigner(journal: JournalEntry[] = [], now: () => number = () => 1_000_000): TransactionSigner {
  const signed = new SignedPayments();
  for (const entry of journal) signed.add(entry);
  return new TransactionSigner({ keys, policy, signed, journal: { append: (entry) => void journal.push(entry) }, now });
}

export const hot = addressOf({ kind: 'hot' });

export function addressOf(wallet: SignRequest['wallet']): string {
  return memorySigner().address('demo', wallet);
}

interface Payment {
  readonly reference?: string;
  readonly wallet?: SignRequest['wallet'];
  readonly nonce?: number;
  readonly to?: string;
  readonly amount?: bigint;
  readonly asset?: string;
  readonly memo?: Hex;
  readonly gasPrice?: bigint;
  readonly topUp?: number;
}

/** A request of a payment on the chain `demo`: 100 units of coin from the hot wallet unless said otherwise. */
export function payment(changes: Payment = {}): SignRequest {
  const { reference = 'withdrawal/1', wallet = { kind: 'hot' }, nonce = 0, to = customer, amount = 100n } = changes;
  const { asset = '', memo, gasPrice = 10n, topUp } = changes;
  const receiver = getAddress(to);
  const call =
    asset === ''
      ? { to: receiver, value: amount }
      : {
          to: getAddress(asset),
          data: `${encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [receiver, amount] })}${memo?.slice(2) ?? ''}` as const,
        };
  const encoded = serializeTransaction({
    type: 'eip1559',
    chainId: 31_337,
    nonce,
    gas: 21_000n,
    maxFeePerGas: gasPrice,
    maxPriorityFeePerGas: 1n,
    ...call,
  });
  const request = { chain: 'demo', wallet, reference, slot: `${addressOf(wallet)}/${nonce}`, encoded };
  return topUp === undefined ? request : { ...request, topUp };
}

/** The cancellation of a payment. */
export function cancellation(changes: Payment = {}): SignRequest {
  return payment({ ...changes, to: addressOf(changes.wallet ?? { kind: 'hot' }), amount: 0n });
}
