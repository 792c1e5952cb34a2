import { isWithdrawalRejection, isNoticeTemplate, type NoticeRow } from '@bourse/contract/alerts';
import type { TFunction } from 'i18next';
import type { Figures } from '../../ui/figures.ts';

/** The maximum number of decimals of a price or an amount. */
const maxDecimals = 8;

export interface NoticeTexts {
  readonly title: string;
  readonly text: string;
  /** The page that the notice is about; null if there is none. */
  readonly to:
    | '/trade'
    | '/personal/authentication'
    | '/personal/feedback'
    | '/assets/deposit'
    | '/assets/withdraw'
    | null;
}

/** The texts of a notice. A template of a newer server, which this page does not know, shows its name. */
export function noticeTexts(
  { figures, template }: Pick<NoticeRow, 'template' | 'figures'>,
  t: TFunction,
  shown: Pick<Figures, 'trimmed'>,
): NoticeTexts {
  if (!isNoticeTemplate(template)) return { title: template, text: '', to: null };
  const { market = '', price = '', target = '', title = '' } = figures;
  const { address = '', amount = '', currency = '', reason = '' } = figures;
  const moved = { amount: `${shown.trimmed(amount, maxDecimals)} ${currency}` };
  switch (template) {
    case 'price_above':
    case 'price_below': {
      const texts = {
        market,
        price: shown.trimmed(price, maxDecimals),
        target: shown.trimmed(target, maxDecimals),
      };
      return { title: t(`noticeTitles.${template}`, texts), text: t(`noticeTexts.${template}`, texts), to: '/trade' };
    }
    case 'identity_verified':
    case 'identity_rejected':
      return {
        title: t(`noticeTitles.${template}`),
        text: t(`noticeTexts.${template}`),
        to: '/personal/authentication',
      };
    case 'feedback_answered':
      return {
        title: t('noticeTitles.feedback_answered'),
        text: t('noticeTexts.feedback_answered', { title }),
        to: '/personal/feedback',
      };
    case 'deposit_credited':
    case 'deposit_final':
    case 'deposit_reversed':
      return { title: t(`noticeTitles.${template}`), text: t(`noticeTexts.${template}`, moved), to: '/assets/deposit' };
    case 'withdrawal_sent':
    case 'withdrawal_completed':
      return {
        title: t(`noticeTitles.${template}`),
        text: t(`noticeTexts.${template}`, { ...moved, address }),
        to: '/assets/withdraw',
      };
    case 'withdrawal_rejected': {
      const why = t(`wallet.reason.${isWithdrawalRejection(reason) ? reason : 'rejected_unsaid'}`);
      const text = t('noticeTexts.withdrawal_rejected', { ...moved, reason: why });
      return { title: t('noticeTitles.withdrawal_rejected'), text, to: '/assets/withdraw' };
    }
    case 'withdrawal_failed':
      return {
        title: t('noticeTitles.withdrawal_failed'),
        text: t('noticeTexts.withdrawal_failed', moved),
        to: '/assets/withdraw',
      };
  }
}
