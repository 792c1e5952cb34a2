import { cancelOwnWithdrawal, ownWithdrawal, ownWithdrawals } from '@bourse/contract/withdrawals';
import type { WalletMovement } from '@bourse/contract/wallet';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { useRead } from '../../live/read.ts';
import { announce } from '../../ui/announcer.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { PageButtons } from '../../ui/page-buttons.tsx';
import { SkeletonRows } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts.ts';
import { useAmount } from '../../ui/use-amount.ts';
import { useFigures } from '../../ui/use-figures.ts';
import { MovementTable, useMovements } from '../wallet/index.ts';
import { WithdrawForm } from './withdraw-form.tsx';
import classes from '../../ui/wallet.module.css';

/** Requests a withdrawal, and follows those that were requested. */
export function WithdrawPage() {
  const { t } = useTranslation();
  const [shown, setShown] = useState<number | null>(null);
  return (
    <div className={classes.page}>
      <header>
        <h1 className={classes.title}>{t('shell.withdrawCoins')}</h1>
        <p className={classes.lead}>{t('wallet.withdrawLead')}</p>
      </header>
      <section className={classes.card} aria-label={t('shell.withdrawCoins')}>
        <WithdrawForm onRequested={setShown} />
      </section>
      {shown !== null && <Steps id={shown} />}
      <Withdrawals onShow={setShown} />
    </div>
  );
}

const cancellable: ReadonlySet<string> = new Set(['requested', 'reviewing', 'approved', 'broadcast']);

function Withdrawals({ onShow }: { readonly onShow: (id: number) => void }) {
  const { t } = useTranslation();
  const { call, queries } = useLive();
  const [page, setPage] = useState(1);
  const amount = useAmount();
  const [sent, setSent] = useState<WalletMovement | null>(null);
  const { data, isError, refetch } = useRead(ownWithdrawals, { page }, { keepPrevious: true });
  useMovements('withdrawal', [ownWithdrawals.path, ownWithdrawal.path]);
  const cancel = useMutation({
    mutationFn: async (id: number) => (await call(cancelOwnWithdrawal, { id })).message,
    onSuccess: (message) => {
      toast(message, 'success');
      announce(message);
    },
    onSettled: () => {
      setSent(null);
      for (const { path } of [ownWithdrawals, ownWithdrawal]) void queries.invalidateQueries({ queryKey: [path] });
    },
  });
  const action = (row: WalletMovement) => (
    <span className={classes.buttons}>
      <button type="button" className={classes.link} onClick={() => onShow(row.id)}>
        {t('wallet.steps')}
      </button>
      {cancellable.has(row.status) && row.reason !== 'cancelling' && (
        <button
          type="button"
          className={classes.link}
          onClick={() => (row.keeps_fee ? setSent(row) : cancel.mutate(row.id))}
        >
          {t('wallet.cancel')}
        </button>
      )}
    </span>
  );
  return (
    <section className={classes.card} aria-labelledby="withdrawals">
      <h2 id="withdrawals" className={classes.subtitle}>
        {t('wallet.withdrawals')}
      </h2>
      <MovementTable
        caption={t('wallet.withdrawals')}
        rows={data?.data.data}
        failed={isError}
        onRetry={() => void refetch()}
        empty={t('wallet.noWithdrawals')}
        action={action}
      />
      <ConfirmDialog
        title={t('wallet.cancelTitle')}
        opened={sent !== null}
        risk={t('wallet.cancelKeepsFee', { fee: sent === null ? '' : amount(sent.fee, sent.currency_code) })}
        confirmLabel={t('wallet.cancelWithdrawal')}
        cancelLabel={t('wallet.keepWithdrawal')}
        isDestructive
        busy={cancel.isPending}
        onConfirm={() => {
          if (sent !== null) cancel.mutate(sent.id);
        }}
        onClose={() => setSent(null)}
      />
      {data !== undefined && <PageButtons page={page} pages={data.data.last_page} onChange={setPage} />}
    </section>
  );
}

/** The steps of a withdrawal with their times. */
function Steps({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  const figures = useFigures();
  const { data } = useRead(ownWithdrawal, { id });
  return (
    <section className={classes.card} aria-labelledby="steps">
      <h2 id="steps" className={classes.subtitle}>
        {t('wallet.stepsOf', { id })}
      </h2>
      {data === undefined ? (
        <SkeletonRows count={3} height={28} />
      ) : (
        <>
          <ol className={classes.steps} data-testid="withdrawal-steps">
            {data.data.steps.map(({ at, reason, status }) => (
              <li key={`${at} ${status}`}>
                <span className={classes.state}>
                  {t(`wallet.status.${status}`)}
                  {reason !== null && <span className={classes.reason}>{t(`wallet.reason.${reason}`)}</span>}
                </span>
                <time className="figures" dateTime={new Date(at).toISOString()}>
                  {figures.dateTime(at)}
                </time>
              </li>
            ))}
          </ol>
          {data.data.row.earliest_at !== null && data.data.row.status === 'requested' && (
            <p className={classes.lead}>
              {t('wallet.waitsUntil', { time: figures.dateTime(data.data.row.earliest_at) })}
            </p>
          )}
        </>
      )}
    </section>
  );
}
