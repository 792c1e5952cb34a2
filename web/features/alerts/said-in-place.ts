import { isNoticeTemplate, isP2pOrderNotice, type NoticeRow, type NoticeTemplate } from '@bourse/contract/alerts';

/** Reminders, requests, and orders that continue others: the page of an order does not report these. */
const unsaid: ReadonlySet<NoticeTemplate> = new Set([
  'p2p_cancel_asked',
  'p2p_confirm_due',
  'p2p_last_hour',
  'p2p_reopened',
]);

/** Whether the user reads elsewhere on the page what a notice reports, so that a toast would repeat it. */
export function isSaidInPlace(
  { figures, template }: Pick<NoticeRow, 'template' | 'figures'>,
  isOnScreen: (subject: string) => boolean,
): boolean {
  if (!isNoticeTemplate(template) || !isP2pOrderNotice(template) || unsaid.has(template)) return false;
  const { id = '', shop } = figures;
  // A taker is answered that the own order was placed.
  return (template === 'p2p_opened' && shop === '0') || isOnScreen(`p2p-${id}`);
}
