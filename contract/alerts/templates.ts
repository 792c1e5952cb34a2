import type { WithdrawalRejection } from '../withdrawals/index.ts';

/** The kinds of notices that a user can turn off, in display order. */
export const noticeKinds = ['orders', 'p2p', 'deposits', 'alerts', 'agent', 'news'] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** The figures of a notice about an order: `id` and `shop` (1 for an own ad) lead to its page. */
const order = ['number', 'amount', 'fiat', 'coins', 'currency', 'id', 'shop'] as const;
const decided = [...order, 'words'] as const;

/**
 * Every notice by its template: its kind, or null if it concerns the account itself and cannot be turned off, the
 * names of its figures, and whether its mail has a link that freezes the account, as it has when coins leave for good.
 * The text is `noticeTexts.<template>` in `locales`, with the figures as parameters.
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
  deposit_charged_back: { kind: null, figures: ['amount', 'currency'] },
  topup_declined: { kind: 'deposits', figures: ['amount', 'fiat'] },
  topup_charged_back: { kind: null, figures: ['amount', 'fiat'] },
  withdrawal_sent: { kind: null, figures: ['amount', 'currency', 'address'], freezes: true },
  withdrawal_completed: { kind: 'deposits', figures: ['amount', 'currency', 'address'] },
  withdrawal_rejected: { kind: null, figures: ['amount', 'currency', 'reason'] },
  withdrawal_failed: { kind: null, figures: ['amount', 'currency'] },
  coins_sent: { kind: null, figures: ['amount', 'currency', 'user', 'hint'], freezes: true },
  coins_received: { kind: 'deposits', figures: ['amount', 'currency', 'user', 'hint'] },
  p2p_opened: { kind: 'p2p', figures: order },
  p2p_paid: { kind: 'p2p', figures: order },
  p2p_cancel_asked: { kind: 'p2p', figures: order },
  p2p_cancelled: { kind: 'p2p', figures: order },
  p2p_timed_out: { kind: 'p2p', figures: order },
  p2p_frozen: { kind: null, figures: order },
  p2p_released: { kind: 'p2p', figures: order },
  p2p_auto_released: { kind: 'p2p', figures: order },
  p2p_refunded: { kind: 'p2p', figures: order },
  p2p_delayed: { kind: null, figures: order },
  p2p_confirm_due: { kind: 'p2p', figures: [...order, 'hours'] },
  p2p_last_hour: { kind: null, figures: order },
  p2p_appealed: { kind: null, figures: order },
  p2p_held: { kind: null, figures: order },
  p2p_appeal_withdrawn: { kind: 'p2p', figures: order },
  p2p_decided_release: { kind: null, figures: decided },
  p2p_decided_refund: { kind: null, figures: decided },
  p2p_decided_late: { kind: null, figures: decided },
  p2p_late: { kind: null, figures: order },
  p2p_reopened: { kind: 'p2p', figures: order },
  p2p_merchant_approved: { kind: null, figures: [] },
  p2p_merchant_rejected: { kind: null, figures: ['words'] },
  p2p_merchant_suspended: { kind: null, figures: ['words'] },
  p2p_ad_suspended: { kind: 'p2p', figures: ['ad'] },
  p2p_bond_returned: { kind: null, figures: ['coins', 'currency'] },
  p2p_bond_paid: { kind: null, figures: ['coins', 'currency', 'words'] },
  agent_made: { kind: null, figures: ['share'] },
  agent_removed: { kind: null, figures: [] },
  agent_limits: { kind: null, figures: ['limits', 'day'] },
  agent_unlimited: { kind: null, figures: ['day'] },
  agent_document: { kind: null, figures: ['account'] },
  agent_given: { kind: null, figures: ['agent', 'share'] },
  agent_registered: { kind: 'agent', figures: ['account'] },
  agent_requested: { kind: 'agent', figures: ['agent', 'share'] },
  agent_joined: { kind: 'agent', figures: ['account'] },
  agent_declined: { kind: 'agent', figures: ['account'] },
  agent_left: { kind: 'agent', figures: ['account'] },
  agent_share: { kind: null, figures: ['share'] },
  agent_ended: { kind: null, figures: [] },
  commission_paid: { kind: 'agent', figures: ['amount', 'currency', 'day'] },
  p2p_damage_paid: { kind: null, figures: ['coins', 'currency', 'words'] },
} as const satisfies Readonly<
  Record<string, { readonly kind: NoticeKind | null; readonly figures: readonly string[]; readonly freezes?: true }>
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

type FiguresOf<Template extends NoticeTemplate> = (typeof noticeTemplates)[Template]['figures'][number];

/** The notices about an order of peer-to-peer trading. */
export type P2pOrderNotice = {
  [Template in NoticeTemplate]: 'number' extends FiguresOf<Template> ? Template : never;
}[NoticeTemplate];

export function isP2pOrderNotice(template: NoticeTemplate): template is P2pOrderNotice {
  const figures: readonly string[] = noticeTemplates[template].figures;
  return figures.includes('number');
}

/** The notices of peer-to-peer trading. */
export type P2pNotice = Extract<NoticeTemplate, `p2p_${string}`>;

export function isP2pNotice(template: NoticeTemplate): template is P2pNotice {
  return template.startsWith('p2p_');
}
