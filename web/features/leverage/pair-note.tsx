import type { Match } from '@bourse/contract/markets';
import { useTranslation } from 'react-i18next';
import { useDeal } from './lever-reads.ts';
import { useMark } from './marks.ts';
import classes from './lever-form.module.css';

/** Says at which price orders fill, or why no position can be opened. */
export function PairNote({ match }: { readonly match: Match }) {
  const { t } = useTranslation();
  const state = useDeal(match.id).data?.data.pair.state;
  const mark = useMark(match.id);
  return (
    <div role="status" className={classes.note}>
      {mark === null ? (
        <p data-warns="true">{t('lever.suspendedNote')}</p>
      ) : state === 'reduce_only' ? (
        <p data-warns="true">{t('lever.reduceOnlyNote')}</p>
      ) : (
        <p>{t('lever.fillsAtIndex')}</p>
      )}
    </div>
  );
}
