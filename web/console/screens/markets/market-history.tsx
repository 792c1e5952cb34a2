import { marketCalls, type MarketDecision, reasonCodes } from '@bourse/contract/console';
import { Button } from '../../../ui/button.tsx';
import { ErrorState, SkeletonRows } from '../../../ui/states.tsx';
import { Changes } from '../../parts/diff.tsx';
import { Time } from '../../parts/figures.tsx';
import { useRefusal } from '../../parts/use-refusal.ts';
import { useTexts } from '../../texts/texts.ts';
import { useList } from '../../wire/use-list.ts';
import { marketChanges } from './market-fields.ts';
import classes from './markets.module.css';

/** Every decision about a market, newest first: the changed fields, by whom and why. */
export function MarketHistory({ id }: { readonly id: number }) {
  const t = useTexts();
  const refusalOf = useRefusal();
  const { error, failed, loadingMore, more, retry, rows } = useList(marketCalls.marketHistory, { id });
  if (rows === undefined) {
    return failed ? (
      <ErrorState text={refusalOf(error) ?? t('frame.loadFailed')} onRetry={retry} />
    ) : (
      <SkeletonRows count={4} height={28} />
    );
  }
  if (rows.length === 0) return <p className={classes.quiet}>{t('markets.noHistory')}</p>;
  return (
    <>
      <ol className={classes.history} aria-label={t('markets.history')}>
        {rows.map((row) => (
          <li key={row.sequence}>
            <Decision row={row} />
          </li>
        ))}
      </ol>
      {more !== null && (
        <div>
          <Button size="dense" look="plain" aria-busy={loadingMore} onClick={more}>
            {t('table.more')}
          </Button>
        </div>
      )}
    </>
  );
}

function Decision({ row }: { readonly row: MarketDecision }) {
  const t = useTexts();
  const { after, at, before, by, change, reason, reason_code, tier } = row;
  // The set-up of the exchange has a cause instead of a reason.
  const code = reasonCodes.find((known) => known === reason_code);
  return (
    <>
      <div className={classes.decision}>
        <strong>{tier === null ? t(`markets.changes.${change}`) : t('markets.tierChanged', { tier })}</strong>
        <Time at={at} />
      </div>
      <Changes changes={marketChanges(t, before, after)} />
      <p className={classes.quiet}>
        {by ?? t('markets.setUp')}
        {code !== undefined && ` · ${t(`reasons.${code}`)}`}
        {reason !== null && ` · ${reason}`}
      </p>
    </>
  );
}
