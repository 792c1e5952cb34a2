import { unreadable } from '../../live/decimal-input.ts';
import type { LeverDeal } from './use-situation.ts';
import type { LeverSide, OrderedPosition } from './order-terms.ts';

/** The input of the order form. Numbers are plain decimals or the beginning of one. */
export interface LeverDraft {
  readonly kind: 'market' | 'limit';
  readonly share: string;
  /** Null: the usual multiple of the pair. */
  readonly multiple: number | null;
  readonly price: string;
  readonly takeProfit: string;
  readonly stopLoss: string;
  readonly password: string;
}

export const emptyDraft: LeverDraft = {
  kind: 'market',
  share: '1',
  multiple: null,
  price: '',
  takeProfit: '',
  stopLoss: '',
  password: '',
};

/** The form after an order: as at first, with the same kind of order. */
export function resetDraft({ kind }: LeverDraft): LeverDraft {
  return { ...emptyDraft, kind };
}

/** The multiple that the form starts with, if the pair offers it; else its highest. */
const usualMultiple = 200;

/** The multiple that is chosen. */
export function multipleOf({ multiple }: LeverDraft, { multiple: { muit } }: LeverDeal): number {
  const offered = muit.map(({ value }) => value);
  if (multiple !== null && offered.includes(multiple)) return multiple;
  return Math.min(usualMultiple, Math.max(1, ...offered));
}

export function orderOf(draft: LeverDraft, side: LeverSide, deal: LeverDeal): OrderedPosition {
  return {
    side,
    share: /^\d{1,9}$/.test(draft.share) ? Number(draft.share) : 0,
    multiple: multipleOf(draft, deal),
    target: draft.kind === 'limit' ? draft.price.replace(/\.$/, '') : null,
  };
}

/** A field that has to be filled in before an order can be confirmed. */
export type Missing =
  | 'share_required'
  | 'price_required'
  | 'password_required'
  | 'profit_unreadable'
  | 'loss_unreadable'
  | 'profit_zero'
  | 'loss_zero';

/** The field that each of them is about. */
export const fieldOf = {
  share_required: 'share',
  price_required: 'price',
  password_required: 'password',
  profit_unreadable: 'takeProfit',
  loss_unreadable: 'stopLoss',
  profit_zero: 'takeProfit',
  loss_zero: 'stopLoss',
} as const satisfies Readonly<Record<Missing, string>>;
export type MissingField = (typeof fieldOf)[Missing];

export function missingIn(draft: LeverDraft, needsPassword: boolean): Missing | null {
  if (draft.kind === 'limit' && !(Number(draft.price) > 0)) return 'price_required';
  if (!(Number(draft.share) > 0)) return 'share_required';
  if (draft.takeProfit === unreadable) return 'profit_unreadable';
  if (draft.stopLoss === unreadable) return 'loss_unreadable';
  if (isZeroStop(draft.takeProfit)) return 'profit_zero';
  if (isZeroStop(draft.stopLoss)) return 'loss_zero';
  return needsPassword && draft.password === '' ? 'password_required' : null;
}

/** A stop of zero, which would mean none: only an empty field does. */
export function isZeroStop(text: string): boolean {
  return text !== '' && !(Number(text) > 0);
}
