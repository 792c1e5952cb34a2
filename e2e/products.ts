import type { Client } from './client.ts';
import { contractTerms, randomContract, requestContract, type Contracts } from './contracts.ts';
import { randomConversion, requestConversion, type Conversions } from './conversions.ts';
import { dealTerms, randomDeal, requestDeal, type Deals } from './deals.ts';
import { randomDeposit, requestDeposit, type Deposits } from './deposits.ts';
import { randomPayment, requestPayment, type OutsidePayments } from './outside-payments.ts';
import { positionTerms, randomPosition, requestPosition, type Positions } from './positions.ts';
import { answerTo, noRecords, record, type Records } from './records.ts';
import { isNotSequenced, isUnanswered, refusalOf } from './refusals.ts';
import { randomSend, requestSend, sentTerms, type Sends } from './sends.ts';
import { randomMove, requestTransfer, type Moves } from './transfers.ts';
import { randomRecall, requestRecall, type Recalls } from './withdrawal-recalls.ts';
import { randomWithdrawal, requestWithdrawal, withdrawalTerms, type Withdrawals } from './withdrawals.ts';

/** The answers to one user's requests for each product, and the requests without an answer. */
export interface ProductLedger {
  readonly moves: Moves;
  readonly deposits: Deposits;
  readonly contracts: Contracts;
  readonly positions: Positions;
  readonly conversions: Conversions;
  readonly payments: OutsidePayments;
  readonly withdrawals: Withdrawals;
  readonly recalls: Recalls;
  readonly deals: Deals;
  readonly sends: Sends;
}

export function noProducts(): ProductLedger {
  return {
    moves: noRecords(),
    deposits: noRecords(),
    contracts: noRecords(),
    positions: noRecords(),
    conversions: noRecords(),
    payments: noRecords(),
    withdrawals: noRecords(),
    recalls: noRecords(),
    deals: noRecords(),
    sends: noRecords(),
  };
}

/** The products whose requests are independent of each other, with the percentage of each. */
export const products: readonly Product[] = [
  product(22, 'transfers', ({ moves }) => moves, requestTransfer, {
    draw: ({ key, random }) => randomMove(key, random),
  }),
  product(12, 'fixed-term deposits', ({ deposits }) => deposits, requestDeposit, {
    draw: ({ key, ledger, random }) => randomDeposit(key, ledger.deposits, random),
  }),
  product(9, 'contracts', ({ contracts }) => contracts, requestContract, {
    draw: ({ key, random }) => randomContract(key, random),
    facts: contractTerms,
  }),
  product(27, 'requests about positions', ({ positions }) => positions, requestPosition, {
    draw: ({ key, ledger, random }) => randomPosition(key, ledger.positions, random),
    facts: positionTerms,
  }),
  product(9, 'conversions', ({ conversions }) => conversions, requestConversion, { draw: randomConversion }),
  product(6, 'payments from outside', ({ payments }) => payments, requestPayment, {
    draw: randomPayment,
    repeats: false,
  }),
  product(11, 'withdrawals', ({ withdrawals }) => withdrawals, requestWithdrawal, {
    draw: randomWithdrawal,
    facts: withdrawalTerms,
  }),
  product(14, 'requests about peer-to-peer orders', ({ deals }) => deals, requestDeal, {
    draw: randomDeal,
    facts: dealTerms,
  }),
  product(9, 'sends to users', ({ sends }) => sends, requestSend, { draw: randomSend, facts: sentTerms }),
  product(4, 'cancels of withdrawals', ({ recalls }) => recalls, requestRecall, { draw: randomRecall, repeats: false }),
];

/** The inputs of a random request. */
export interface Drawing {
  readonly client: Client;
  /** The idempotency key of the request. */
  readonly key: string;
  readonly ledger: ProductLedger;
  readonly random: () => number;
}

/** A product of which users make requests during a load. */
export interface Product {
  /** The name of its requests in the summary. */
  readonly name: string;
  readonly percent: number;
  /** Makes a random request and records its answer. Returns whether it was answered. */
  readonly request: (drawing: Drawing) => Promise<boolean>;
  /** The numbers of requests that were carried out and that were refused. */
  readonly counts: (ledger: ProductLedger) => { readonly made: number; readonly refused: number };
  /** The latest request that was carried out, to be repeated. */
  readonly latest: (owner: Owner) => Repetition[];
  /** Obtains the missing answers; returns the requests to be repeated. */
  readonly unanswered: (owner: Owner) => Promise<Repetition[]>;
}

interface Owner {
  readonly client: Client;
  readonly ledger: ProductLedger;
}

/** A request to repeat and its first answer or the key of its refusal. */
export interface Repetition {
  readonly what: string;
  readonly ask: () => Promise<unknown>;
  readonly first: unknown;
}

interface Rules<Request, Answer> {
  /** A request, for which other calls may be necessary; null when there is nothing to request. */
  readonly draw: (drawing: Drawing) => Request | null | Promise<Request | null>;
  /** The part of an answer that repeated answers share; the whole answer by default. */
  readonly facts?: (answer: Answer) => unknown;
  /** Whether a request with the same key is the same request, which can be repeated; true by default. */
  readonly repeats?: boolean;
}

function product<Request extends { readonly key: string }, Answer>(
  percent: number,
  name: string,
  records: (ledger: ProductLedger) => Records<Request, Answer>,
  ask: (client: Client, request: Request) => Promise<Answer>,
  { draw, facts = (answer) => answer, repeats = true }: Rules<Request, Answer>,
): Product {
  const again = (client: Client, request: Request, first: Answer | string): Repetition => ({
    what: `request ${JSON.stringify(request)}`,
    ask: async () => facts(await ask(client, request)),
    first: typeof first === 'string' ? first : facts(first),
  });
  return {
    name,
    percent,
    request: async (drawing) => {
      try {
        const request = await draw(drawing);
        if (request === null) return true;
        return await record(records(drawing.ledger), request, (one) => ask(drawing.client, one));
      } catch (fault) {
        // A call that prepares the request failed.
        if (isNotSequenced(fault) || isUnanswered(fault)) return false;
        refusalOf(fault);
        return true;
      }
    },
    counts: (ledger) => {
      const { made, refused } = records(ledger);
      return { made: made.length, refused: refused.length };
    },
    latest: ({ client, ledger }) => {
      const made = records(ledger).made.at(-1);
      return made === undefined || !repeats ? [] : [again(client, made.request, made.answer)];
    },
    unanswered: async ({ client, ledger }) => {
      const { made, refused, unanswered } = records(ledger);
      if (!repeats) return [];
      const answered: Repetition[] = [];
      for (const request of unanswered.splice(0)) {
        const first = await answerTo(() => ask(client, request));
        if (typeof first === 'string') refused.push({ request, reason: first });
        else made.push({ request, answer: first });
        answered.push(again(client, request, first));
      }
      return answered;
    },
  };
}
