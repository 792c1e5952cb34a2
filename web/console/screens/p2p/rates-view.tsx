import { p2pCalls, type P2pRateRow } from '@bourse/contract/console';
import { useMemo, useState, type ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import type { ConsoleColumn } from '../../parts/column.ts';
import { shownColumn } from '../../parts/columns.tsx';
import { ConsoleTable } from '../../parts/console-table.tsx';
import { FigureInput } from '../../parts/figure-input.tsx';
import { Figure, Time } from '../../parts/figures.tsx';
import { Screen } from '../../parts/screen.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { useTexts } from '../../texts/texts.ts';
import { useMay } from '../../wire/session.ts';
import { useList } from '../../wire/use-list.ts';
import { isLargeChange, isRate } from './rate-change.ts';

/** The rates of fiat currencies, which floating prices follow. */
export function RatesView({ tabs }: { readonly tabs: ReactNode }) {
  const t = useTexts();
  const list = useList(p2pCalls.p2pRates, {});
  const maySet = useMay(p2pCalls.setP2pRate);
  const [changing, change] = useState<P2pRateRow | null>(null);
  const columns = useColumns(maySet, change);
  return (
    <Screen title={t('fiat.title')} filters={tabs}>
      <ConsoleTable
        name="fiat-rates"
        caption={t('fiat.views.rates')}
        columns={columns}
        list={list}
        rowKey={(row) => row.fiat}
        empty={t('fiat.noRates')}
      />
      {changing !== null && <SetRate row={changing} onClose={() => change(null)} />}
    </Screen>
  );
}

interface SetRateProps {
  readonly row: P2pRateRow;
  readonly onClose: () => void;
}

function SetRate({ onClose, row: { fiat, rate: before, version } }: SetRateProps) {
  const t = useTexts();
  const [text, setText] = useState(before ?? '');
  const rate = text.trim();
  const isValid = isRate(rate);
  return (
    <ActionDialog
      call={p2pCalls.setP2pRate}
      title={t('fiat.setRateTitle', { fiat })}
      confirmLabel={t('fiat.setRate')}
      reasonCode="market_conditions"
      needsSecond={isValid && isLargeChange(before, rate)}
      input={isValid && rate !== before ? { fiat, version, rate } : null}
      changes={isValid ? [{ field: t('fiat.rateUnit', { fiat }), before, after: rate }] : []}
      fields={['rate']}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <p>{t('fiat.setRateHint')}</p>
          <FigureInput
            label={t('fiat.rateUnit', { fiat })}
            value={text}
            error={errorOf('rate') ?? (text === '' || isValid ? null : t('entry.amount'))}
            onChange={setText}
          />
        </>
      )}
    </ActionDialog>
  );
}

function useColumns(maySet: boolean, onSet: (row: P2pRateRow) => void): readonly ConsoleColumn<P2pRateRow>[] {
  const t = useTexts();
  return useMemo((): readonly ConsoleColumn<P2pRateRow>[] => {
    const columns: readonly ConsoleColumn<P2pRateRow>[] = [
      { id: 'fiat', head: t('fiat.currency'), width: 130, text: (row) => row.fiat },
      shownColumn(
        { id: 'rate', head: t('fiat.rate'), figure: true, width: 140, text: (row) => row.rate ?? '' },
        (row) => <Figure value={row.rate} />,
      ),
      { id: 'source', head: t('fiat.source'), width: 120, text: (row) => t(`fiat.sources.${row.source}`) },
      shownColumn(
        {
          id: 'at',
          head: t('fiat.rateAt'),
          width: 220,
          text: (row) => (row.at === null ? '' : new Date(row.at).toISOString()),
        },
        (row) => <Time at={row.at} />,
      ),
      shownColumn(
        {
          id: 'state',
          head: t('words.state'),
          width: 110,
          text: (row) => t(row.stale ? 'fiat.stale' : 'fiat.current'),
        },
        (row) => (
          <StateBadge tone={row.stale ? 'bad' : 'good'}>{t(row.stale ? 'fiat.stale' : 'fiat.current')}</StateBadge>
        ),
      ),
      { id: 'by', head: t('fiat.changedBy'), text: (row) => row.changed_by ?? '' },
    ];
    if (!maySet) return columns;
    const action = shownColumn<P2pRateRow>(
      { id: 'action', head: t('fiat.setRate'), width: 110, text: () => '' },
      (row) => (
        <Button size="dense" look="plain" onClick={() => onSet(row)}>
          {t('fiat.setRate')}
        </Button>
      ),
    );
    return [...columns, action];
  }, [maySet, onSet, t]);
}
