import { type VenueFigures, venueFigures } from '@bourse/contract/leverage';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useRead } from '../../live/read.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { noFigure } from '../../ui/figures.ts';
import { useAmount } from '../../ui/use-amount.ts';
import { useFigures } from '../../ui/use-figures.ts';
import { ContractFigures } from './contract-figures.tsx';
import { Section } from './section.tsx';
import classes from './figures.module.css';

type OfCurrency = VenueFigures['currencies'][number];
type OfPair = VenueFigures['pairs'][number];

const refreshMs = 10_000;

/** The venue's own figures of leverage, for everyone: its money, its obligations, and its losses. */
export function FiguresPage() {
  const { t } = useTranslation();
  const figures = useFigures();
  const { data, isError, refetch } = useRead(venueFigures, {}, { refreshMs });
  const read = { failed: isError, onRetry: () => void refetch() };
  return (
    <div className={classes.page}>
      <header>
        <h1 className={classes.title}>{t('shell.figures')}</h1>
        <p className={classes.lead}>{t('figures.lead')}</p>
        <p className={classes.time} aria-live="off">
          {data === undefined ? '\u00a0' : t('figures.asOf', { time: figures.dateTime(data.data.time) })}
        </p>
      </header>
      <Section title={t('figures.money')} text={t('figures.moneyText')}>
        <Currencies rows={data?.data.currencies} {...read} />
      </Section>
      <Section title={t('figures.losses')} text={t('figures.lossesText')}>
        <Losses rows={data?.data.currencies} {...read} />
      </Section>
      <Section title={t('figures.exposure')} text={t('figures.exposureText')}>
        <Pairs rows={data?.data.pairs} {...read} />
      </Section>
      <Section title={t('figures.queue')} text={t('figures.queueText')}>
        <Queues rows={data?.data.pairs} {...read} />
      </Section>
      <ContractFigures />
      <p className={classes.links}>
        <Link to="/lever">{t('shell.lever')}</Link>
        <Link to="/second">{t('shell.second')}</Link>
        <Link to="/second/rule">{t('shell.secondRule')}</Link>
      </p>
    </div>
  );
}

interface TableProps<Row> {
  readonly rows: readonly Row[] | undefined;
  readonly failed: boolean;
  readonly onRetry: () => void;
}

function Currencies(props: TableProps<OfCurrency>) {
  const { t } = useTranslation();
  const money = useMoney();
  const columns: Column<OfCurrency>[] = [
    currencyColumn(t('figures.currency')),
    { id: 'house', head: t('figures.house'), figure: true, cell: money('lever_house') },
    { id: 'reserved', head: t('figures.reserved'), figure: true, cell: money('lever_reserved') },
    { id: 'floor', head: t('figures.floor'), figure: true, cell: money('house_floor') },
    { id: 'insurance', head: t('figures.insurance'), figure: true, cell: money('insurance') },
  ];
  return (
    <DataTable
      {...props}
      caption={t('figures.money')}
      columns={columns}
      rowKey={({ currency_id: id }) => id}
      empty={t('figures.none')}
      expectedRows={2}
    />
  );
}

function Losses(props: TableProps<OfCurrency>) {
  const { t } = useTranslation();
  const figures = useFigures();
  const money = useMoney();
  const columns: Column<OfCurrency>[] = [
    currencyColumn(t('figures.currency')),
    {
      id: 'liquidations',
      head: t('figures.liquidations'),
      figure: true,
      cell: ({ liquidations }) => figures.trimmed(String(liquidations), 0),
    },
    { id: 'deficits', head: t('figures.deficits'), figure: true, cell: money('deficits') },
    { id: 'insured', head: t('figures.insured'), figure: true, cell: money('insured') },
    {
      id: 'deleveraged',
      head: t('figures.deleveraged'),
      figure: true,
      cell: ({ deleveraged }) => figures.trimmed(String(deleveraged), 0),
    },
    { id: 'unpaid', head: t('figures.unpaid'), figure: true, cell: money('unpaid') },
  ];
  return (
    <DataTable
      {...props}
      caption={t('figures.losses')}
      columns={columns}
      rowKey={({ currency_id: id }) => id}
      empty={t('figures.none')}
      expectedRows={2}
    />
  );
}

