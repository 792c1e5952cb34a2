import { evidenceFrom, isProven } from '@bourse/contract/rules';
import { microEvidence, microOrders, microStatus, submitMicro, type MicroOrder } from '@bourse/contract/seconds';
import type { Client } from './client.ts';
import { everyPage } from './every-page.ts';
import type { Records } from './records.ts';

/** The request for a seconds contract. The key makes repeated requests the same one. */
export interface ContractRequest {
  readonly key: string;
  readonly market: number;
  readonly type: MicroOrder['type'];
  readonly number: string;
}
export type Contracts = Records<ContractRequest, MicroOrder>;

/** The shortest of the demo, so that most contracts of a run end within it. */
const seconds = 30;
const usdt = 3;

export async function requestContract(client: Client, { key, market, type, number }: ContractRequest) {
  return client.call(submitMicro, { match_id: market, currency_id: usdt, type, seconds, number }, key);
}

/** A contract on BTC or ETH; some cost more than any user has. */
export function randomContract(key: string, random: () => number): ContractRequest {
  const [market, type] = [random() < 0.5 ? 1 : 2, random() < 0.5 ? 1 : 2] as const;
  const number = random() < 0.05 ? '1000' : (['10', '20', '50'][Math.floor(random() * 3)] ?? '10');
  return { key, market, type, number };
}

/** The terms of a contract, which never change. */
export function contractTerms(contract: MicroOrder): unknown {
  const { id, match_id: market, type, seconds, number, profit_ratio: ratio, fee_rate: feeRate } = contract;
  const { created_at: created, end_at: end } = contract;
  return { id, market, type, seconds, number, ratio, feeRate, created, end };
}

export async function allContracts(client: Client): Promise<MicroOrder[]> {
  return everyPage((page) => client.call(microOrders, { page, limit: 100 }));
}

/**
 * Compares a user's contracts with the acknowledged ones: each is listed once with its terms, and no other; the result
 * of every closed one follows from its evidence. Returns a sentence for each difference.
 */
export async function contractDifferences(
  client: Client,
  { made }: Contracts,
  listed: readonly MicroOrder[],
): Promise<string[]> {
  const found: string[] = [];
  const acknowledged = new Set(made.map(({ answer }) => answer.id));
  for (const { answer } of made) {
    const same = listed.filter(({ id }) => id === answer.id);
    if (same.length !== 1) found.push(`contract ${answer.id} was acknowledged and is listed ${same.length} times`);
    for (const contract of same) {
      const [now, first] = [contract, answer].map((one) => JSON.stringify(contractTerms(one)));
      if (now !== first) found.push(`contract ${answer.id} was ${first} and is ${now}`);
    }
  }
  for (const contract of listed) {
    if (!acknowledged.has(contract.id)) found.push(`contract ${contract.id} is listed and was never acknowledged`);
    if (contract.status === microStatus.closed && !(await isProvenResult(client, contract))) {
      found.push(`the evidence of contract ${contract.id} does not prove ${JSON.stringify(contract)}`);
    }
  }
  return found;
}

async function isProvenResult(client: Client, { id, result, void_reason: voidReason }: MicroOrder): Promise<boolean> {
  const evidence = evidenceFrom((await client.call(microEvidence, { id })).canonical);
  return isProven(evidence) && evidence.stated.result === result && evidence.stated.voidReason === voidReason;
}
