import type { CustodyRow, ReconciliationRow } from '@bourse/contract/console';
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
