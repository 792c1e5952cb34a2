import {
  isNoticeTemplate,
  isP2pNotice,
  isWithdrawalRejection,
  type NoticeRow,
  type NoticeTemplate,
  type P2pNotice,
} from '@bourse/contract/alerts';
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
    | '/personal/accountSettings'
    | '/personal/agent'
    | '/personal/authentication'
    | '/personal/feedback'
    | '/assets/deposit'
    | '/assets/topup'
    | '/assets/withdraw'
    | '/assets/send'
    | '/assets/legalAccount'
    | '/legalIndex/orderdetail'
    | '/legalIndex/orders'
    | '/myshop/myshoporders'
    | '/myshop/shoporderdetail'
    | '/myshop/shoporders'
    | null;
  /** The order that the page shows. */
  readonly search?: { readonly id: string };
}

/** The texts of a notice. A template of a newer server, which this page does not know, shows its name. */
export function noticeTexts(
  { figures, template }: Pick<NoticeRow, 'template' | 'figures'>,
  t: TFunction,
  shown: Pick<Figures, 'trimmed'>,
): NoticeTexts {
  if (!isNoticeTemplate(template)) return { title: template, text: '', to: null };
  const isP2p = isP2pNotice(template);
  const isTopup = template === 'topup_declined' || template === 'topup_charged_back';
  const { amount = '', coins = '', currency = '', fiat = '', price = '', reason = '', target = '' } = figures;
  const trimmed = (figure: string): string => shown.trimmed(figure, maxDecimals);
  const texts = {
    account: '',
    ad: '',
    agent: '',
    day: '',
    limits: '',
    share: '',
    address: '',
    hint: '',
    hours: '',
    market: '',
    number: '',
    title: '',
    user: '',
    words: '',
    ...figures,
    fiat,
    amount: isTopup ? trimmed(amount) : `${trimmed(amount)} ${isP2p ? fiat : currency}`,
    coins: `${trimmed(coins)} ${currency}`,
    price: trimmed(price),
    reason: template === 'withdrawal_rejected' ? reasonText(reason, t) : '',
    target: trimmed(target),
  };
  return {
    title: t(`noticeTitles.${template}`, texts),
    text: t(`noticeTexts.${template}`, texts),
    ...(isP2p ? pageOfP2p(template, figures) : { to: pages[template] }),
  };
}

const pages: Readonly<Record<Exclude<NoticeTemplate, P2pNotice>, NoticeTexts['to']>> = {
  agent_made: '/personal/agent',
  agent_removed: '/personal/agent',
  agent_limits: '/personal/agent',
  agent_unlimited: '/personal/agent',
  agent_document: '/personal/agent',
  agent_given: '/personal/accountSettings',
  agent_registered: '/personal/agent',
  agent_requested: '/personal/accountSettings',
  agent_joined: '/personal/agent',
  agent_declined: '/personal/agent',
  agent_left: '/personal/agent',
  agent_share: '/personal/accountSettings',
  agent_ended: '/personal/accountSettings',
  commission_paid: '/personal/agent',
  price_above: '/trade',
  price_below: '/trade',
  identity_verified: '/personal/authentication',
  identity_rejected: '/personal/authentication',
  feedback_answered: '/personal/feedback',
  deposit_credited: '/assets/deposit',
  deposit_final: '/assets/deposit',
  deposit_reversed: '/assets/deposit',
  deposit_charged_back: '/assets/deposit',
  topup_declined: '/assets/topup',
  topup_charged_back: '/assets/topup',
  withdrawal_sent: '/assets/withdraw',
  withdrawal_completed: '/assets/withdraw',
  withdrawal_rejected: '/assets/withdraw',
  withdrawal_failed: '/assets/withdraw',
  coins_sent: '/assets/send',
  coins_received: '/assets/send',
};

/** The order that a notice names, or else the list with it; most notices without an order concern a shop. */
function pageOfP2p(
  template: P2pNotice,
  { id = '', number = '', shop }: NoticeRow['figures'],
): Pick<NoticeTexts, 'search' | 'to'> {
  if (template === 'p2p_damage_paid') return { to: '/assets/legalAccount' };
  if (number === '') return { to: '/myshop/myshoporders' };
  if (id === '') return { to: shop === '1' ? '/myshop/shoporders' : '/legalIndex/orders' };
  return { to: shop === '1' ? '/myshop/shoporderdetail' : '/legalIndex/orderdetail', search: { id } };
}

function reasonText(reason: string, t: TFunction): string {
  return t(`wallet.reason.${isWithdrawalRejection(reason) ? reason : 'rejected_unsaid'}`);
}
