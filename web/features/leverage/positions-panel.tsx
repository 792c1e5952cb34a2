import { cancelLever, closeLever, closeLeverBatch, reverseLever } from '@bourse/contract/leverage';
import type { Match } from '@bourse/contract/markets';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSessionToken } from '../../live/read.ts';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { PageButtons } from '../../ui/page-buttons.tsx';
import { Panel } from '../../ui/panel.tsx';
import { requestedPart } from '../../ui/requested-part.ts';
import { EmptyState } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { EndDialog } from './end-dialog.tsx';
import { useClosedRows, useOpenRows } from './lever-reads.ts';
import { type Act, PositionTable } from './position-table.tsx';
import classes from './positions.module.css';

const StopsDialog = requestedPart(
  async () => (await import('./stops-dialog.tsx')).StopsDialog,
  ({ onClose }) => onClose(),
);

type Tab = 'current' | 'all' | 'orders' | 'closed';

/** The user's positions and orders: those of the pair, all positions, all orders, and the closed ones. */
export function PositionsPanel({ match }: { readonly match: Match }) {
  const { t } = useTranslation();
  const token = useSessionToken();
  const [tab, setTab] = useState<Tab>('current');
  const [act, setAct] = useState<Act | null>(null);
  const held = useOpenRows('held');
  const ordered = useOpenRows('ordered');
  const close = (): void => setAct(null);
  const all = held.data?.data.data;
  const current = all?.filter((position) => position.currency_match_id === match.id);
  const rows = { current, all, orders: ordered.data?.data.data };
  const tabs = [
    { id: 'current', label: t('lever.current'), count: current?.length ?? 0 },
    { id: 'all', label: t('lever.all'), count: all?.length ?? 0 },
    { id: 'orders', label: t('lever.orders'), count: rows.orders?.length ?? 0 },
    { id: 'closed', label: t('lever.closed') },
  ] as const;
  const read = tab === 'orders' ? ordered : held;
  return (
    <Panel
      label={t('lever.positions')}
      head={<Tabs label={t('lever.positions')} tabs={tabs} selected={tab} onSelect={setTab} />}
      tools={
        (tab === 'current' || tab === 'all') &&
        (rows[tab]?.length ?? 0) > 0 && (
          <BatchMenu
            match={tab === 'current' ? match : null}
            onChoose={(scope) => setAct({ kind: 'batch', ...scope })}
          />
        )
      }
    >
      {token === null ? (
        <EmptyState text={t('lever.visitor')}>
          <Link to="/login" search={{ redirect: '/lever' }}>
            {t('shell.login')}
          </Link>
        </EmptyState>
      ) : tab === 'closed' ? (
        <ClosedPositions />
      ) : (
        <PositionTable
          list={tab === 'orders' ? 'orders' : 'held'}
          rows={rows[tab]}
          failed={read.isError}
          onRetry={() => void read.refetch()}
          onAct={setAct}
        />
      )}
      <Acts act={act} onClose={close} />
    </Panel>
  );
}

function ClosedPositions() {
  const [page, setPage] = useState(1);
  const { data, isError, refetch } = useClosedRows(page);
  return (
    <>
      <PositionTable
        list="closed"
        rows={data?.data.data}
        failed={isError}
        onRetry={() => void refetch()}
        onAct={() => undefined}
      />
      {data !== undefined && (
        <PageButtons page={page} pages={Math.ceil(data.data.total / data.data.per_page)} onChange={setPage} />
      )}
    </>
  );
}

interface BatchMenuProps {
  /** The pair whose positions are closed; null for all pairs. */
  readonly match: Match | null;
  readonly onChoose: (scope: { readonly type: 0 | 1 | 2; readonly match: Match | null }) => void;
}

/** Closes all positions, or those of one side. */
function BatchMenu({ match, onChoose }: BatchMenuProps) {
  const { t } = useTranslation();
  return (
    <Menu face={t('lever.closeAll')} className={classes.batch} width={220}>
      <MenuItem onSelect={() => onChoose({ type: 0, match })}>{t('lever.closeEvery')}</MenuItem>
      <MenuItem onSelect={() => onChoose({ type: 1, match })}>{t('lever.closeLongs')}</MenuItem>
      <MenuItem onSelect={() => onChoose({ type: 2, match })}>{t('lever.closeShorts')}</MenuItem>
    </Menu>
  );
}

/** The dialog of an action. */
function Acts({ act, onClose }: { readonly act: Act | null; readonly onClose: () => void }) {
  if (act === null) return null;
  switch (act.kind) {
    case 'stops':
      return (
        <Suspense>
          <StopsDialog position={act.position} onClose={onClose} />
        </Suspense>
      );
    case 'close':
      return <EndDialog action={closeLever} act={act} onClose={onClose} />;
    case 'reverse':
      return <EndDialog action={reverseLever} act={act} onClose={onClose} />;
    case 'cancel':
      return <EndDialog action={cancelLever} act={act} onClose={onClose} />;
    case 'batch':
      return <EndDialog action={closeLeverBatch} act={act} onClose={onClose} />;
  }
}
