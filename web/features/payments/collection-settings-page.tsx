import type { OfferedPaymentType, OwnPaymentMethods, PaymentMethod } from '@bourse/contract/payments';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../../ui/class-names.ts';
import { ErrorState, SkeletonRows, StaleNote } from '../../ui/states.tsx';
import { MethodDialog } from './method-dialog.tsx';
import { MethodCard } from './method-card.tsx';
import { useOfferedTypes, useOwnMethods } from './payment-reads.ts';
import { RemoveDialog } from './remove-dialog.tsx';
import classes from './payments.module.css';

type Opened =
  | { readonly kind: 'form'; readonly type: OfferedPaymentType; readonly method: PaymentMethod | null }
  | { readonly kind: 'removal'; readonly method: PaymentMethod };

/** The user's payment methods by type. */
export function CollectionSettingsPage() {
  const { t } = useTranslation();
  const types = useOfferedTypes();
  const own = useOwnMethods();
  const [opened, open] = useState<Opened | null>(null);
  const close = (): void => open(null);
  const offered = types.data?.data;
  const listed = own.data?.data;
  const hasFailed = types.isError || own.isError;
  const retry = (): void => {
    if (types.isError) void types.refetch();
    if (own.isError) void own.refetch();
  };
  const isLoaded = offered !== undefined && listed !== undefined;
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <h1 className={classes.title}>{t('shell.collectionSettings')}</h1>
        {isLoaded && hasFailed && <StaleNote />}
      </div>
      <p className={classes.lead}>{t('collect.lead')}</p>
      {!isLoaded && (hasFailed ? <Failed onRetry={retry} /> : <Loading />)}
      {isLoaded && (
        <>
          {listed.real_name === '' && <NotVerified />}
          <div className={classNames(classes.cards, hasFailed && classes.stale)}>
            <Cards offered={offered} listed={listed} open={open} />
          </div>
        </>
      )}
      {opened?.kind === 'form' && (
        <MethodDialog type={opened.type} method={opened.method} realName={listed?.real_name ?? ''} onClose={close} />
      )}
      {opened?.kind === 'removal' && <RemoveDialog method={opened.method} onClose={close} />}
    </div>
  );
}

interface CardsProps {
  readonly offered: readonly OfferedPaymentType[];
  readonly listed: OwnPaymentMethods;
  readonly open: (opened: Opened) => void;
}

/** One card per offered type, and per type that is no longer offered but has methods. */
function Cards({ offered, listed: { methods, real_name: realName }, open }: CardsProps) {
  const onRemove = (method: PaymentMethod): void => open({ kind: 'removal', method });
  const others = Map.groupBy(
    methods.filter(({ code }) => offered.every((type) => type.code !== code)),
    ({ code }) => code,
  );
  return (
    <>
      {offered.map((type) => (
        <MethodCard
          key={type.code}
          name={type.name}
          methods={methods.filter(({ code }) => code === type.code)}
          editing={realName === '' ? null : (method) => open({ kind: 'form', type, method })}
          onRemove={onRemove}
        />
      ))}
      {[...others].map(([code, some]) => (
        <MethodCard
          key={code}
          name={some[0]?.name ?? ''}
          methods={some}
          editing={null}
          isWithdrawn
          onRemove={onRemove}
        />
      ))}
    </>
  );
}

function NotVerified() {
  const { t } = useTranslation();
  return (
    <section className={classes.notice}>
      <p>{t('collect.notVerified')}</p>
      <Link to="/personal/authentication" className={classes.link}>
        {t('collect.verify')}
      </Link>
    </section>
  );
}

function Failed({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <section className={classes.card}>
      <ErrorState onRetry={onRetry} />
    </section>
  );
}

function Loading() {
  return (
    <section className={classes.card}>
      <SkeletonRows count={3} height={64} />
    </section>
  );
}
