import { getAddress } from 'viem';
import type { ChainTransfer } from '../adapter.ts';
import type { NodeLog, NodeReceipt, NodeTransaction } from './node-answers.ts';

/** keccak256 of `Transfer(address,address,uint256)`, the event of ERC-20. */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/** The first bytes of keccak256 of `transfer(address,uint256)`. */
const transferSelector = '0xa9059cbb';
/** Selector and two words, as characters after `0x`. */
const transferLength = 2 + 8 + 128;

/** The longest memo in bytes. */
export const maxMemoBytes = 64;

/**
 * The transfers of a mined transaction: its coin unless it was reverted, with the place 0, then each `Transfer` event
 * of a listed token with the place of its log in the transaction. Coins that contracts send inside a transaction leave
 * no trace in receipts and are not read.
 */
export function readTransfers(
  transaction: NodeTransaction,
  { status, logs }: NodeReceipt,
  isListed: (contract: string) => boolean,
): ChainTransfer[] {
  // Reverted transactions have no logs.
  if (status === '0x0') return [];
  const transfers = coinTransfer(transaction);
  const callData = transaction.input;
  let tokens = 0;
  for (const [place, log] of logs.entries()) {
    const transfer = isListed(log.address.toLowerCase()) ? tokenTransfer(log) : null;
    if (transfer === null) continue;
    tokens += 1;
    transfers.push({ tx: transaction.hash, ordinal: place + 1, memo: null, ...transfer });
  }
  const [only] = transfers;
  // A memo belongs to a plain call of `transfer`, in which nothing else is transferred.
  if (tokens === 1 && transfers.length === 1 && only !== undefined && callsTransfer(callData)) {
    return [{ ...only, memo: memoOf(callData.slice(transferLength)) }];
  }
  return transfers;
}

/** The transfers that a transaction will make if it is mined and not reverted. */
export function expectedTransfers(
  transaction: NodeTransaction,
  isListed: (contract: string) => boolean,
): ChainTransfer[] {
  const { from, hash, input, to } = transaction;
  const transfers = coinTransfer(transaction);
  if (to === undefined || to === null || !isListed(to.toLowerCase()) || !callsTransfer(input)) return transfers;
  const receiver = getAddress(`0x${input.slice(34, 74)}`);
  const amount = BigInt(`0x${input.slice(74, transferLength)}`);
  const memo = memoOf(input.slice(transferLength));
  return [
    ...transfers,
    { tx: hash, ordinal: 1, from: getAddress(from), to: receiver, memo, asset: getAddress(to), amount },
  ];
}

/** The bytes of a memo in hex, without `0x`. */
export function memoBytes(memo: string | null): string {
  return Buffer.from(memo ?? '', 'utf8').toString('hex');
}

function coinTransfer({ from, hash, input, to, value }: NodeTransaction): ChainTransfer[] {
  const amount = BigInt(value);
  if (amount === 0n || to === undefined || to === null) return [];
  const memo = memoOf(input.slice(2));
  return [{ tx: hash, ordinal: 0, from: getAddress(from), to: getAddress(to), memo, asset: '', amount }];
}

function tokenTransfer({
  address,
  data,
  topics,
}: NodeLog): Pick<ChainTransfer, 'from' | 'to' | 'asset' | 'amount'> | null {
  const [topic, from, to] = topics;
  if (topic !== transferTopic || from === undefined || to === undefined || topics.length !== 3) return null;
  if (data.length !== 66) return null;
  const amount = BigInt(data);
  if (amount === 0n) return null;
  return { from: addressOfTopic(from), to: addressOfTopic(to), asset: getAddress(address), amount };
}

function addressOfTopic(topic: string): string {
  return getAddress(`0x${topic.slice(26)}`);
}

function callsTransfer(input: string): boolean {
  return input.startsWith(transferSelector) && input.length >= transferLength;
}

/** Printable text in UTF-8 after the data of a call; null if there is none, or other bytes. */
function memoOf(hex: string): string | null {
  if (hex === '' || hex.length > maxMemoBytes * 2) return null;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(hex, 'hex'));
    return /^[\p{L}\p{N}\p{P}\p{S} ]+$/u.test(text) ? text : null;
  } catch {
    return null;
  }
}
