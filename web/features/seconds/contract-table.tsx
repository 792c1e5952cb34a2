import type { MicroOrder } from '@bourse/contract/seconds';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../../ui/class-names.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { noFigure } from '../../ui/figures.ts';
import { useAmount } from '../../ui/use-amount.ts';
import { useFigures } from '../../ui/use-figures.ts';
import { useWidth } from '../../ui/use-width.ts';
import { clockText, phaseAt, secondsLeft } from './contract-times.ts';
import { useFromIndex, useFromNow, useIndex } from './index-feed.ts';
import { leadOf } from './lead-of.ts';
import { useSecondsTexts } from './seconds-texts.ts';
import { signedAmount, wayOf } from '../../ui/signed-amount.ts';
import { useBaseCurrency } from './use-base-currency.ts';
import classes from './contracts.module.css';

interface ContractTableProps {
  readonly list: 'open' | 'closed';
  readonly rows: readonly MicroOrder[] | undefined;
  readonly failed: boolean;
  readonly onRetry: () => void;
  readonly onEvidence: (contract: MicroOrder) => void;
}

const chosen = {
  open: ['contract', 'stake', 'strike', 'index', 'left', 'payout'],
  closed: ['contract', 'stake', 'strike', 'settlement', 'result', 'fee', 'ended', 'evidence'],
} as const satisfies Readonly<Record<ContractTableProps['list'], readonly ColumnId[]>>;

const texts = {
  open: { caption: 'seconds.open', empty: 'seconds.noneOpen' },
  closed: { caption: 'seconds.closed', empty: 'seconds.noneClosed' },
} as const;

/** Columns that a tablet has no room for. */
const droppedFirst: readonly ColumnId[] = ['fee', 'ended'];

/** A list of contracts; on a phone, of cards. */
export function ContractTable({ list, rows, failed, onRetry, onEvidence }: ContractTableProps) {
  const { t } = useTranslation();
  const columns = useColumns(onEvidence);
  const width = useWidth();
  const left: readonly ColumnId[] = width === 'medium' ? droppedFirst : [];
  return (
    <div className={classNames(classes.list, list === 'open' && classes.fading)}>
      <DataTable
        caption={t(texts[list].caption)}
        columns={chosen[list].filter((id) => !left.includes(id)).map((id) => columns[id])}
        rows={rows}
        rowKey={({ id }) => id}
        failed={failed}
        onRetry={onRetry}
        empty={t(texts[list].empty)}
        expectedRows={3}
        expectedHeight={48}
      />
    </div>
  );
}

type ColumnId =
  | 'contract'
  | 'stake'
  | 'strike'
  | 'index'
  | 'left'
  | 'payout'
  | 'settlement'
  | 'result'
  | 'fee'
  | 'ended'
  | 'evidence';

function useColumns(onEvidence: (contract: MicroOrder) => void): Readonly<Record<ColumnId, Column<MicroOrder>>> {
  const { t } = useTranslation();
  const figures = useFigures();
  const amount = useAmount();
  const names = useSecondsTexts();
  const figure = (id: string, head: string, cell: Column<MicroOrder>['cell']) => ({ id, head, figure: true, cell });
  return {
    contract: { id: 'contract', head: t('seconds.contract'), cell: (one) => <ContractName contract={one} /> },
    stake: figure('stake', t('seconds.stake'), (one) => amount(one.number, one.currency_name)),
    strike: figure('strike', t('seconds.strike'), (one) => <Price contract={one} price={one.open_price} />),
    index: figure('index', t('seconds.index'), (one) => <LiveLead contract={one} />),
    left: figure('left', t('seconds.left'), (one) => <Countdown contract={one} />),
    payout: figure('payout', t('seconds.ifRight'), (one) => <Payout contract={one} />),
    settlement: figure('settlement', t('seconds.settlement'), (one) => <Price contract={one} price={one.end_price} />),
    result: figure('result', t('seconds.result'), (one) => <Result contract={one} />),
    fee: figure('fee', t('seconds.fee'), (one) => amount(one.fee, one.currency_name)),
    ended: figure('ended', t('seconds.endedAt'), (one) => figures.dateTime(one.closed_at ?? one.end_at).slice(5)),
    evidence: {
      id: 'evidence',
      head: t('seconds.evidence'),
      figure: true,
      wide: true,
      cell: (one) => (
        <button
          type="button"
          className={classes.action}
          aria-label={`${t('seconds.showEvidence')}: ${names.name(one)} #${one.id}`}
          onClick={() => onEvidence(one)}
        >
          {t('seconds.showEvidence')}
        </button>
      ),
    },
  };
}

