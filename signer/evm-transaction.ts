import { privateKeyToAccount } from 'viem/accounts';
import {
  bytesToHex,
  getAddress,
  hexToBigInt,
  isHex,
  keccak256,
  parseTransaction,
  serializeTransaction,
  size,
  slice,
} from 'viem/utils';
import type { DecodedTransaction, PaidOutput } from './decoded-transaction.ts';

/** The first four bytes of a call of `transfer(address,uint256)`. */
const transferSelector = '0xa9059cbb';
const transferBytes = 68;
const maxMemoBytes = 64;

/**
 * Reads an unsigned EIP-1559 transaction: a transfer of the coin without data, a call of `transfer` of a token, which
 * a memo may follow, or the empty transaction to the payer. Null for anything else.
 */
export function decodeEvmTransaction(encoded: string, from: string, chainId: number): DecodedTransaction | null {
  const transaction = parsed(encoded);
  if (transaction === null || transaction.chainId !== chainId) return null;
  const { to, nonce = 0, value = 0n, data = '0x', gas = 0n, maxFeePerGas = 0n } = transaction;
  const { accessList = [], maxPriorityFeePerGas = 0n } = transaction;
  if (to === undefined || to === null || accessList.length > 0 || gas === 0n) return null;
  if (maxFeePerGas === 0n || maxPriorityFeePerGas > maxFeePerGas) return null;
  const outputs = data === '0x' ? coinOutputs(getAddress(to), from, value) : tokenOutputs(getAddress(to), value, data);
  if (outputs === null) return null;
  return {
    slot: `${from}/${nonce}`,
    outputs,
    fee: gas * maxFeePerGas,
    sign: async ({ privateKey }) => {
      const raw = await privateKeyToAccount(bytesToHex(privateKey)).signTransaction(transaction);
      return { raw, hash: keccak256(raw) };
    },
  };
}

/** Only the canonical encoding of an unsigned transaction is accepted, so that the decoded fields say everything. */
function parsed(encoded: string) {
  if (!/^0x02(?:[0-9a-f]{2})+$/.test(encoded)) return null;
  try {
    const transaction = parseTransaction(`0x02${encoded.slice(4)}`);
    if ('r' in transaction && transaction.r !== undefined) return null;
    return serializeTransaction(transaction) === encoded ? transaction : null;
  } catch {
    return null;
  }
}

function coinOutputs(to: string, from: string, amount: bigint): readonly PaidOutput[] | null {
  if (to === from) return amount === 0n ? [] : null;
  return amount === 0n ? null : [{ to, memo: null, asset: '', amount }];
}

function tokenOutputs(asset: string, value: bigint, data: string): readonly PaidOutput[] | null {
  if (value !== 0n || !isHex(data) || size(data) < transferBytes || size(data) > transferBytes + maxMemoBytes)
    return null;
  if (slice(data, 0, 4) !== transferSelector || hexToBigInt(slice(data, 4, 16)) !== 0n) return null;
  const amount = hexToBigInt(slice(data, 36, transferBytes));
  if (amount === 0n) return null;
  const memo = size(data) === transferBytes ? null : slice(data, transferBytes);
  return [{ to: getAddress(slice(data, 16, 36)), memo, asset, amount }];
}
