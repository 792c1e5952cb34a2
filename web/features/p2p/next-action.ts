import { type LegalAction, type LegalOrder, legalStatus } from '@bourse/contract/p2p';

/** The actions that have a button of their own; the others belong to the chat and to the trader. */
export type OrderStep = Exclude<LegalAction, 'say' | 'rate' | 'block' | 'report'>;

type Situation = Pick<LegalOrder, 'can' | 'side' | 'status'>;

/** The one thing that the reader should do next, if there is any: it has the prominent button. */
export function nextAction({ can, side, status }: Situation): OrderStep | null {
  const first = (...steps: readonly OrderStep[]): OrderStep | null => steps.find((step) => can.includes(step)) ?? null;
  switch (status) {
    case legalStatus.unpaid:
      // A seller can release before the payment, but should not be led to it.
      return side === 'buy' ? first('pay') : null;
    case legalStatus.paid:
      return side === 'sell' ? first('release') : null;
    case legalStatus.delayed:
      return side === 'sell' ? first('release') : first('appeal');
    case legalStatus.appeal:
    case legalStatus.abnormal:
      return first('evidence');
    case legalStatus.cancelled:
      return side === 'sell' ? first('reopen') : first('late');
    case legalStatus.completed:
      return null;
  }
}

/** The order of the other buttons: what returns an order to peace comes before what ends it. */
const others = [
  'release',
  'ask_cancel',
  'appeal',
  'abnormal',
  'evidence',
  'appeal_withdraw',
  'concede',
  'cancel',
  'late',
  'reopen',
] as const satisfies readonly OrderStep[];

/** The other actions that are possible now. */
export function otherActions(order: Situation): readonly (typeof others)[number][] {
  const next = nextAction(order);
  return others.filter((step) => step !== next && order.can.includes(step));
}

/** The key of the text of a state, for the side that reads it. */
export function statusKey({ side, status }: Pick<LegalOrder, 'side' | 'status'>) {
  switch (status) {
    case legalStatus.unpaid:
      return 'unpaid';
    case legalStatus.paid:
      return side === 'sell' ? 'confirm' : 'paid';
    case legalStatus.delayed:
      return 'delayed';
    case legalStatus.appeal:
      return 'appeal';
    case legalStatus.completed:
      return 'completed';
    case legalStatus.cancelled:
      return 'cancelled';
    case legalStatus.abnormal:
      return 'abnormal';
  }
}

/** An appeal, the appeal of a merchant, or more evidence for an appeal that is open. */
export type AppealKind = 'appeal' | 'abnormal' | 'evidence';

/** The key of the text above the form of an appeal. Only a seller has coins to keep. */
export function appealLead(kind: AppealKind, { side }: Pick<LegalOrder, 'side'>) {
  if (kind !== 'abnormal') return 'escrow.appealLead';
  return side === 'sell' ? 'escrow.otherPayerText' : 'escrow.abnormalText';
}

/** Whether an order is over. */
export function hasEnded({ status }: Pick<LegalOrder, 'status'>): boolean {
  return status === legalStatus.completed || status === legalStatus.cancelled;
}

/** Whether an order is in an appeal of either kind. */
export function isInAppeal({ status }: Pick<LegalOrder, 'status'>): boolean {
  return status === legalStatus.appeal || status === legalStatus.abnormal;
}

export const orderParts = ['open', 'pay', 'confirm', 'done'] as const;
type PartState = 'done' | 'current' | 'next' | 'failed';

/** How far an order is: the state of each of its four parts. */
export function partStates({ paid_at: paidAt, status }: Pick<LegalOrder, 'paid_at' | 'status'>): readonly PartState[] {
  switch (status) {
    case legalStatus.unpaid:
      return ['done', 'current', 'next', 'next'];
    case legalStatus.paid:
    case legalStatus.delayed:
    case legalStatus.appeal:
    case legalStatus.abnormal:
      return ['done', 'done', 'current', 'next'];
    case legalStatus.completed:
      return ['done', 'done', 'done', 'done'];
    case legalStatus.cancelled:
      return paidAt === null ? ['done', 'failed', 'next', 'next'] : ['done', 'done', 'failed', 'next'];
  }
}
