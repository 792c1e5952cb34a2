import { approvalCalls, approvalViews, type ApprovalView, type Verdict } from '@bourse/contract/console';
import { useMemo, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import { useAddress } from '../../parts/address.ts';
import { changesBetween } from '../../parts/changes.ts';
import type { ConsoleColumn } from '../../parts/column.ts';
import { ConsoleTable } from '../../parts/console-table.tsx';
import { Drawer } from '../../parts/drawer.tsx';
import { Time } from '../../parts/figures.tsx';
import { Screen } from '../../parts/screen.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { useDrawer } from '../../parts/use-drawer.ts';
import { useTexts } from '../../texts/texts.ts';
import { useMay } from '../../wire/session.ts';
import { type RowOf, useList } from '../../wire/use-list.ts';
import { useRead } from '../../wire/use-read.ts';
import { ApprovalDetails, subjectOf } from './approval-details.tsx';
import { stageTones } from './stage-tone.ts';

type Row = RowOf<typeof approvalCalls.approvals>;

/** Requests that need a second person: those that wait for the reader, the reader's own, and all. */
export function ApprovalsScreen() {
  const t = useTexts();
  const { query, set } = useAddress();
  const drawer = useDrawer();
  const mayVote = useMay(approvalCalls.voteOnApproval);
  const [deciding, decide] = useState<{ readonly id: number; readonly verdict: Verdict | 'withdraw' } | null>(null);
  const view: ApprovalView = approvalViews.find((known) => known === query.get('view')) ?? 'waiting';
  const list = useList(approvalCalls.approvals, { view });
  const isRow = drawer.id !== null && /^[1-9][0-9]{0,14}$/.test(drawer.id);
  const read = useRead(approvalCalls.approval, { id: drawer.id ?? '' }, { when: isRow });
  const open = isRow && String(read.data?.id) === drawer.id ? read.data : undefined;
  const columns = useColumns();
  const begin = (verdict: Verdict) => (row: Row) => {
    drawer.open(String(row.id));
    decide({ id: row.id, verdict });
  };
  return (
    <Screen
      title={t('approvals.title')}
      filters={
        <Tabs
          label={t('approvals.views.label')}
          tabs={approvalViews.map((id) => ({ id, label: t(`approvals.views.${id}`) }))}
          selected={view}
          onSelect={(id) => set({ view: id === 'waiting' ? null : id, row: null })}
        />
      }
      drawer={
        open !== undefined && (
          <Drawer
            title={t('approvals.number', { id: open.id })}
            onClose={drawer.close}
            actions={
              <>
                {open.may_vote && (
                  <>
                    <Button size="dense" look="accent" onClick={() => decide({ id: open.id, verdict: 'approve' })}>
                      {t('approvals.approve')}
                    </Button>
                    <Button size="dense" look="danger" onClick={() => decide({ id: open.id, verdict: 'refuse' })}>
                      {t('approvals.refuse')}
                    </Button>
                  </>
                )}
                {open.may_withdraw && (
                  <Button size="dense" look="plain" onClick={() => decide({ id: open.id, verdict: 'withdraw' })}>
                    {t('approvals.withdraw')}
                  </Button>
                )}
              </>
            }
          >
            <ApprovalDetails approval={open} />
          </Drawer>
        )
      }
    >
      <ConsoleTable
        name="approvals"
        caption={t('approvals.title')}
        columns={columns}
        list={list}
        rowKey={(row) => String(row.id)}
        empty={t(`approvals.empty.${view}`)}
        drawer={drawer}
        onApprove={mayVote && view === 'waiting' ? begin('approve') : undefined}
        onRefuse={mayVote && view === 'waiting' ? begin('refuse') : undefined}
      />
      {deciding !== null && deciding.verdict === 'withdraw' && (
        <ActionDialog
          call={approvalCalls.withdrawApproval}
          title={t('approvals.titles.withdraw', { id: deciding.id })}
          confirmLabel={t('approvals.withdraw')}
          input={{ id: deciding.id }}
          onClose={() => decide(null)}
        />
      )}
      {deciding !== null && deciding.verdict !== 'withdraw' && open?.id === deciding.id && (
        <ActionDialog
          call={approvalCalls.voteOnApproval}
          title={t(`approvals.titles.${deciding.verdict}`, { id: deciding.id })}
          confirmLabel={t(`approvals.${deciding.verdict}`)}
          isDestructive={deciding.verdict === 'refuse'}
          reasonCode={open.reason_code}
          changes={changesBetween(open.before, open.after)}
          // The hash names the request that is on screen: if it is another one by then, the vote is refused.
          input={{ id: deciding.id, verdict: deciding.verdict, payload_hash: open.payload_hash }}
          onClose={() => decide(null)}
        />
      )}
    </Screen>
  );
}

function useColumns(): readonly ConsoleColumn<Row>[] {
  const t = useTexts();
  return useMemo(
    () => [
      { id: 'id', head: t('words.id'), text: (row) => String(row.id), figure: true, width: 70 },
      { id: 'call', head: t('approvals.action'), text: (row) => row.call, width: 190 },
      { id: 'subject', head: t('approvals.subject'), text: subjectOf, width: 160 },
      { id: 'asked_by', head: t('approvals.askedBy'), text: (row) => row.asked_by.name, width: 150 },
      { id: 'reason', head: t('approvals.reason'), text: (row) => row.reason },
      {
        id: 'votes',
        head: t('approvals.votes'),
        text: (row) => t('approvals.votesOf', { approved: row.approved, needs: row.needs }),
        width: 90,
      },
      {
        id: 'asked_at',
        head: t('approvals.askedAt'),
        text: (row) => new Date(row.asked_at).toISOString(),
        cell: (row) => <Time at={row.asked_at} only="relative" />,
        width: 100,
      },
      {
        id: 'expires_at',
        head: t('approvals.expires'),
        text: (row) => new Date(row.expires_at).toISOString(),
        cell: (row) => (row.stage === 'open' ? <Time at={row.expires_at} only="relative" /> : '–'),
        width: 100,
      },
      {
        id: 'stage',
        head: t('approvals.stage'),
        text: (row) => row.stage,
        cell: (row) => <StateBadge tone={stageTones[row.stage]}>{t(`approvals.stages.${row.stage}`)}</StateBadge>,
        width: 190,
      },
    ],
    [t],
  );
}
