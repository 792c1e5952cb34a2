import type { SweepRow, TreasuryRow } from '@bourse/contract/console';
import { useMemo } from 'react';
import { noFigure } from '../../../ui/figures.ts';
import type { ConsoleColumn } from '../../parts/column.ts';
import { Figure, Time } from '../../parts/figures.tsx';
import { StateBadge, type Tone } from '../../parts/state-badge.tsx';
import { useTexts } from '../../texts/texts.ts';
import { reasonOfSweep } from './sweep-reason.ts';

const walletTones: Readonly<Record<TreasuryRow['state'], Tone>> = {
  unread: 'quiet',
  unlimited: 'quiet',
  low: 'bad',
  within: 'good',
  high: 'warning',
};

const sweepTones: Readonly<Record<SweepRow['stage'], Tone>> = {
  planned: 'accent',
  gas_sent: 'accent',
  gas_final: 'accent',
  sent: 'accent',
  final: 'good',
  failed: 'bad',
  released: 'quiet',
};

export function WalletState({ state }: Pick<TreasuryRow, 'state'>) {
  const t = useTexts();
  return <StateBadge tone={walletTones[state]}>{t(`treasury.states.${state}`)}</StateBadge>;
}

export function SweepStage({ sweep: { refused, stage } }: { readonly sweep: SweepRow }) {
  const t = useTexts();
  return <StateBadge tone={refused ? 'bad' : sweepTones[stage]}>{t(`treasury.stages.${stage}`)}</StateBadge>;
}

const walletFigures = [
  ['hot', 'hot'],
  ['hot_min', 'min'],
  ['hot_max', 'max'],
  ['waiting', 'waiting'],
  ['unswept', 'unswept'],
  ['sweeping', 'sweeping'],
  ['moved_to_cold', 'cold'],
] as const;

export function useWalletColumns(): readonly ConsoleColumn<TreasuryRow>[] {
  const t = useTexts();
  return useMemo(() => {
    const [hot, ...others] = walletFigures.map(([field, name]): ConsoleColumn<TreasuryRow> => ({
      id: field,
      head: t(`treasury.${name}`),
      text: (row) => row[field] ?? '',
      figure: true,
      width: 170,
      cell: (row) => (row[field] === null ? noFigure : <Figure value={row[field]} />),
    }));
    return [
      { id: 'chain', head: t('treasury.chain'), text: (row) => row.chain, width: 120 },
      { id: 'code', head: t('treasury.asset'), text: (row) => row.code, width: 80 },
      ...(hot === undefined ? [] : [hot]),
      {
        id: 'state',
        head: t('treasury.state'),
        text: (row) => t(`treasury.states.${row.state}`),
        width: 140,
        cell: (row) => <WalletState state={row.state} />,
      },
      ...others,
    ];
  }, [t]);
}

export function useSweepColumns(): readonly ConsoleColumn<SweepRow>[] {
  const t = useTexts();
  return useMemo(
    () => [
      { id: 'id', head: t('words.id'), text: (row) => String(row.id), figure: true, width: 70 },
      { id: 'kind', head: t('treasury.kind'), text: (row) => t(`treasury.kinds.${row.kind}`), width: 130 },
      { id: 'chain', head: t('treasury.chain'), text: (row) => row.chain, width: 120 },
      { id: 'code', head: t('treasury.asset'), text: (row) => row.code, width: 80 },
      {
        id: 'amount',
        head: t('treasury.amount'),
        text: (row) => row.amount,
        figure: true,
        width: 190,
        cell: (row) => <Figure value={row.amount} />,
      },
      {
        id: 'stage',
        head: t('treasury.state'),
        text: (row) => t(`treasury.stages.${row.stage}`),
        width: 180,
        cell: (row) => <SweepStage sweep={row} />,
      },
      { id: 'reason', head: t('treasury.reason'), text: (row) => reasonOfSweep(t, row) ?? '', width: 240 },
      { id: 'from', head: t('treasury.from'), text: (row) => row.from, width: 340 },
      {
        id: 'changed',
        head: t('treasury.changed'),
        width: 190,
        text: (row) => new Date(row.changed_at).toISOString(),
        cell: (row) => <Time at={row.changed_at} />,
      },
    ],
    [t],
  );
}
