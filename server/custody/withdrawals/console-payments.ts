import { withdrawalCalls } from '@bourse/contract/console';
import { prove, type RecoverParts, type RefusedAnswer, resumeInSlot } from '../outgoing/index.ts';
import { cancelWithdrawal } from './cancel.ts';
import type { Decide, Step } from './console-decision.ts';
import { referenceOf, type Withdrawal } from './withdrawal.ts';
import { type ConsoleGateway, refusal } from '../../ground/console-gateway/index.ts';

/** Serves what staff can do about a payment that no block has decided, or whose transaction is not known. */
export function registerPaymentDecisions(console: ConsoleGateway, decide: Decide, parts: RecoverParts): void {
  console.change(withdrawalCalls.stopWithdrawal, async ({ id }, context) =>
    decide(Number(id), context, async (withdrawal) => {
      const { by, now: atMs, transaction } = context;
      if (!isUnderWay(withdrawal)) return null;
      const stopped = await cancelWithdrawal(transaction, withdrawal.id, { atMs, staff: by.id });
      if (stopped !== null) return stopped;
      const reference = referenceOf(withdrawal.id);
      return stepOf(withdrawal, await resumeInSlot(parts, transaction, reference, { atMs, cancels: true }));
    }),
  );

  console.change(withdrawalCalls.retryWithdrawal, async ({ id }, context) =>
    decide(Number(id), context, async (withdrawal) => {
      const { now: atMs, transaction } = context;
      if (!isUnderWay(withdrawal)) return null;
      const reference = referenceOf(withdrawal.id);
      return stepOf(withdrawal, await resumeInSlot(parts, transaction, reference, { atMs, cancels: false }));
    }),
  );

  console.change(withdrawalCalls.proveWithdrawal, async ({ id, tx }, context) =>
    decide(
      Number(id),
      context,
      async (withdrawal) => {
        const { now: atMs, transaction } = context;
        if (!isUnderWay(withdrawal)) return null;
        const reference = referenceOf(withdrawal.id);
        return stepOf(withdrawal, await prove(parts, transaction, reference, { atMs, tx: tx.toLowerCase() }));
      },
      { tx: tx.toLowerCase() },
    ),
  );
}

function isUnderWay({ stage }: Withdrawal): boolean {
  return stage === 'approved' || stage === 'broadcast';
}

function stepOf(withdrawal: Withdrawal, answer: RefusedAnswer | null): Step {
  if (answer === null) return withdrawal;
  if (answer.problem === 'decided') return null;
  return 'nonce' in answer ? refusal(answer.problem, { nonce: answer.nonce }) : refusal(answer.problem);
}
