import { Textarea, TextInput } from '@mantine/core';
import { type P2pBondRow, p2pCalls } from '@bourse/contract/console';
import { countWords, minFeedbackWords } from '@bourse/contract/support';
import { useMemo, useState, type ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { noFigure } from '../../../ui/figures.ts';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import type { ConsoleColumn } from '../../parts/column.ts';
import { amountColumn, idColumn, shownColumn } from '../../parts/columns.tsx';
import { ConsoleTable } from '../../parts/console-table.tsx';
import { Drawer, Facts } from '../../parts/drawer.tsx';
import { Amount, Figure, Time } from '../../parts/figures.tsx';
import { Filters, useFilters } from '../../parts/filters.tsx';
import { Screen } from '../../parts/screen.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { useDrawer } from '../../parts/use-drawer.ts';
import { wholeNumber } from '../../parts/whole-number.ts';
import { useTexts } from '../../texts/texts.ts';
import { useMay } from '../../wire/session.ts';
import { useList } from '../../wire/use-list.ts';
import { merchantTones } from './p2p-tones.ts';
import { UserLink } from './user-link.tsx';

interface BondAction {
  readonly kind: 'pay' | 'return';
  readonly row: P2pBondRow;
}

/** The bonds of merchants, of which whole parts are held. */
export function BondsView({ tabs }: { readonly tabs: ReactNode }) {
  const t = useTexts();
  const filters = useFilters(p2pCalls.p2pBonds);
  const list = useList(p2pCalls.p2pBonds, filters.values);
  const drawer = useDrawer();
  const [action, begin] = useState<BondAction | null>(null);
  const columns = useColumns();
  const open = list.rows?.find((row) => String(row.id) === drawer.id);
  return (
    <Screen
      title={t('fiat.title')}
      filters={
        <>
          {tabs}
          <Filters filters={filters} fields={[{ kind: 'text', name: 'user', label: t('fiat.user'), width: 110 }]} />
        </>
      }
      drawer={open !== undefined && <BondDrawer key={open.id} row={open} onClose={drawer.close} onAction={begin} />}
    >
      <ConsoleTable
        name="fiat-bonds"
        caption={t('fiat.views.bonds')}
        columns={columns}
        list={list}
        rowKey={(row) => String(row.id)}
        empty={t('fiat.noBonds')}
        drawer={drawer}
        filters={filters}
      />
      {action?.kind === 'pay' && <PayDialog row={action.row} onClose={() => begin(null)} />}
      {action?.kind === 'return' && <ReturnDialog row={action.row} onClose={() => begin(null)} />}
    </Screen>
  );
}

interface BondDrawerProps {
  readonly row: P2pBondRow;
  readonly onClose: () => void;
  readonly onAction: (action: BondAction) => void;
}

function BondDrawer({ onAction, onClose, row }: BondDrawerProps) {
  const t = useTexts();
  const mayPay = useMay(p2pCalls.payP2pBond);
  const mayReturn = useMay(p2pCalls.returnP2pBond);
  const amount = (value: string): ReactNode => <Amount value={value} currency={row.currency_code} />;
  return (
    <Drawer
      title={row.merchant}
      onClose={onClose}
      actions={
        row.parts_held > 0 && (
          <>
            {mayPay && (
              <Button size="dense" look="danger" onClick={() => onAction({ kind: 'pay', row })}>
                {t('fiat.payBond')}
              </Button>
            )}
            {mayReturn && (
              <Button size="dense" look="plain" onClick={() => onAction({ kind: 'return', row })}>
                {t('fiat.returnBond')}
              </Button>
            )}
          </>
        )
      }
    >
      <Facts
        facts={[
          [t('fiat.user'), <UserLink key="user" id={row.id} />],
          [t('words.state'), t(`fiat.merchantStates.${row.state}`)],
          [t('fiat.part'), amount(row.part)],
          [t('fiat.parts'), <Figure key="parts" value={row.parts_held} />],
          [t('fiat.held'), amount(row.held)],
          [t('fiat.paidOut'), amount(row.paid)],
          [t('fiat.returned'), amount(row.returned)],
          [t('fiat.returnAt'), row.returned_at === null ? noFigure : <Time key="at" at={row.returned_at} />],
        ]}
      />
    </Drawer>
  );
}

type DialogProps = Pick<BondDrawerProps, 'onClose' | 'row'>;

/** The largest number of a user and of an order in a field. */
const largest = { user: 2 ** 30 - 1, order: Number.MAX_SAFE_INTEGER } as const;
/** The most characters of a text to users. */
const longest = 1_000;

function PayDialog({ onClose, row }: DialogProps) {
  const t = useTexts();
  const [texts, setTexts] = useState({ to: '', parts: '1', order: '' });
  const [words, setWords] = useState('');
  const to = wholeNumber(texts.to, 1, largest.user);
  const parts = wholeNumber(texts.parts, 1, row.parts_held);
  const order = wholeNumber(texts.order, 1, largest.order);
  const isComplete = to !== null && parts !== null && order !== null && countWords(words) >= minFeedbackWords;
  const field = (name: keyof typeof texts, label: string, most: number, error: string | null) => (
    <TextInput
      label={label}
      inputMode="numeric"
      value={texts[name]}
      error={
        error ??
        (texts[name] === '' || wholeNumber(texts[name], 1, most) !== null
          ? null
          : t('entry.whole', { min: 1, max: most }))
      }
      onChange={(event) => setTexts({ ...texts, [name]: event.currentTarget.value })}
    />
  );
  return (
    <ActionDialog
      call={p2pCalls.payP2pBond}
      title={t('fiat.payBondTitle', { name: row.merchant })}
      confirmLabel={t('fiat.payBond')}
      reasonCode="compensation"
      isDestructive
      input={isComplete ? { user_id: row.id, to, parts, order_id: order, words: words.trim() } : null}
      changes={parts === null ? [] : [partsChange(t('fiat.parts'), row, parts)]}
      fields={['to', 'parts', 'order', 'words']}
      fieldOf={{ user_unknown: 'to', bond_parts: 'parts', order_unknown: 'order', words_too_few: 'words' }}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <p>{t('fiat.payBondHint')}</p>
          {field('to', t('fiat.receiver'), largest.user, errorOf('to'))}
          {field('parts', t('fiat.partsCount'), row.parts_held, errorOf('parts'))}
          {field('order', t('fiat.damageOrder'), largest.order, errorOf('order'))}
          <Textarea
            label={t('fiat.words')}
            description={t('fiat.wordsHint', { words: countWords(words), minimum: minFeedbackWords })}
            rows={3}
            maxLength={longest}
            value={words}
            error={errorOf('words')}
            spellCheck
            onChange={(event) => setWords(event.currentTarget.value)}
          />
        </>
      )}
    </ActionDialog>
  );
}

