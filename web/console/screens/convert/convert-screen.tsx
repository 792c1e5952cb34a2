import {
  convertCalls,
  type ConvertCurrencyRow,
  type ConvertDecision,
  type ConvertSettings,
} from '@bourse/contract/console';
import { useMemo, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import type { Change } from '../../parts/changes.ts';
import type { ConsoleColumn } from '../../parts/column.ts';
import { ConsoleTable } from '../../parts/console-table.tsx';
import { Drawer, Facts } from '../../parts/drawer.tsx';
import { Amount, Figure } from '../../parts/figures.tsx';
import { History } from '../../parts/history.tsx';
import { percentOf } from '../../parts/percent.ts';
import { Screen } from '../../parts/screen.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { useDrawer } from '../../parts/use-drawer.ts';
import { useTexts } from '../../texts/texts.ts';
import { useMay } from '../../wire/session.ts';
import { useList, useRowsOf } from '../../wire/use-list.ts';
import { useRead } from '../../wire/use-read.ts';
import { type ConvertAction, ConvertDialog } from './convert-dialogs.tsx';

const rowsOf = ({ currencies }: ConvertSettings): readonly ConvertCurrencyRow[] => currencies;

/** The currencies that users can convert, with their spreads and the tolerance. */
export function ConvertScreen() {
  const t = useTexts();
  const read = useRead(convertCalls.convertSettings, {});
  const list = useRowsOf(read, rowsOf);
  const drawer = useDrawer();
  const mayConfigure = useMay(convertCalls.configureConvert);
  const [action, begin] = useState<ConvertAction | null>(null);
  const settings = read.data;
  const columns = useColumns(settings?.reference_code ?? '');
  const open = settings?.currencies.find((row) => String(row.currency_id) === drawer.id);
  return (
    <Screen
      title={t('convert.title')}
      actions={
        settings !== undefined && (
          <>
            <span>{t('convert.toleranceNow', { percent: percentOf(settings.tolerance) })}</span>
            {mayConfigure && (
              <Button size="dense" onClick={() => begin({ kind: 'tolerance' })}>
                {t('convert.changeTolerance')}
              </Button>
            )}
          </>
        )
      }
      drawer={
        open !== undefined && (
          <CurrencyDrawer
            currency={open}
            reference={settings?.reference_code ?? ''}
            onClose={drawer.close}
            onAction={mayConfigure ? begin : null}
          />
        )
      }
    >
      <ConsoleTable
        name="convert"
        caption={t('convert.title')}
        columns={columns}
        list={list}
        rowKey={(row) => String(row.currency_id)}
        empty={t('convert.empty')}
        drawer={drawer}
      />
      {action !== null && settings !== undefined && (
        <ConvertDialog action={action} settings={settings} onClose={() => begin(null)} />
      )}
    </Screen>
  );
}

interface CurrencyDrawerProps {
  readonly currency: ConvertCurrencyRow;
  readonly reference: string;
  readonly onClose: () => void;
  /** Null for staff who may not decide. */
  readonly onAction: ((action: ConvertAction) => void) | null;
}

/** A currency, and the decisions about conversions of all currencies. */
function CurrencyDrawer({ currency, reference, onClose, onAction }: CurrencyDrawerProps) {
  const t = useTexts();
  const history = useList(convertCalls.convertHistory, {});
  const changesOf = useDecisionChanges();
  const { currency_code: code, price, spread, treasury } = currency;
  return (
    <Drawer
      title={t('convert.one', { code })}
      onClose={onClose}
      actions={
        onAction !== null && (
          <>
            <Button size="dense" onClick={() => onAction({ kind: 'spread', currency })}>
              {t(spread === null ? 'convert.offer' : 'convert.changeSpread')}
            </Button>
            {spread !== null && (
              <Button size="dense" look="danger" onClick={() => onAction({ kind: 'stop', currency })}>
                {t('convert.stop')}
              </Button>
            )}
          </>
        )
      }
    >
      <Facts
        facts={[
          [t('words.state'), <OfferState key="state" spread={spread} />],
          [t('convert.spread'), spread === null ? null : t('convert.percent', { percent: percentOf(spread) })],
          [t('convert.price', { code: reference }), <Figure key="price" value={price} />],
          [t('convert.treasury'), <Amount key="treasury" value={treasury} currency={code} />],
        ]}
      />
      <History list={history} changesOf={changesOf} />
    </Drawer>
  );
}

function OfferState({ spread }: Pick<ConvertCurrencyRow, 'spread'>) {
  const t = useTexts();
  return (
    <StateBadge tone={spread === null ? 'quiet' : 'good'}>
      {t(spread === null ? 'convert.states.closed' : 'convert.states.offered')}
    </StateBadge>
  );
}

/** Returns the values that a decision changed, as percentages. */
function useDecisionChanges(): (decision: ConvertDecision) => readonly Change[] {
  const t = useTexts();
  const shown = (value: unknown): string | null =>
    typeof value === 'string' ? t('convert.percent', { percent: percentOf(value) }) : null;
  return ({ after, before }) =>
    [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
      .map((name) => ({
        field: name === 'tolerance' ? t('convert.tolerance') : `${t('convert.spread')} ${name}`,
        before: shown(before?.[name]),
        after: shown(after?.[name]),
      }))
      .filter((change) => change.before !== change.after);
}

function useColumns(reference: string): readonly ConsoleColumn<ConvertCurrencyRow>[] {
  const t = useTexts();
  return useMemo(
    () => [
      { id: 'currency', head: t('convert.currency'), text: (row) => row.currency_code, width: 100 },
      {
        id: 'state',
        head: t('words.state'),
        text: ({ spread }) => t(spread === null ? 'convert.states.closed' : 'convert.states.offered'),
        cell: ({ spread }) => <OfferState spread={spread} />,
        width: 110,
      },
      {
        id: 'spread',
        head: t('convert.spread'),
        text: ({ spread }) => (spread === null ? '' : t('convert.percent', { percent: percentOf(spread) })),
        figure: true,
        width: 90,
      },
      {
        id: 'price',
        head: t('convert.price', { code: reference }),
        text: (row) => row.price ?? '',
        cell: (row) => <Figure value={row.price} />,
        figure: true,
        width: 160,
      },
      {
        id: 'treasury',
        head: t('convert.treasury'),
        text: (row) => `${row.treasury} ${row.currency_code}`,
        cell: (row) => <Amount value={row.treasury} currency={row.currency_code} />,
        figure: true,
        width: 180,
      },
    ],
    [reference, t],
  );
}
