import type { Match } from '@bourse/contract/markets';
import type { TFunction } from 'i18next';
import type { Side } from './order-draft.ts';

/** The name of a form and the text of its button, such as "Buy BTC". */
export function sideText(t: TFunction, side: Side, match: Pick<Match, 'base_currency_code'>): string {
  const currency = match.base_currency_code;
  return side === 'buy' ? t('trade.buyCoin', { currency }) : t('trade.sellCoin', { currency });
}
