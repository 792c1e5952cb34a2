import type { WithdrawalRejection } from '../withdrawals/index.ts';

/** The kinds of notices that a user can turn off, in display order. */
export const noticeKinds = ['orders', 'p2p', 'deposits', 'alerts', 'agent', 'news'] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/**
 * Every notice by its template: its kind, or null if it concerns the account itself and cannot be turned off, and the
 * names of its figures. The text is `noticeTexts.<template>` in `locales`, with the figures as parameters.
 */
export const noticeTemplates = {
  price_above: { kind: 'alerts', figures: ['market', 'target', 'price'] },
  price_below: { kind: 'alerts', figures: ['market', 'target', 'price'] },
  identity_verified: { kind: null, figures: [] },
  identity_rejected: { kind: null, figures: [] },
  feedback_answered: { kind: null, figures: ['title'] },
  deposit_credited: { kind: 'deposits', figures: ['amount', 'currency'] },
  deposit_final: { kind: 'deposits', figures: ['amount', 'currency'] },
  deposit_reversed: { kind: null, figures: ['amount', 'currency'] },
  withdrawal_sent: { kind: 'deposits', figures: ['amount', 'currency', 'address'] },
  withdrawal_completed: { kind: 'deposits', figures: ['amount', 'currency', 'address'] },
  withdrawal_rejected: { kind: null, figures: ['amount', 'currency', 'reason'] },
  withdrawal_failed: { kind: null, figures: ['amount', 'currency'] },
} as const satisfies Readonly<
  Record<string, { readonly kind: NoticeKind | null; readonly figures: readonly string[] }>
>;

/** Whether a rejection of a withdrawal names this reason; servers that are newer than the page may have others. */
export function isWithdrawalRejection(reason: string): reason is WithdrawalRejection {
  return Object.hasOwn(rejections, reason);
}

const rejections = {
  rejected_security: true,
  rejected_rules: true,
  rejected_address: true,
  rejected_unsaid: true,
} as const satisfies Record<WithdrawalRejection, true>;

export type NoticeTemplate = keyof typeof noticeTemplates;

/** The figures of a notice, by name. */
export type NoticeFigures<Template extends NoticeTemplate = NoticeTemplate> = Readonly<
  Record<(typeof noticeTemplates)[Template]['figures'][number], string>
>;

export function isNoticeTemplate(name: string): name is NoticeTemplate {
  return Object.hasOwn(noticeTemplates, name);
}