function ContractName({ contract }: { readonly contract: MicroOrder }) {
  const texts = useSecondsTexts();
  const isUp = contract.type === 1;
  return (
    <span className={classes.contract} data-ended={contract.status === 3}>
      <strong>{contract.symbol_name}</strong>
      <span className={classNames(classes.badge, isUp ? 'up' : 'down')}>
        {`${isUp ? '↑' : '↓'} ${texts.direction(contract)} ${texts.duration(contract.seconds)}`}
      </span>
    </span>
  );
}

interface PriceProps {
  readonly contract: MicroOrder;
  readonly price: string | null;
}

/** A price of the index of a contract, with all its decimals. */
function Price({ contract, price }: PriceProps) {
  const texts = useSecondsTexts();
  const base = useBaseCurrency(contract.match_id);
  const decimals = useIndex(base ?? 0)?.price_decimals;
  return price === null ? noFigure : texts.price(price, decimals);
}

/** The present index, and whether the contract would be won by it; the result once it has one. */
function LiveLead({ contract }: { readonly contract: MicroOrder }) {
  const texts = useSecondsTexts();
  const base = useBaseCurrency(contract.match_id);
  const price = useFromIndex(base ?? 0, (value) => value ?? null);
  const isOver = contract.status === 3;
  const lead = isOver ? null : leadOf(contract, price);
  return (
    <span className={classes.pair}>
      <Price contract={contract} price={isOver ? contract.end_price : price} />
      <span className={classNames(classes.small, leadClass(lead))} data-testid="lead">
        {lead === null ? null : `${leadSigns[lead]} ${texts.lead(lead)}`}
      </span>
    </span>
  );
}

const leadSigns = { ahead: '+', behind: '−', level: '=' } as const;

function leadClass(lead: ReturnType<typeof leadOf>): string | undefined {
  if (lead === null || lead === 'level') return classes.quiet;
  return lead === 'ahead' ? 'up' : 'down';
}

/** The seconds that are left, and what the contract waits for. */
function Countdown({ contract }: { readonly contract: MicroOrder }) {
  const { t } = useTranslation();
  const left = useFromNow((now) => secondsLeft(contract, now));
  const phase = useFromNow((now) => phaseAt(contract, now));
  const words = useMemo(
    () => ({
      striking: t('seconds.striking'),
      running: t('seconds.running'),
      settling: t('seconds.settling'),
      ended: t('seconds.awaiting'),
    }),
    [t],
  );
  if (contract.status === 3)
    return (
      <span className={classes.over}>
        <Result contract={contract} />
      </span>
    );
  return (
    <span className={classes.pair}>
      <span role="timer" aria-live="off" className={classes.left} data-testid="countdown">
        {clockText(left)}
      </span>
      <span className={classes.small}>{words[phase]}</span>
      <progress
        className={classes.progress}
        aria-hidden="true"
        value={contract.seconds - left}
        max={contract.seconds}
      />
    </span>
  );
}

/** The payout of a contract if it is won, before the fee, and its ratio. */
function Payout({ contract }: { readonly contract: MicroOrder }) {
  const amount = useAmount();
  const texts = useSecondsTexts();
  return (
    <span className={classes.pair}>
      <span>{`+${amount(contract.payout, contract.currency_name)}`}</span>
      <span className={classes.small}>{texts.ratio(contract.profit_ratio)}</span>
    </span>
  );
}

/** The gain or loss with its sign, and why. */
function Result({ contract }: { readonly contract: MicroOrder }) {
  const figures = useFigures();
  const texts = useSecondsTexts();
  const gain = `${signedAmount(contract.fact_profits, figures)}\u00a0${contract.currency_name}`;
  return (
    <span className={classes.pair} data-testid="result">
      <span className={classNames(classes.gain, wayOf(contract.fact_profits))}>{gain}</span>
      <span className={classes.small}>{texts.result(contract)}</span>
    </span>
  );
}
