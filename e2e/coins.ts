import { outsideWallet } from '@bourse/contract/demo-chain';
import { ownDeposits } from '@bourse/contract/deposits';
import { changeLog, type AccountLogRow, type WalletMovement } from '@bourse/contract/wallet';
import { ownWithdrawals } from '@bourse/contract/withdrawals';
import { type ChainPayment, type ChainRecord, chainDecimals } from './chain-record.ts';
import type { Client } from './client.ts';
import { conversionDifferences } from './conversions.ts';
import { everyPage } from './every-page.ts';
import { add, units, type Sums } from './exact.ts';
import { depositAddress } from './outside-payments.ts';
import type { ProductLedger } from './products.ts';
import { withdrawalTerms } from './withdrawals.ts';

/** A user's coins that came in and went out, and what they have changed in the spot account. */
export interface Coins {
  readonly deposits: readonly WalletMovement[];
  readonly withdrawals: readonly WalletMovement[];
  readonly log: Readonly<Record<(typeof causes)[number], readonly AccountLogRow[]>>;
}

/** Every cause of changes of the spot account by coins and conversions. */
const causes = ['deposit', 'withdrawal', 'convert', 'deposit_reversal', 'debt_repayment', 'debt_settlement'] as const;

export async function coinsOf(client: Client): Promise<Coins> {
  const rows = (cause: string) => everyPage((page) => client.call(changeLog, { cause, page, limit: 100 }));
  return {
    log: {
      deposit: await rows('deposit'),
      withdrawal: await rows('withdrawal'),
      convert: await rows('convert'),
      deposit_reversal: await rows('deposit_reversal'),
      debt_repayment: await rows('debt_repayment'),
      debt_settlement: await rows('debt_settlement'),
    },
    deposits: await everyPage((page) => client.call(ownDeposits, { page, limit: 100 })),
    withdrawals: await everyPage((page) => client.call(ownWithdrawals, { page, limit: 100 })),
  };
}

/** The changes of the spot account by currency. */
export function changesOf({ log }: Coins): Sums {
  const sums = new Map<string, bigint>();
  for (const cause of causes) {
    for (const { amount, currency_code: currency } of log[cause]) add(sums, currency, units(amount));
  }
  return sums;
}

/** The amounts that withdrawals hold, by currency. The log shows which of them were booked. */
export function heldByWithdrawals({ log, withdrawals }: Coins): Sums {
  const sums = new Map<string, bigint>();
  const booked = new Set(log.withdrawal.map(({ cause_id: id }) => id));
  for (const { currency_code: currency, id, number, status } of withdrawals) {
    const isUnderWay = underWay.has(status) || status === 'confirmed';
    if (isUnderWay && !booked.has(id)) add(sums, currency, units(number));
  }
  return sums;
}

const underWay = new Set(['requested', 'reviewing', 'approved', 'broadcast']);

/** Whether all withdrawals have ended and all deposits are final. */
export function isQuiet({ deposits, withdrawals }: Coins): boolean {
  return withdrawals.every(({ status }) => !underWay.has(status)) && deposits.every(({ status }) => status === 'final');
}

/**
 * Compares a user's deposits, withdrawals and conversions with the acknowledged requests, the account and the chain: a
 * deposit is credited once, a confirmed withdrawal is paid and booked once, and a cancelled one never. Returns a
 * sentence for each difference.
 */
export async function coinDifferences(
  client: Client,
  { conversions, recalls, withdrawals }: ProductLedger,
  coins: Coins,
  chain: ChainRecord,
): Promise<string[]> {
  const own = { deposit: (await depositAddress(client)).toLowerCase(), outside: await outsideAddress(client) };
  return [
    ...requestDifferences(withdrawals.made, recalls.made, coins),
    ...conversionDifferences(conversions, coins.log.convert),
    ...bookingDifferences(coins),
    ...depositDifferences(coins, chain, own),
    ...paymentDifferences(coins, chain, own),
  ];
}

interface OwnAddresses {
  readonly deposit: string;
  readonly outside: string;
}

async function outsideAddress(client: Client): Promise<string> {
  return (await client.call(outsideWallet, {})).address.toLowerCase();
}

type Made = readonly { readonly answer: WalletMovement }[];

/** Each acknowledged withdrawal is listed once with its terms, and no other; an ended one stays ended. */
function requestDifferences(made: Made, recalled: Made, { withdrawals }: Coins): string[] {
  const found: string[] = [];
  const acknowledged = new Set(made.map(({ answer }) => answer.id));
  for (const { answer } of made) {
    const same = withdrawals.filter(({ id }) => id === answer.id);
    if (same.length !== 1) found.push(`withdrawal ${answer.id} was acknowledged and is listed ${same.length} times`);
    for (const one of same) {
      const [now, first] = [one, answer].map((row) => JSON.stringify(withdrawalTerms(row)));
      if (now !== first) found.push(`withdrawal ${answer.id} was ${first} and is ${now}`);
    }
  }
  for (const { id } of withdrawals) {
    if (!acknowledged.has(id)) found.push(`withdrawal ${id} is listed and was never acknowledged`);
  }
  for (const { answer } of recalled) {
    const now = withdrawals.find(({ id }) => id === answer.id)?.status;
    if (answer.status === 'cancelled' && now !== 'cancelled')
      found.push(`withdrawal ${answer.id} was acknowledged as cancelled and is ${now ?? 'missing'}`);
  }
  return found;
}

