import type { Match } from '@bourse/contract/markets';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useLive } from '../../../live/context.tsx';
import { stateNow } from './market-state.ts';
import classes from './market-notice.module.css';

const texts = {
  post_only: 'trade.postOnlyMarket',
  cancel_only: 'trade.cancelOnlyMarket',
  halted: 'trade.halted',
} as const;

/** Says which orders a market accepts unless it is fully open. */
export function MarketNotice({ state: own }: Pick<Match, 'state'>) {
  const { t } = useTranslation();
  const state = stateNow(
    own,
    useStore(useLive().socket.status, ({ cancelOnly }) => cancelOnly),
  );
  return <div role="status">{state === 'open' ? null : <p className={classes.notice}>{t(texts[state])}</p>}</div>;
}
