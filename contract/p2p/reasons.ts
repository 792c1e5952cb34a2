/*
 * The reasons that people and staff choose from. Each list is in the order of the page; its texts have the same keys.
 */

/** Why an order is appealed. A merchant who marks an order as abnormal gives one of these as well. */
export const appealReasons = [
  'not_released',
  'not_paid',
  'wrong_amount',
  'third_party',
  'reversed',
  'payee_unusable',
  'misconduct',
  'other',
] as const;
export type AppealReason = (typeof appealReasons)[number];

/** The reasons that either side of an order can give. */
export const appealReasonsOf = {
  buyer: ['not_released', 'wrong_amount', 'payee_unusable', 'misconduct', 'other'],
  seller: ['not_paid', 'wrong_amount', 'third_party', 'reversed', 'misconduct', 'other'],
} as const satisfies Readonly<Record<'buyer' | 'seller', readonly AppealReason[]>>;

/**
 * Why an appeal is open: the reason of the side that opened it, or, if the exchange did, `silence` of the seller, an
 * order that is `held` by staff or because an account is restricted, or a `late` payment of a cancelled order: at once
 * if a restriction had cancelled it, otherwise when the seller has let the time to reopen it pass.
 */
export const appealCauses = [...appealReasons, 'silence', 'held', 'late'] as const;
export type AppealCause = (typeof appealCauses)[number];

/** Why a buyer cancels. */
export const cancelReasons = [
  'changed_mind',
  'cannot_pay',
  'terms',
  'payee_invalid',
  'unreachable',
  'asked',
  'extra_fee',
  'other',
] as const;
export type CancelReason = (typeof cancelReasons)[number];

/** Why an ad or a trader is reported. */
export const reportReasons = ['price', 'off_platform', 'third_party', 'fraud', 'insult', 'spam', 'other'] as const;
export type ReportReason = (typeof reportReasons)[number];

/** The findings with which staff decide about an appeal. */
export const appealFindings = ['not_paid', 'third_party', 'wrong_amount', 'not_released', 'mistake'] as const;
export type AppealFinding = (typeof appealFindings)[number];
