import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { demoTokenAddress } from '@bourse/server/chains';
import { decodeFunctionData, erc20Abi, isHex, keccak256, parseTransaction } from 'viem';

/** A payment on the demo chain, in units of 10^-18 of its coin or in the smallest units of its token. */
export interface ChainPayment {
  readonly tx: string;
  readonly height: number;
  readonly from: string;
  readonly to: string;
  readonly currency: string;
  readonly amount: bigint;
}

/** The demo chain as its file has it, read without the code of the chain. */
export interface ChainRecord {
  readonly height: number;
  /** The account that owned everything at first, which is the faucet. */
  readonly faucet: string;
  readonly payments: readonly ChainPayment[];
}

/** The decimals of the currencies of the load on the demo chain. */
export const chainDecimals: Readonly<Record<string, number>> = { BTC: 8, ETH: 18, USDT: 6 };

const tokens = new Map(['BTC', 'USDT'].map((code) => [demoTokenAddress(code).toLowerCase(), code]));

/** Reads the file of the demo chain between rounds, and notices when lines that it had are gone or changed. */
export class ChainFileReader {
  readonly #path: string;
  #before = '';
  #hasLost = false;

  constructor(dataDir: string) {
    this.#path = join(dataDir, 'chain', 'chain');
  }

  /** The chain at present, and a sentence for each difference from the last reading. */
  read(): { readonly chain: ChainRecord; readonly differences: string[] } {
    const bytes = readFileSync(this.#path, 'utf8');
    // A line that is being written is not part of the chain yet.
    const text = bytes.slice(0, bytes.lastIndexOf('\n') + 1);
    this.#hasLost ||= !text.startsWith(this.#before);
    this.#before = text;
    const differences = this.#hasLost ? ['the file of the demo chain has lost or changed lines'] : [];
    return { chain: chainOf(text), differences };
  }
}

interface Block {
  readonly height: number;
  readonly transactions: readonly { readonly raw: string; readonly from: string }[];
}

function chainOf(text: string): ChainRecord {
  const blocks: Block[] = [];
  let faucet = '';
  let opening: readonly (readonly [string, string])[] = [];
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const entry: unknown = JSON.parse(line);
    if (isBlock(entry)) blocks.push(entry);
    else if (isReplacement(entry)) blocks.splice(-entry.blocks);
    else if (isBeginning(entry)) {
      opening = entry.values;
      faucet = entry.values[0]?.[0].split('/')[1] ?? '';
    }
  }
  const payments = blocks.flatMap(({ height, transactions }) =>
    transactions.flatMap(({ from, raw }) => paymentOf(raw, from.toLowerCase(), height)),
  );
  return { height: blocks.at(-1)?.height ?? 0, faucet, payments: effective(payments, opening) };
}

/** Payments of a token that exceed the balance of their sender are mined, and move nothing. */
function effective(
  payments: readonly ChainPayment[],
  opening: readonly (readonly [name: string, amount: string])[],
): ChainPayment[] {
  const balances = new Map(
    opening.flatMap(([name, amount]) => {
      const [asset = '', address = ''] = name.split('/');
      const currency = tokens.get(asset);
      return currency === undefined ? [] : [[`${currency} ${address}`, BigInt(amount)] as const];
    }),
  );
  return payments.filter(({ amount, currency, from, to }) => {
    if (currency === 'ETH') return true;
    const left = (balances.get(`${currency} ${from}`) ?? 0n) - amount;
    if (left < 0n) return false;
    balances.set(`${currency} ${from}`, left);
    balances.set(`${currency} ${to}`, (balances.get(`${currency} ${to}`) ?? 0n) + amount);
    return true;
  });
}

function paymentOf(raw: string, from: string, height: number): ChainPayment[] {
  if (!isHex(raw)) throw new Error('The file of the demo chain has a transaction that is not hexadecimal');
  const { data = '0x', to, value = 0n } = parseTransaction(raw);
  const sent = { tx: keccak256(raw), height, from };
  const target = to?.toLowerCase() ?? '';
  const token = tokens.get(target);
  if (token === undefined) return value === 0n ? [] : [{ ...sent, to: target, currency: 'ETH', amount: value }];
  // A memo follows the call.
  const call = decodeFunctionData({ abi: erc20Abi, data: `0x${data.slice(2, 2 + 8 + 128)}` });
  if (call.functionName !== 'transfer') return [];
  const [receiver, amount] = call.args;
  return [{ ...sent, to: receiver.toLowerCase(), currency: token, amount }];
}

function isBlock(entry: unknown): entry is Block {
  return isOfKind(entry, 'block');
}

function isReplacement(entry: unknown): entry is { readonly blocks: number } {
  return isOfKind(entry, 'reorg');
}

function isBeginning(entry: unknown): entry is { readonly values: readonly (readonly [string, string])[] } {
  return isOfKind(entry, 'state');
}

function isOfKind(entry: unknown, kind: string): boolean {
  return typeof entry === 'object' && entry !== null && 'kind' in entry && entry.kind === kind;
}
