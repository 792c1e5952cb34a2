import type { CustodyRow, ReconciliationRow, SurplusBookingRow } from '@bourse/contract/console';
import { useMemo } from 'react';
import type { ConsoleColumn } from '../../parts/column.ts';
import { Figure, Time } from '../../parts/figures.tsx';
import { StateBadge, type Tone } from '../../parts/state-badge.tsx';
import { useTexts } from '../../texts/texts.ts';

const tones: Readonly<Record<ReconciliationRow['finding'], Tone>> = {
  balanced: 'good',
  suspected: 'warning',
  short: 'bad',
  unseen: 'bad',
};

export function useReconciliationColumns(): readonly ConsoleColumn<ReconciliationRow>[] {
  const t = useTexts();
  return useMemo(() => {
    const amount = (field: 'balance' | 'expected' | 'difference'): ConsoleColumn<ReconciliationRow> => ({
      id: field,
      head: t(`reconciliation.${field}`),
      text: (row) => row[field],
      figure: true,
      width: 190,
      cell: (row) => <Figure value={row[field]} />,
    });
    const time = (id: 'since' | 'last', at: (row: ReconciliationRow) => number): ConsoleColumn<ReconciliationRow> => ({
      id,
      head: t(`reconciliation.${id}`),
      text: (row) => new Date(at(row)).toISOString(),
      width: 190,
      cell: (row) => <Time at={at(row)} />,
    });
    return [
      { id: 'chain', head: t('reconciliation.chain'), text: (row) => row.chain, width: 170 },
      { id: 'asset', head: t('reconciliation.asset'), text: (row) => row.code, width: 90 },
      {
        id: 'finding',
        head: t('reconciliation.finding'),
        text: (row) => t(`reconciliation.findings.${row.finding}`),
        cell: (row) => <StateBadge tone={tones[row.finding]}>{t(`reconciliation.findings.${row.finding}`)}</StateBadge>,
        width: 140,
      },
      amount('balance'),
      amount('expected'),
      amount('difference'),
      { id: 'height', head: t('reconciliation.height'), text: (row) => String(row.height), figure: true, width: 100 },
      { id: 'rounds', head: t('reconciliation.rounds'), text: (row) => String(row.rounds), figure: true, width: 80 },
      time('since', (row) => row.since),
      time('last', (row) => row.last_at),
    ];
  }, [t]);
}

const custodyFigures = [
  'owed',
  'on_chains',
  'debts',
  'capital',
  'demo',
  'difference',
  'received',
  'below_minimum',
  'unattributed',
  'dust',
  'uncredited',
  'unreversed',
  'paid',
  'unsettled',
  'fees',
  'unfounded',
  'unbooked_fees',
  'unbooked',
] as const;

/** The ledger beside all chains, with the parts of the difference. */
export function useCustodyColumns(): readonly ConsoleColumn<CustodyRow>[] {
  const t = useTexts();
  return useMemo(
    () => [
      { id: 'code', head: t('reconciliation.asset'), text: (row) => row.code, width: 90 },
      {
        id: 'finding',
        head: t('reconciliation.finding'),
        text: (row) => t(`reconciliation.findings.${row.finding}`),
        cell: (row) => <StateBadge tone={tones[row.finding]}>{t(`reconciliation.findings.${row.finding}`)}</StateBadge>,
        width: 140,
      },
      ...custodyFigures.map((name): ConsoleColumn<CustodyRow> => ({
        id: name,
        head: t(`reconciliation.custody.${name}`),
        text: (row) => row[name],
        figure: true,
        width: 150,
        cell: (row) => <Figure value={row[name]} />,
      })),
    ],
    [t],
  );
}

/** The surpluses that people have booked. */
export function useBookingColumns(): readonly ConsoleColumn<SurplusBookingRow>[] {
  const t = useTexts();
  return useMemo(
    () => [
      { id: 'chain', head: t('reconciliation.chain'), text: (row) => row.chain, width: 170 },
      { id: 'asset', head: t('reconciliation.asset'), text: (row) => row.code, width: 90 },
      ...(['amount', 'treasury'] as const).map((field): ConsoleColumn<SurplusBookingRow> => ({
        id: field,
        head: t(`reconciliation.${field}`),
        text: (row) => row[field],
        figure: true,
        width: 220,
        cell: (row) => <Figure value={row[field]} />,
      })),
      {
        id: 'state',
        head: t('reconciliation.state'),
        text: (row) => t(row.settled ? 'reconciliation.booked' : 'reconciliation.steps.settling'),
        cell: (row) => (
          <StateBadge tone={row.settled ? 'good' : 'warning'}>
            {t(row.settled ? 'reconciliation.booked' : 'reconciliation.steps.settling')}
          </StateBadge>
        ),
        width: 160,
      },
      { id: 'by', head: t('reconciliation.by'), text: (row) => row.by.name, width: 160 },
      {
        id: 'approval',
        head: t('reconciliation.approval'),
        text: (row) => (row.approval === null ? '–' : String(row.approval)),
        figure: true,
        width: 100,
      },
      {
        id: 'at',
        head: t('reconciliation.at'),
        text: (row) => new Date(row.at).toISOString(),
        cell: (row) => <Time at={row.at} />,
        width: 190,
      },
    ],
    [t],
  );
}