/** The log has one row for each credited deposit and each confirmed withdrawal, and no other. */
function bookingDifferences({ deposits, log, withdrawals }: Coins): string[] {
  const found: string[] = [];
  const credited = deposits.filter(({ status }) => status === 'credited' || status === 'final');
  const [listed, booked] = [
    credited.map(({ currency_code: code, number }) => `${units(number)} ${code}`),
    log.deposit.map(({ amount, currency_code: code }) => `${units(amount)} ${code}`),
  ].map((rows) => rows.toSorted().join());
  if (listed !== booked) found.push(`the credited deposits are ${listed} and the account has received ${booked}`);
  const reversed = [...log.deposit_reversal, ...log.debt_repayment, ...log.debt_settlement];
  for (const row of reversed) found.push(`no block was replaced, but the account has ${JSON.stringify(row)}`);
  const rows = Map.groupBy(log.withdrawal, ({ cause_id: id }) => id);
  for (const { currency_code: code, fee, id, number, reason, status } of withdrawals) {
    const taken = (rows.get(id) ?? []).map((row) => `${units(row.amount)} ${row.currency_code}`).join();
    rows.delete(id);
    const paid = status === 'confirmed' ? number : reason === 'fee_kept' ? fee : null;
    const expected = paid === null ? '' : `${-units(paid)} ${code}`;
    if (taken !== expected) found.push(`withdrawal ${id} is ${status}, but the account has paid ${taken}`);
  }
  for (const [id, others] of rows)
    found.push(`withdrawal ${id} is not listed, but is booked: ${JSON.stringify(others)}`);
  return found;
}

/** Every payment from outside is a deposit once it has this many blocks on top, and final once it has these. */
const listedAfter = 2;
const finalAfter = 8;

/** Each payment to the user's address from outside is one deposit with its amount, and no other is listed. */
function depositDifferences({ deposits }: Coins, chain: ChainRecord, own: OwnAddresses): string[] {
  const found: string[] = [];
  const rows = new Map(deposits.map((row) => [`${row.tx_hash ?? ''} ${row.currency_code}`, row]));
  if (rows.size !== deposits.length) found.push(`a deposit is listed twice: ${JSON.stringify(deposits)}`);
  const outside = new Set([chain.faucet, own.outside]);
  for (const payment of chain.payments) {
    if (payment.to !== own.deposit || !outside.has(payment.from)) continue;
    const { currency, height, tx } = payment;
    const row = rows.get(`${tx} ${currency}`);
    rows.delete(`${tx} ${currency}`);
    const blocks = chain.height - height;
    if (row === undefined) {
      if (blocks >= listedAfter) found.push(`payment ${tx} of ${currency} is no deposit`);
      continue;
    }
    if (units(row.number) !== unitsOf(payment)) found.push(`deposit ${row.id} is ${row.number} ${currency} for ${tx}`);
    if (blocks >= finalAfter && row.status !== 'final') found.push(`deposit ${row.id} is ${row.status} and not final`);
  }
  for (const [name, { id }] of rows) found.push(`deposit ${id} was never paid: ${name}`);
  return found;
}

/** A confirmed withdrawal has one payment on the chain, one under way at most one, and every other none. */
function paymentDifferences({ withdrawals }: Coins, chain: ChainRecord, own: OwnAddresses): string[] {
  const found: string[] = [];
  const receivers = new Set([own.outside, ...withdrawals.map(({ address }) => address.toLowerCase())]);
  const received = new Map<string, ChainPayment[]>();
  for (const payment of chain.payments) {
    if (!receivers.has(payment.to) || payment.from === chain.faucet) continue;
    const name = `${payment.to} ${unitsOf(payment)} ${payment.currency}`;
    received.set(name, [...(received.get(name) ?? []), payment]);
  }
  for (const { address, currency_code: currency, id, net, status } of withdrawals) {
    const payments = received.get(`${address.toLowerCase()} ${units(net)} ${currency}`) ?? [];
    const [first] = payments.splice(0, status === 'confirmed' || underWay.has(status) ? 1 : 0);
    if (first === undefined && status === 'confirmed') found.push(`withdrawal ${id} is confirmed and was never paid`);
  }
  for (const [name, left] of received) {
    for (const { tx } of left) found.push(`${tx} has paid ${name} (in units of 10^-12) without a withdrawal`);
  }
  return found;
}

/** The amount of a payment in units of 10^-12. */
function unitsOf({ amount, currency }: ChainPayment): bigint {
  const decimals = chainDecimals[currency] ?? 0;
  return decimals > 12 ? amount / 10n ** BigInt(decimals - 12) : amount * 10n ** BigInt(12 - decimals);
}
