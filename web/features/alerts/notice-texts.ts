import { isNoticeTemplate, type NoticeRow } from '@bourse/contract/alerts';
import type { TFunction } from 'i18next';
import type { Figures } from '../../ui/figures.ts';

/** The maximum number of decimals of a price. */
const priceDecimals = 8;

export interface NoticeTexts {
  readonly title: string;
  readonly text: string;
  /** The page that the notice is about; null if there is none. */
  readonly to: '/trade' | '/personal/authentication' | '/personal/feedback' | null;
}

/** The texts of a notice. A template of a newer server, which this page does not know, shows its name. */
export function noticeTexts(
  { figures, template }: Pick<NoticeRow, 'template' | 'figures'>,
  t: TFunction,
  shown: Pick<Figures, 'trimmed'>,
): NoticeTexts {
  if (!isNoticeTemplate(template)) return { title: template, text: '', to: null };
  const { market = '', price = '', target = '', title = '' } = figures;
  switch (template) {
    case 'price_above':
    case 'price_below': {
      const texts = {
        market,
        price: shown.trimmed(price, priceDecimals),
        target: shown.trimmed(target, priceDecimals),
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
  }
}