function ReturnDialog({ onClose, row }: DialogProps) {
  const t = useTexts();
  const [text, setText] = useState(String(row.parts_held));
  const parts = wholeNumber(text, 1, row.parts_held);
  return (
    <ActionDialog
      call={p2pCalls.returnP2pBond}
      title={t('fiat.returnBondTitle', { name: row.merchant })}
      confirmLabel={t('fiat.returnBond')}
      reasonCode="policy"
      input={parts === null ? null : { user_id: row.id, parts }}
      changes={parts === null ? [] : [partsChange(t('fiat.parts'), row, parts)]}
      fields={['parts']}
      fieldOf={{ bond_parts: 'parts' }}
      onClose={onClose}
    >
      {(errorOf) => (
        <TextInput
          label={t('fiat.partsCount')}
          inputMode="numeric"
          value={text}
          error={errorOf('parts') ?? (parts === null ? t('entry.whole', { min: 1, max: row.parts_held }) : null)}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
    </ActionDialog>
  );
}

function partsChange(field: string, row: P2pBondRow, parts: number) {
  return { field, before: String(row.parts_held), after: String(row.parts_held - parts) };
}

function useColumns(): readonly ConsoleColumn<P2pBondRow>[] {
  const t = useTexts();
  return useMemo(
    (): readonly ConsoleColumn<P2pBondRow>[] => [
      idColumn('user', t('fiat.user'), (row) => row.id),
      { id: 'merchant', head: t('fiat.merchant'), text: (row) => row.merchant },
      shownColumn(
        { id: 'state', head: t('words.state'), width: 120, text: (row) => t(`fiat.merchantStates.${row.state}`) },
        (row) => <StateBadge tone={merchantTones[row.state]}>{t(`fiat.merchantStates.${row.state}`)}</StateBadge>,
      ),
      idColumn('parts', t('fiat.parts'), (row) => row.parts_held),
      amountColumn('held', t('fiat.held'), (row) => [row.held, row.currency_code]),
      amountColumn('paid', t('fiat.paidOut'), (row) => [row.paid, row.currency_code]),
      amountColumn('returned', t('fiat.returned'), (row) => [row.returned, row.currency_code]),
      shownColumn(
        {
          id: 'return_at',
          head: t('fiat.returnAt'),
          width: 180,
          text: (row) => (row.returned_at === null ? '' : new Date(row.returned_at).toISOString()),
        },
        (row) => <Time at={row.returned_at} />,
      ),
    ],
    [t],
  );
}
