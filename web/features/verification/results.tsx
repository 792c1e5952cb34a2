import { type RealName, realNameCenter, submitRealName } from '@bourse/contract/verification';
import { IconClockHour4, IconShieldCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { announce } from '../../ui/announcer.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toasts.ts';
import { useFigures } from '../../ui/use-figures.ts';
import { OwnImage } from '../images/index.ts';
import classes from './verification.module.css';

interface CenterProps {
  readonly center: RealName;
}

/** Documents that wait for a decision, with a reminder. */
export function UnderReview({ center }: CenterProps) {
  const { t } = useTranslation();
  const { clock } = useLive();
  const figures = useFigures();
  const remind = useReminder();
  const { automatic, remind_from: remindFrom } = center;
  const mayRemind = remindFrom !== null && remindFrom <= clock.nowMs();
  return (
    <section className={classes.card} aria-labelledby="verification-state">
      <State
        icon={<IconClockHour4 size={32} stroke={1.5} aria-hidden />}
        tone="review"
        title={t('authentication.review')}
      >
        <p>{automatic === 1 ? t('authentication.reviewDemo') : t('authentication.reviewText')}</p>
      </State>
      <Documents center={center} />
      {automatic === 0 && (
        <div className={classes.end}>
          <Button
            look="plain"
            size="touch"
            disabled={!mayRemind || remind.isPending}
            onClick={() => remind.mutate(center.id)}
          >
            {t('authentication.remind')}
          </Button>
          {!mayRemind && remindFrom !== null && (
            <p className={classes.note}>{t('authentication.remindFrom', { time: figures.dateTime(remindFrom) })}</p>
          )}
        </div>
      )}
    </section>
  );
}

/** A verified identity. */
export function Approved({ center }: CenterProps) {
  const { t } = useTranslation();
  return (
    <section className={classes.card} aria-labelledby="verification-state">
      <State
        icon={<IconShieldCheck size={32} stroke={1.5} aria-hidden />}
        tone="approved"
        title={t('authentication.approved')}
      >
        <p>{center.automatic === 1 ? t('authentication.approvedDemo') : t('authentication.approvedText')}</p>
      </State>
      <Documents center={center} />
    </section>
  );
}

interface StateProps {
  readonly icon: ReactNode;
  readonly tone: 'review' | 'approved';
  readonly title: string;
  readonly children: ReactNode;
}

function State({ children, icon, title, tone }: StateProps) {
  return (
    <div className={classes.state}>
      <span className={classes[tone]}>{icon}</span>
      <div>
        <h2 id="verification-state" className={classes.cardTitle}>
          {title}
        </h2>
        {children}
      </div>
    </div>
  );
}

/** The submitted documents. */
function Documents({ center }: CenterProps) {
  const { t } = useTranslation();
  const figures = useFigures();
  const rows = [
    [t('authentication.name'), center.name],
    [t('authentication.cardId'), center.card_id],
    [t('authentication.submitted'), center.submitted_at === null ? '' : figures.dateTime(center.submitted_at)],
  ] as const;
  const pictures = [
    [t('authentication.front'), center.front_pic],
    [t('authentication.reverse'), center.reverse_pic],
  ] as const;
  return (
    <>
      <dl className={classes.rows}>
        {rows.map(([label, value]) => (
          <div key={label} className={classes.row}>
            <dt>{label}</dt>
            <dd className="figures">{value}</dd>
          </div>
        ))}
      </dl>
      <div className={classes.pictures}>
        {pictures.map(([label, url]) => (
          <figure key={label} className={classes.picture}>
            <OwnImage url={url} label={label} />
            <figcaption>{label}</figcaption>
          </figure>
        ))}
      </div>
    </>
  );
}

function useReminder() {
  const { call, queries } = useLive();
  return useMutation({
    mutationFn: (id: number) => call(submitRealName, { id }),
    onSuccess: ({ message }) => {
      toast(message, 'success');
      announce(message);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: [realNameCenter.path] }),
  });
}
