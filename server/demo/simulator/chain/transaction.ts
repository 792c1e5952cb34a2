import {
  type Hex,
  isHex,
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
  type TransactionSerialized,
} from 'viem';
import { RpcError } from './rpc-error.ts';

/** A signed transaction that this chain can execute. Addresses are in lower case. */
export interface SignedTransaction {
  readonly raw: Hex;
  readonly hash: string;
  readonly from: string;
  readonly to: string;
  readonly nonce: number;
  readonly value: bigint;
  readonly data: Hex;
  readonly gas: bigint;
  readonly maxFee: bigint;
  readonly priorityFee: bigint;
}

/** The longest transaction in bytes; a memo fits into a fraction of it. */
const maxBytes = 1_024;

/** 21,000, and 4 or 16 for each byte of data (EIP-2028). */
export function intrinsicGas(data: string): bigint {
  let gas = 21_000n;
  for (let at = 2; at < data.length; at += 2) gas += data.slice(at, at + 2) === '00' ? 4n : 16n;
  return gas;
}

/**
 * Reads a signed transaction and recovers its sender.
 *
 * @throws RpcError with the sentences of go-ethereum
 */
export async function readTransaction(raw: string, chainId: number): Promise<SignedTransaction> {
  if (!isHex(raw) || raw.length > 2 + 2 * maxBytes) throw new RpcError(-32_000, 'rlp: invalid transaction');
  const parsed = parse(raw);
  if (parsed.type !== 'eip1559') throw new RpcError(-32_000, 'transaction type not supported: rlp');
  if (parsed.chainId !== chainId) throw new RpcError(-32_000, 'invalid chain id for signer');
  const { data, gas, maxFee, priorityFee } = fieldsOf(parsed, raw, '');
  if (parsed.to === undefined || parsed.to === null)
    throw new RpcError(-32_000, 'intrinsic gas too low: no contracts are created');
  if (priorityFee > maxFee) throw new RpcError(-32_000, 'max priority fee per gas higher than max fee');
  if (gas < intrinsicGas(data)) throw new RpcError(-32_000, 'intrinsic gas too low');
  return fieldsOf(parsed, raw, (await recover(raw)).toLowerCase());
}

/** A transaction that was checked before, with its sender. */
export function storedTransaction(raw: string, from: string): SignedTransaction {
  if (!isHex(raw)) throw new Error('A stored transaction is damaged.');
  return fieldsOf(parse(raw), raw, from);
}

function fieldsOf(parsed: ReturnType<typeof parse>, raw: Hex, from: string): SignedTransaction {
  const { data = '0x', gas = 0n, maxFeePerGas = 0n, maxPriorityFeePerGas = 0n, nonce = 0, to, value = 0n } = parsed;
  return {
    raw,
    hash: keccak256(raw),
    from,
    to: (to ?? '').toLowerCase(),
    nonce,
    value,
    data,
    gas,
    maxFee: maxFeePerGas,
    priorityFee: maxPriorityFeePerGas,
  };
}

function parse(raw: Hex) {
  try {
    return parseTransaction(raw);
  } catch {
    throw new RpcError(-32_000, 'rlp: invalid transaction');
  }
}

async function recover(raw: Hex): Promise<string> {
  try {
    if (!isTyped(raw)) throw new RpcError(-32_000, 'invalid sender');
    return await recoverTransactionAddress({ serializedTransaction: raw });
  } catch {
    throw new RpcError(-32_000, 'invalid sender');
  }
}

function isTyped(raw: Hex): raw is TransactionSerialized {
  return raw.startsWith('0x02');
}
