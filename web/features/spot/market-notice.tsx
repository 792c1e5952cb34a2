import type { Match } from '@bourse/contract';
import { useTranslation } from 'react-i18next';
import classes from './market-notice.module.css';

const texts = {
  post_only: 'trade.onlyResting',
  cancel_only: 'trade.onlyCancels',
  halted: 'trade.halted',
} as const;

/** Says what a market that is not simply open takes; nothing of one that is. */
export function MarketNotice({ state }: Pick<Match, 'state'>) {
  const { t } = useTranslation();
  return <div role="status">{state === 'open' ? null : <p className={classes.notice}>{t(texts[state])}</p>}</div>;
}
