import { realNameCenter, reviewStatus } from '@bourse/contract/verification';
import { useTranslation } from 'react-i18next';
import { useRead } from '../../live/read.ts';
import { ErrorState, SkeletonRows, StaleNote } from '../../ui/states.tsx';
import { SubmissionForm } from './submission-form.tsx';
import { Approved, UnderReview } from './results.tsx';
import classes from './verification.module.css';

/** How often a submission that is under review is read again. */
const reviewEveryMs = 5_000;

/** The identity verification of the user: form, rejection, review and approval. */
export function AuthenticationPage() {
  const { t } = useTranslation();
  const { data, isError, refetch } = useRead(realNameCenter, {}, { refreshMs: reviewEveryMs, saidInPlace: true });
  const center = data?.data;
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <h1 className={classes.title}>{t('shell.authentication')}</h1>
        {center !== undefined && isError && <StaleNote />}
      </div>
      {center === undefined && (
        <section className={classes.card} aria-label={t('shell.authentication')}>
          {isError ? <ErrorState onRetry={() => void refetch()} /> : <SkeletonRows count={6} height={56} />}
        </section>
      )}
      {center?.review_status === reviewStatus.none && <SubmissionForm key={center.id} center={center} />}
      {center?.review_status === reviewStatus.review && <UnderReview center={center} />}
      {center?.review_status === reviewStatus.approved && <Approved center={center} />}
    </div>
  );
}
