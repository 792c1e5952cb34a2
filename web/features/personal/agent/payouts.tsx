import { agentExport, agentPayouts, agentRows } from '@bourse/contract/agents';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../../live/context.tsx';
import { refusalOf } from '../../../live/failure.ts';
import { useRead } from '../../../live/read.ts';
import { Button } from '../../../ui/button.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { Field } from '../../../ui/field.tsx';
import { PageButtons } from '../../../ui/page-buttons.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { useFigures } from '../../../ui/use-figures.ts';
import { SettingsCard } from '../settings-card.tsx';
import classes from './agent.module.css';

/** Amounts have at most this many decimals. */
const maxDecimals = 8;
const dayMs = 86_400_000;
/** The days of the file before they are chosen. */
const usualDays = 30;

/** The commission that was paid, by day, user and currency, and its export. */
export function Payouts() {
  const { t } = useTranslation();
  const figures = useFigures();
  const [page, setPage] = useState(1);
  const { data, isError, refetch } = useRead(agentPayouts, { page, limit: agentRows }, { keepPrevious: true });
  const payouts = data?.data;
  const amount = (value: string, code: string): string => `${figures.trimmed(value, maxDecimals)} ${code}`;
  return (
    <SettingsCard id="payouts" title={t('agent.payouts')}>
      <DataTable
        caption={t('agent.payouts')}
        columns={[
          { id: 'day', head: t('agent.day'), cell: ({ day }) => day, figure: true },
          { id: 'account', head: t('agent.account'), cell: ({ account }) => account },
          {
            id: 'fees',
            head: t('agent.fees'),
            cell: ({ currency_code: code, fees }) => amount(fees, code),
            figure: true,
          },
          {
            id: 'earned',
            head: t('agent.earned'),
            cell: ({ currency_code: code, earned }) => amount(earned, code),
            figure: true,
          },
          {
            id: 'paid',
            head: t('agent.paid'),
            cell: ({ currency_code: code, paid }) => amount(paid, code),
            figure: true,
          },
        ]}
        rows={payouts?.data}
        rowKey={({ n }) => n}
        failed={isError}
        onRetry={() => void refetch()}
        empty={t('agent.payoutsEmpty')}
      />
      {payouts !== undefined && <PageButtons page={page} pages={payouts.last_page} onChange={setPage} />}
      <ExportForm />
    </SettingsCard>
  );
}

function ExportForm() {
  const { t } = useTranslation();
  const { download, report } = useLive();
  const [days, setDays] = useState(() => ({ from: dayBefore(usualDays), to: dayBefore(0) }));
  const exporting = useMutation({
    meta: { saidInPlace: true },
    mutationFn: () => download(agentExport, days),
    onSuccess: (file) => saveFile(file, 'commission.csv'),
    onError: (error) => {
      if (refusalOf(error) === null) report(error);
    },
  });
  const field = (name: 'from' | 'to', error: string | null) => (
    <Field label={t(`agent.${name}`)} error={error}>
      {(control) => (
        <input
          {...control}
          type="date"
          value={days[name]}
          onChange={(event) => setDays({ ...days, [name]: event.currentTarget.value })}
        />
      )}
    </Field>
  );
  return (
    <form
      className={classes.export}
      onSubmit={(event) => {
        event.preventDefault();
        exporting.mutate();
      }}
      noValidate
    >
      {field('from', null)}
      {field('to', refusalOf(exporting.error))}
      <Button type="submit" look="plain" disabled={exporting.isPending || days.from === '' || days.to === ''}>
        {t('agent.export')}
      </Button>
    </form>
  );
}

/** The UTC day so many days ago, as days of commission are. */
function dayBefore(days: number): string {
  return new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);
}
