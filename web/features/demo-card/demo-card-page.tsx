import { decideDemoTopup, type DemoDecision, demoTopup } from '@bourse/contract/topup';
import { useMutation } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { isRefusedFor, refusalOf } from '../../live/failure.ts';
import { useRead } from '../../live/read.ts';
import { announce } from '../../ui/announcer.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { useAmount } from '../../ui/use-amount.ts';
import classes from '../../ui/wallet.module.css';

const decisions = ['approve', 'decline', 'lapse'] as const satisfies readonly DemoDecision[];

/** The page of a demo's card provider, which charges no card. It needs no session, as pages of real providers do. */
export function DemoCardPage() {
  const { t } = useTranslation();
  return (
    <div className={classNames(classes.page, classes.alone)}>
      <header>
        <h1 className={classes.title}>{t('shell.demoCard')}</h1>
        <p className={classes.lead}>{t('topup.cardLead')}</p>
      </header>
      <section className={classes.card} aria-label={t('shell.demoCard')}>
        <Order />
      </section>
    </div>
  );
}

function Order() {
  const { t } = useTranslation();
  const { call, queries } = useLive();
  const amount = useAmount();
  const { order = '' } = useSearch({ from: '/demo/card' });
  const { data, error, isError, refetch } = useRead(demoTopup, { order }, { enabled: order !== '', saidInPlace: true });
  const decide = useMutation({
    meta: { saidInPlace: true },
    mutationFn: async (decision: DemoDecision) => (await call(decideDemoTopup, { order, decision })).data,
    onSuccess: (_shown, decision) => announce(t(`topup.decided.${decision}`)),
    onSettled: () => void queries.invalidateQueries({ queryKey: [demoTopup.path] }),
  });
  if (order === '' || isRefusedFor(error, 'topup_unknown')) return <EmptyState text={t('errors.topup_unknown')} />;
  if (data === undefined)
    return isError ? <ErrorState onRetry={() => void refetch()} /> : <SkeletonRows count={5} height={40} />;
  const { address, amount: paid, currency_code: code, decision, fiat, number } = data.data;
  return (
    <div className={classes.form}>
      <p className={classes.note}>{t('topup.demo')}</p>
      <dl className={classes.facts}>
        <dt>{t('topup.payment')}</dt>
        <dd className="figures">
          <strong>{amount(paid, fiat)}</strong>
        </dd>
        <dt>{t('topup.coins')}</dt>
        <dd className="figures">{amount(number, code)}</dd>
        <dt>{t('topup.to')}</dt>
        <dd>{address}</dd>
      </dl>
      {decision === null ? (
        <p className={classes.buttons}>
          {decisions.map((one) => (
            <Button
              key={one}
              size="touch"
              {...(one === 'approve' ? {} : { look: 'plain' })}
              disabled={decide.isPending}
              onClick={() => decide.mutate(one)}
            >
              {t(`topup.${one}`)}
            </Button>
          ))}
        </p>
      ) : (
        <p>{t(`topup.decided.${decision}`)}</p>
      )}
      <div role="alert" className={classes.refusal}>
        {refusalOf(decide.error) ?? (decide.isError ? t('errors.server_error') : null)}
      </div>
      <Link to="/assets/topup" className={classes.link}>
        {t('topup.back')}
      </Link>
    </div>
  );
}
