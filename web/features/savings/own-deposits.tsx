import type { SavingsLock } from '@bourse/contract/savings';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { PageButtons } from '../../ui/page-buttons.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { Card } from './card.tsx';
import { daysPassed, firstDayInterest, isRedeemable, nextChangeMs } from './deposit-days.ts';
import { RedeemDialog } from './redeem-dialog.tsx';
import { useOwnDeposits } from './savings-reads.ts';
import { useAmount } from '../../ui/use-amount.ts';
import { useMoment } from './use-moment.ts';
import { useServerNow } from './use-server-now.ts';
import classes from './savings.module.css';

/** The deposits in force: their progress, their interest and their early redemption. */
export function OwnDeposits() {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const { data, isError, refetch } = useOwnDeposits(page);
  const [redeeming, setRedeeming] = useState<number | null>(null);
  const locks = data?.data.data;
  const refresh = useCallback((): void => void refetch(), [refetch]);
  const changesAt = useCallback((now: number) => nextChangeMs(locks ?? [], now), [locks]);
  const nowMs = useServerNow(changesAt, refresh);
  const columns = useColumns(nowMs, setRedeeming);
  const redeemed = locks?.find(({ id }) => id === redeeming);
  return (
    <Card title={t('deposit.mine')}>
      <DataTable
        caption={t('deposit.mine')}
        columns={columns}
        rows={locks}
        rowKey={keyOf}
        failed={isError}
        onRetry={refresh}
        empty={t('deposit.mineNone')}
        expectedRows={1}
        expectedHeight={128}
      />
      {data !== undefined && <PageButtons page={page} pages={data.data.last_page} onChange={setPage} />}
      {redeemed !== undefined && <RedeemDialog lock={redeemed} onClose={() => setRedeeming(null)} />}
    </Card>
  );
}

function keyOf({ id }: SavingsLock): number {
  return id;
}

function useColumns(nowMs: number, onRedeem: (id: number) => void): readonly Column<SavingsLock>[] {
  const { t } = useTranslation();
  const amount = useAmount();
  return [
    {
      id: 'deposit',
      head: t('deposit.subscription'),
      cell: (lock) => <Progress lock={lock} redeemable={isRedeemable(lock, nowMs)} />,
      wide: true,
    },
    {
      id: 'amount',
      head: t('deposit.amount'),
      cell: ({ number, currency }) => amount(number, currency.code),
      figure: true,
    },
    {
      id: 'accrued',
      head: t('deposit.accrued'),
      cell: (lock) => <Interest lock={lock} />,
      figure: true,
    },
    {
      id: 'action',
      head: t('deposit.action'),
      cell: (lock) => (
        <RedeemButton name={lock.name} disabled={!isRedeemable(lock, nowMs)} onPress={() => onRedeem(lock.id)} />
      ),
      figure: true,
      wide: true,
    },
  ];
}

function Progress({ lock, redeemable }: { readonly lock: SavingsLock; readonly redeemable: boolean }) {
  const { t } = useTranslation();
  const amount = useAmount();
  const moment = useMoment();
  const passed = daysPassed(lock);
  return (
    <span className={classes.progress}>
      <ProgressBar
        label={lock.name}
        value={passed}
        max={lock.limit_days}
        text={t('deposit.progress', { day: passed, days: lock.limit_days })}
      />
      <span className={classes.words}>
        <span>{t('deposit.matures')}</span>
        <span className="figures">{moment(lock.matures_at)}</span>
      </span>
      {!redeemable && (
        <span className={classes.words}>
          <span>{t('deposit.redeemable')}</span>
          <span className="figures">{t('deposit.redeemFrom', { time: moment(lock.redeemable_at) })}</span>
        </span>
      )}
      {passed === 0 && (
        <span className={classes.quiet}>
          {t('deposit.firstDay', {
            time: moment(lock.started),
            amount: amount(firstDayInterest(lock), lock.currency.code),
          })}
        </span>
      )}
    </span>
  );
}

/** The accrued interest, and the interest due at maturity. */
function Interest({ lock: { accrued, interest, currency } }: { readonly lock: SavingsLock }) {
  const { t } = useTranslation();
  const amount = useAmount();
  return (
    <>
      {amount(accrued, currency.code)}
      <span className={classes.below}>{t('deposit.atMaturity', { amount: amount(interest, currency.code) })}</span>
    </>
  );
}

interface RedeemButtonProps {
  readonly name: string;
  readonly disabled: boolean;
  readonly onPress: () => void;
}

function RedeemButton({ name, disabled, onPress }: RedeemButtonProps) {
  const { t } = useTranslation();
  return (
    <Button
      look="plain"
      className={classes.button}
      disabled={disabled}
      aria-label={t('deposit.redeemThis', { name })}
      onClick={onPress}
    >
      {t('deposit.redeem')}
    </Button>
  );
}
