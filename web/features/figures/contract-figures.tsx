import { type MicroFigures, microFigures, microOptions, type MicroResults } from '@bourse/contract/seconds';
import { useTranslation } from 'react-i18next';
import { useRead } from '../../live/read.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { noFigure } from '../../ui/figures.ts';
import { useAmount } from '../../ui/use-amount.ts';
import { useFigures } from '../../ui/use-figures.ts';
import { Section } from './section.tsx';

type OfCurrency = MicroFigures['currencies'][number];

const refreshMs = 10_000;

/** The venue's figures of seconds contracts: its money for them, and all results. */
export function ContractFigures() {
  const { t } = useTranslation();
  const { data, isError, refetch } = useRead(microFigures, {}, { refreshMs });
  const read = { failed: isError, onRetry: () => void refetch() };
  return (
    <>
      <Section title={t('figures.contractMoney')} text={t('figures.contractMoneyText')}>
        <Money rows={data?.data.currencies} {...read} />
      </Section>
      <Section title={t('figures.contractResults')} text={t('figures.contractResultsText')}>
        <Results rows={data?.data.results} {...read} />
      </Section>
    </>
  );
}

interface TableProps<Row> {
  readonly rows: readonly Row[] | undefined;
  readonly failed: boolean;
  readonly onRetry: () => void;
}

function Money(props: TableProps<OfCurrency>) {
  const { t } = useTranslation();
  const amount = useAmount();
  const money = (field: 'house' | 'reserved' | 'staked') => (row: OfCurrency) => amount(row[field], row.currency_code);
  const columns: Column<OfCurrency>[] = [
    { id: 'currency', head: t('figures.currency'), cell: ({ currency_code: code }) => code },
    { id: 'house', head: t('figures.house'), figure: true, cell: money('house') },
    { id: 'reserved', head: t('figures.reserved'), figure: true, cell: money('reserved') },
    { id: 'staked', head: t('figures.staked'), figure: true, cell: money('staked') },
  ];
  return (
    <DataTable
      {...props}
      caption={t('figures.contractMoney')}
      columns={columns}
      rowKey={({ currency_id: id }) => id}
      empty={t('figures.noContractMoney')}
      expectedRows={1}
    />
  );
}

function Results(props: TableProps<MicroResults>) {
  const { t } = useTranslation();
  const figures = useFigures();
  const options = useRead(microOptions, {}, { refreshMs }).data?.data;
  const count = (field: 'wins' | 'losses' | 'ties' | 'voids') => (row: MicroResults) =>
    figures.trimmed(String(row[field]), 0);
  const rate = (percent: string | null | undefined): string =>
    percent === null || percent === undefined ? noFigure : figures.fixedPercent(percent, 2);
  const breakEven = ({ seconds }: MicroResults): string | undefined =>
    options?.find((option) => option.seconds === seconds)?.break_even;
  const duration = new Intl.NumberFormat(figures.locale, { style: 'unit', unit: 'second', unitDisplay: 'narrow' });
  const columns: Column<MicroResults>[] = [
    { id: 'pair', head: t('figures.pair'), cell: ({ symbol }) => symbol },
    { id: 'duration', head: t('figures.duration'), figure: true, cell: ({ seconds }) => duration.format(seconds) },
    { id: 'wins', head: t('figures.wins'), figure: true, cell: count('wins') },
    { id: 'losses', head: t('figures.lost'), figure: true, cell: count('losses') },
    { id: 'ties', head: t('figures.ties'), figure: true, cell: count('ties') },
    { id: 'voids', head: t('figures.voids'), figure: true, cell: count('voids') },
    { id: 'winRate', head: t('figures.winRate'), figure: true, cell: (row) => rate(row.win_rate) },
    { id: 'breakEven', head: t('figures.breakEven'), figure: true, cell: (row) => rate(breakEven(row)) },
    { id: 'voidRate', head: t('figures.voidRate'), figure: true, cell: (row) => rate(row.void_rate) },
  ];
  return (
    <DataTable
      {...props}
      caption={t('figures.contractResults')}
      columns={columns}
      rowKey={({ match_id: match, seconds }) => `${match} ${seconds}`}
      empty={t('figures.noContracts')}
      expectedRows={4}
    />
  );
}
