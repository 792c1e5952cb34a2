import { type MicroDay, type MicroFigures, microFigures, type MicroResults } from '@bourse/contract/seconds';
import { useTranslation } from 'react-i18next';
import { useRead } from '../../live/read.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { noFigure } from '../../ui/figures.ts';
import { signedAmount } from '../../ui/signed-amount.ts';
import { useAmount } from '../../ui/use-amount.ts';
import { ratioPercent } from '../../ui/ratio-percent.ts';
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
      <Section title={t('figures.contractStakes')} text={t('figures.contractStakesText')}>
        <Stakes rows={data?.data.results} {...read} />
      </Section>
      <Section title={t('figures.contractVoids')} text={t('figures.contractVoidsText')}>
        <Voids rows={data?.data.days} {...read} />
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
  const rate = useRate();
  const count = (field: 'wins' | 'losses' | 'ties' | 'voids') => (row: MicroResults) =>
    figures.trimmed(String(row[field]), 0);
  const columns: Column<MicroResults>[] = [
    ...useTermColumns(),
    { id: 'wins', head: t('figures.wins'), figure: true, cell: count('wins') },
    { id: 'losses', head: t('figures.lost'), figure: true, cell: count('losses') },
    { id: 'ties', head: t('figures.ties'), figure: true, cell: count('ties') },
    { id: 'voids', head: t('figures.voids'), figure: true, cell: count('voids') },
    { id: 'winRate', head: t('figures.winRate'), figure: true, cell: (row) => rate(row.win_rate) },
    { id: 'breakEven', head: t('figures.breakEven'), figure: true, cell: (row) => rate(row.break_even) },
  ];
  return (
    <DataTable
      {...props}
      caption={t('figures.contractResults')}
      columns={columns}
      rowKey={termsOf}
      empty={t('figures.noContracts')}
      expectedRows={4}
    />
  );
}

/** The stakes of the same contracts, in a table of its own: a tablet has no room for both. */
function Stakes(props: TableProps<MicroResults>) {
  const { t } = useTranslation();
  const figures = useFigures();
  const amount = useAmount();
  const columns: Column<MicroResults>[] = [
    ...useTermColumns(),
    {
      id: 'staked',
      head: t('figures.staked'),
      figure: true,
      cell: ({ staked, currency_code: code }) => amount(staked, code),
    },
    {
      id: 'paidOut',
      head: t('figures.paidOut'),
      figure: true,
      cell: ({ paid_out: paid, currency_code: code }) => amount(paid, code),
    },
    {
      id: 'houseResult',
      head: t('figures.houseResult'),
      figure: true,
      cell: ({ house_result: result, currency_code: code }) => `${signedAmount(result, figures)}\u00a0${code}`,
    },
  ];
  return (
    <DataTable
      {...props}
      caption={t('figures.contractStakes')}
      columns={columns}
      rowKey={termsOf}
      empty={t('figures.noContracts')}
      expectedRows={4}
    />
  );
}

function termsOf(row: MicroResults): string {
  return [row.match_id, row.seconds, row.currency_id, row.profit_ratio, row.fee_rate].join(' ');
}

/** The terms that the contracts of a row share. */
function useTermColumns(): readonly Column<MicroResults>[] {
  const { t } = useTranslation();
  const figures = useFigures();
  const duration = new Intl.NumberFormat(figures.locale, { style: 'unit', unit: 'second', unitDisplay: 'narrow' });
  return [
    { id: 'pair', head: t('figures.pair'), cell: ({ symbol }) => symbol },
    { id: 'duration', head: t('figures.duration'), figure: true, cell: ({ seconds }) => duration.format(seconds) },
    {
      id: 'ratio',
      head: t('figures.ratio'),
      figure: true,
      cell: ({ profit_ratio: ratio }) => figures.percent(ratioPercent(ratio), 2),
    },
  ];
}

/** Void contracts by day and reason. */
function Voids(props: TableProps<MicroDay>) {
  const { t } = useTranslation();
  const figures = useFigures();
  const rate = useRate();
  const count = (field: 'contracts' | 'index_interrupted' | 'too_few_ticks') => (row: MicroDay) =>
    figures.trimmed(String(row[field]), 0);
  const columns: Column<MicroDay>[] = [
    // Days are those of UTC in every time zone.
    { id: 'day', head: t('figures.day'), cell: ({ day }) => new Date(day).toISOString().slice(0, 10) },
    { id: 'contracts', head: t('figures.closedContracts'), figure: true, cell: count('contracts') },
    { id: 'interrupted', head: t('figures.indexInterrupted'), figure: true, cell: count('index_interrupted') },
    { id: 'tooFew', head: t('figures.tooFewTicks'), figure: true, cell: count('too_few_ticks') },
    { id: 'voidRate', head: t('figures.voidRate'), figure: true, cell: (row) => rate(row.void_rate) },
  ];
  return (
    <DataTable
      {...props}
      caption={t('figures.contractVoids')}
      columns={columns}
      rowKey={({ day }) => day}
      empty={t('figures.noContracts')}
      expectedRows={2}
    />
  );
}

/** A percentage with two decimals. */
function useRate(): (percent: string | null) => string {
  const figures = useFigures();
  return (percent) => (percent === null ? noFigure : figures.fixedPercent(percent, 2));
}