function Pairs(props: TableProps<OfPair>) {
  const { t } = useTranslation();
  const amount = useAmount();
  const figures = useFigures();
  const side = ({ gross, positions }: OfPair['long'], pair: OfPair): string =>
    `${amount(gross, quoteOf(pair))} (${figures.trimmed(String(positions), 0)})`;
  const columns: Column<OfPair>[] = [
    { id: 'pair', head: t('figures.pair'), cell: ({ symbol }) => symbol },
    {
      id: 'mark',
      head: t('figures.mark'),
      figure: true,
      cell: ({ mark }) => (mark === null ? t('figures.suspended') : figures.trimmed(mark, 8)),
    },
    { id: 'long', head: t('figures.long'), figure: true, cell: (pair) => side(pair.long, pair) },
    { id: 'short', head: t('figures.short'), figure: true, cell: (pair) => side(pair.short, pair) },
    { id: 'ordered', head: t('figures.ordered'), figure: true, cell: (pair) => amount(pair.ordered, quoteOf(pair)) },
    { id: 'cap', head: t('figures.cap'), figure: true, cell: (pair) => amount(pair.gross_cap, quoteOf(pair)) },
  ];
  return (
    <DataTable
      {...props}
      caption={t('figures.exposure')}
      columns={columns}
      rowKey={({ currency_match_id: id }) => id}
      empty={t('figures.none')}
      expectedRows={16}
    />
  );
}

interface QueueRow {
  readonly key: string;
  readonly symbol: string;
  readonly side: string;
  readonly prices: readonly string[];
}

const fifths = [5, 4, 3, 2, 1] as const;

/** The entries that divide the positions of a side in five: rank 5 is closed first. */
function Queues({ rows, failed, onRetry }: TableProps<OfPair>) {
  const { t } = useTranslation();
  const figures = useFigures();
  const queues = rows?.flatMap((pair): QueueRow[] =>
    [
      { key: 'long', side: t('figures.long'), prices: pair.long.adl_prices },
      { key: 'short', side: t('figures.short'), prices: pair.short.adl_prices },
    ]
      .filter(({ prices }) => prices.length > 0)
      .map((queue) => ({ ...queue, key: `${pair.currency_match_id} ${queue.key}`, symbol: pair.symbol })),
  );
  const columns: Column<QueueRow>[] = [
    { id: 'pair', head: t('figures.pair'), cell: ({ symbol, side }) => `${symbol} · ${side}` },
    ...fifths.map((rank, at) => ({
      id: `rank-${rank}`,
      head: t('figures.rank', { rank }),
      figure: true,
      cell: ({ prices }: QueueRow) => {
        const price = prices[at];
        return price === undefined ? noFigure : figures.trimmed(price, 8);
      },
    })),
  ];
  return (
    <DataTable
      rows={queues}
      failed={failed}
      onRetry={onRetry}
      caption={t('figures.queue')}
      columns={columns}
      rowKey={({ key }) => key}
      empty={t('figures.noPositions')}
      expectedRows={2}
    />
  );
}

function currencyColumn(head: string): Column<OfCurrency> {
  return { id: 'currency', head, cell: ({ currency_code: code }) => code };
}

type MoneyField = 'lever_house' | 'lever_reserved' | 'house_floor' | 'insurance' | 'deficits' | 'insured' | 'unpaid';

/** A cell with an amount of a row's own currency. */
function useMoney(): (field: MoneyField) => (row: OfCurrency) => string {
  const amount = useAmount();
  return (field) => (row) => amount(row[field], row.currency_code);
}

function quoteOf({ symbol }: OfPair): string {
  return symbol.split('/')[1] ?? '';
}
