import { topupCalls, type TopupRow } from '@bourse/contract/console';
import { useMemo, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { noFigure } from '../../../ui/figures.ts';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import type { ConsoleColumn } from '../../parts/column.ts';
import { ConsoleLink } from '../../parts/console-link.tsx';
import { ConsoleTable } from '../../parts/console-table.tsx';
import { Drawer, Facts } from '../../parts/drawer.tsx';
import { Amount, Figure, Time } from '../../parts/figures.tsx';
import { Filters, useFilters } from '../../parts/filters.tsx';
import { Screen } from '../../parts/screen.tsx';
import { StateBadge, type Tone } from '../../parts/state-badge.tsx';
import { useDrawer } from '../../parts/use-drawer.ts';
import { useTexts } from '../../texts/texts.ts';
import { useMay } from '../../wire/session.ts';
import { useList } from '../../wire/use-list.ts';

const statuses = ['pending', 'paid', 'declined', 'expired', 'charged_back'] as const;

/** The card top-ups of all users. */
export function TopupsScreen() {
  const t = useTexts();
  const filters = useFilters(topupCalls.topups);
  const list = useList(topupCalls.topups, filters.values);
  const drawer = useDrawer();
  const columns = useColumns();
  const open = list.rows?.find((row) => String(row.id) === drawer.id);
  return (
    <Screen
      title={t('topups.title')}
      filters={
        <Filters
          filters={filters}
          fields={[
            { kind: 'text', name: 'user', label: t('topups.userId'), width: 110 },
            {
              kind: 'choice',
              name: 'status',
              label: t('topups.reported'),
              options: statuses.map((status) => ({ value: status, label: t(`topups.statuses.${status}`) })),
            },
            {
              kind: 'choice',
              name: 'cases',
              label: t('topups.cases'),
              options: [{ value: 'open', label: t('topups.isCase') }],
            },
          ]}
        />
      }
      drawer={open !== undefined && <TopupDrawer topup={open} onClose={drawer.close} />}
    >
      <ConsoleTable
        name="topups"
        caption={t('topups.title')}
        columns={columns}
        list={list}
        rowKey={(row) => String(row.id)}
        empty={t('topups.empty')}
        drawer={drawer}
        filters={filters}
      />
    </Screen>
  );
}

interface TopupProps {
  readonly topup: TopupRow;
  readonly onClose: () => void;
}

function TopupDrawer({ topup, onClose }: TopupProps) {
  const t = useTexts();
  const mayChargeBack = useMay(topupCalls.chargeBackTopup);
  const mayClose = useMay(topupCalls.closeTopupCase);
  const [action, setAction] = useState<'chargeBack' | 'close' | null>(null);
  const canChargeBack = mayChargeBack && topup.status !== 'charged_back';
  const canClose = mayClose && topup.is_case;
  const { credited, currency_code: code, matures_at: maturesAt, user_id: user } = topup;
  return (
    <Drawer
      title={t('topups.one', { id: topup.id })}
      onClose={onClose}
      actions={
        (canChargeBack || canClose) && (
          <>
            {canChargeBack && (
              <Button size="dense" look="plain" onClick={() => setAction('chargeBack')}>
                {t('topups.chargeBack')}
              </Button>
            )}
            {canClose && (
              <Button size="dense" onClick={() => setAction('close')}>
                {t('topups.close')}
              </Button>
            )}
          </>
        )
      }
    >
      {topup.is_case && <p>{t(topup.status === 'charged_back' ? 'topups.chargedBackLate' : 'topups.received')}</p>}
      <Facts
        facts={[
          [t('words.state'), <TopupStatus key="state" topup={topup} />],
          [
            t('topups.user'),
            <ConsoleLink key="user" to={`/users?row=${user}`}>
              {String(user)}
            </ConsoleLink>,
          ],
          [t('topups.provider'), topup.provider],
          [t('topups.amount'), <Amount key="amount" value={topup.amount} currency="USD" />],
          [t('topups.fee'), <Amount key="fee" value={topup.fee} currency="USD" />],
          [t('topups.number'), <Amount key="number" value={topup.number} currency={code} />],
          [t('topups.credited'), credited === null ? noFigure : <Amount key="got" value={credited} currency={code} />],
          [t('topups.matures'), maturesAt === null ? noFigure : <Time key="matures" at={maturesAt} />],
          [t('topups.network'), topup.network],
          [t('topups.address'), topup.address ?? noFigure],
          [t('topups.expires'), <Time key="expires" at={topup.expires_at} />],
          [t('words.time'), <Time key="time" at={topup.created_at} />],
        ]}
      />
      {action === 'chargeBack' && <ChargeBackDialog topup={topup} onClose={() => setAction(null)} />}
      {action === 'close' && <CloseDialog topup={topup} onClose={() => setAction(null)} />}
    </Drawer>
  );
}

function ChargeBackDialog({ onClose, topup: { id, status } }: TopupProps) {
  const t = useTexts();
  return (
    <ActionDialog
      call={topupCalls.chargeBackTopup}
      title={t('topups.chargeBackTitle', { id })}
      confirmLabel={t('topups.chargeBack')}
      reasonCode="incident"
      isDestructive
      input={{ id }}
      changes={[
        {
          field: t('words.state'),
          before: t(`topups.statuses.${status}`),
          after: t('topups.statuses.charged_back'),
        },
      ]}
      onClose={onClose}
    >
      <p>{t('topups.chargeBackHint')}</p>
    </ActionDialog>
  );
}

function CloseDialog({ onClose, topup: { id } }: TopupProps) {
  const t = useTexts();
  return (
    <ActionDialog
      call={topupCalls.closeTopupCase}
      title={t('topups.closeTitle', { id })}
      confirmLabel={t('topups.close')}
      reasonCode="policy"
      input={{ id }}
      onClose={onClose}
    >
      <p>{t('topups.closeHint')}</p>
    </ActionDialog>
  );
}

const tones: Readonly<Record<TopupRow['status'], Tone>> = {
  pending: 'accent',
  paid: 'accent',
  credited: 'good',
  declined: 'quiet',
  expired: 'quiet',
  charged_back: 'bad',
};

function TopupStatus({ topup: { status } }: { readonly topup: Pick<TopupRow, 'status'> }) {
  const t = useTexts();
  return <StateBadge tone={tones[status]}>{t(`topups.statuses.${status}`)}</StateBadge>;
}

function useColumns(): readonly ConsoleColumn<TopupRow>[] {
  const t = useTexts();
  return useMemo(
    () => [
      { id: 'id', head: t('words.id'), text: (row) => String(row.id), figure: true, width: 70 },
      {
        id: 'time',
        head: t('words.time'),
        text: (row) => new Date(row.created_at).toISOString(),
        cell: (row) => <Time at={row.created_at} />,
        width: 230,
      },
      {
        id: 'state',
        head: t('words.state'),
        text: (row) => t(`topups.statuses.${row.status}`),
        cell: (row) => <TopupStatus topup={row} />,
        width: 140,
      },
      {
        id: 'case',
        head: t('topups.cases'),
        text: (row) => (row.is_case ? t('topups.isCase') : ''),
        cell: (row) => row.is_case && <StateBadge tone="warning">{t('topups.isCase')}</StateBadge>,
        width: 110,
      },
      { id: 'user', head: t('topups.user'), text: (row) => String(row.user_id), width: 90 },
      {
        id: 'amount',
        head: t('topups.amount'),
        text: (row) => row.amount,
        cell: (row) => <Figure value={row.amount} />,
        figure: true,
        width: 140,
      },
      {
        id: 'number',
        head: t('topups.number'),
        text: (row) => row.number,
        cell: (row) => <Figure value={row.number} />,
        figure: true,
        width: 150,
      },
      { id: 'currency', head: t('topups.currency'), text: (row) => row.currency_code, width: 90 },
      { id: 'provider', head: t('topups.provider'), text: (row) => row.provider, width: 100 },
    ],
    [t],
  );
}
