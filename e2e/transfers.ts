import { accountList, accountTransfer, type Transfer } from '@bourse/contract/wallet';
import type { Client } from './client.ts';
import type { Deposits } from './deposits.ts';

/** The request for a transfer. The key makes repeated requests the same transfer. */
export interface Move {
  readonly key: string;
  readonly currency: number;
  readonly balance: string;
  readonly from: string;
  readonly to: string;
}

/** The answers to one user's transfers, and the transfers without an answer. */
export interface Moves {
  readonly made: { readonly move: Move; readonly answer: Transfer }[];
  readonly refused: { readonly move: Move; readonly reason: string }[];
  readonly unanswered: Move[];
}

export function noMoves(): Moves {
  return { made: [], refused: [], unanswered: [] };
}

export async function requestTransfer(client: Client, { key, currency, ...terms }: Move): Promise<Transfer> {
  return client.call(accountTransfer, { currency_id: currency, ...terms }, key);
}

/** A random transfer between two accounts; half of them leave the change account, so that the others get money too. */
export function randomMove(key: string, random: () => number): Move {
  const below = (bound: number): number => Math.floor(random() * bound);
  const from = random() < 0.5 ? 0 : below(codes.length);
  const to = (from + 1 + below(codes.length - 1)) % codes.length;
  const balance = (1 + below(50)) / 1000;
  return { key, currency: 1 + below(3), balance: String(balance), from: codeAt(from), to: codeAt(to) };
}

const codes = ['change_account', 'legal_account', 'lever_account', 'micro_account', 'financial_account'] as const;

function codeAt(index: number): string {
  return codes[index] ?? codes[0];
}

/**
 * Compares the balances of every account except the trading one with the acknowledged transfers and deposits, which are
 * its only movements. Returns a sentence for each difference.
 */
export async function moveDifferences(client: Client, { made }: Moves, deposits: Deposits): Promise<string[]> {
  const expected = new Map<string, bigint>();
  for (const { answer } of made) {
    const { from, to, currency_code: currency, balance } = answer;
    expected.set(`${from} ${currency}`, (expected.get(`${from} ${currency}`) ?? 0n) - thousandths(balance));
    expected.set(`${to} ${currency}`, (expected.get(`${to} ${currency}`) ?? 0n) + thousandths(balance));
  }
  const locks = new Map<string, bigint>();
  for (const { answer } of deposits.made) {
    const account = `financial_account ${answer.currency.code}`;
    locks.set(account, (locks.get(account) ?? 0n) + thousandths(answer.number));
  }
  const found: string[] = [];
  for (const { account_code: code, accounts } of await client.call(accountList, {})) {
    if (code === codes[0]) continue;
    for (const { currency_code: currency, balance, lock_balance: held } of accounts) {
      const wanted = expected.get(`${code} ${currency}`) ?? 0n;
      const locked = locks.get(`${code} ${currency}`) ?? 0n;
      if (thousandths(balance) !== wanted || thousandths(held) !== locked) {
        found.push(
          `${code} ${currency}: ${wanted} thousandths were moved there and ${locked} deposited, but the balance is ${balance}, and ${held} is held`,
        );
      }
    }
  }
  return found;
}

/** A decimal of at most three places as a count of thousandths. */
function thousandths(decimal: string): bigint {
  const [whole = '0', fraction = ''] = decimal.split('.');
  if (fraction.length > 3) throw new Error(`${decimal} has more decimals than any transfer`);
  return BigInt(whole) * 1000n + BigInt(fraction.padEnd(3, '0'));
}
