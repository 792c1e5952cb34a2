import { approvalCalls } from '@bourse/contract/console';
import { type ApprovalListParts, ApprovalLists } from './approval-lists.ts';
import { answered, changed, refusal } from '../../../ground/console-gateway/index.ts';
import type { With } from '../../../ground/parts.ts';

export type ApprovalRouteParts = ApprovalListParts & With<'approvals' | 'console'>;

/** Serves the requests for approvals and the votes on them. */
export function registerApprovals(parts: ApprovalRouteParts): void {
  const { approvals, console } = parts;
  const lists = new ApprovalLists(parts);
  console.read(approvalCalls.approvals, async (input, by) => answered(await lists.page(input, by)));
  console.read(approvalCalls.approval, async ({ id }, by) => {
    const found = await lists.one(Number(id), by);
    if (found === null) return refusal('not_found');
    const may_vote = found.may_vote && !(await approvals.isClosedTo(found.id, by.id));
    return answered({ ...found, may_vote });
  });
  console.change(approvalCalls.voteOnApproval, async (input, { by, committed, transaction }) => {
    const { id, payload_hash, reason, verdict } = input;
    const payloadHash = Buffer.from(payload_hash, 'hex');
    const vote = { approval: id, by, verdict, payloadHash, reason: reason.trim() };
    const moved = await approvals.vote(transaction, vote);
    if (!moved.ok) return moved;
    const { stage, was } = moved;
    if (stage === 'ready') committed(() => void approvals.carryOutReady());
    const subject = { kind: 'approval', id: String(id) };
    return changed({ stage }, { subject, before: { stage: was.stage }, after: { stage, verdict, payload_hash } });
  });
  console.change(approvalCalls.withdrawApproval, async ({ id }, { by, transaction }) => {
    const moved = await approvals.withdraw(transaction, id, by);
    if (!moved.ok) return moved;
    const { stage, was } = moved;
    const subject = { kind: 'approval', id: String(id) };
    return changed({ stage }, { subject, before: { stage: was.stage }, after: { stage } });
  });
}
