import type { MicroOrder } from '@bourse/contract/seconds';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSessionToken } from '../../live/read.ts';
import { announce } from '../../ui/announcer.tsx';
import { PageButtons } from '../../ui/page-buttons.tsx';
import { Panel } from '../../ui/panel.tsx';
import { requestedPart } from '../../ui/requested-part.ts';
import { EmptyState } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { toast } from '../../ui/toasts.ts';
import { ContractTable } from './contract-table.tsx';
import { contractsPerPage, useContracts, useOpenContracts } from './seconds-reads.ts';
import { useSecondsTexts } from './seconds-texts.ts';
import classes from './contracts.module.css';

const EvidenceDialog = requestedPart(
  async () => (await import('./evidence-dialog.tsx')).EvidenceDialog,
  ({ onClose }) => onClose(),
);

type Tab = 'open' | 'closed';

/** The user's contracts of all pairs: those in progress, and the closed ones with their evidence. */
export function ContractsPanel({ stale }: { readonly stale: boolean }) {
  const { t } = useTranslation();
  const texts = useSecondsTexts();
  const token = useSessionToken();
  const [tab, setTab] = useState<Tab>('open');
  const [pages, setPages] = useState({ open: 1, closed: 1 });
  const [shown, setShown] = useState<MicroOrder | null>(null);
  const open = useOpenContracts(
    pages.open,
    (contract) => announce(`${texts.name(contract)}: ${texts.struckAt(contract)}`),
    (contract) => {
      const message = texts.closed(contract);
      toast(message, contract.result === 'win' ? 'success' : 'neutral');
      announce(message);
    },
  );
  const closed = useContracts('closed', pages.closed);
  const lists = {
    open,
    closed: {
      rows: closed.data?.data.data,
      total: closed.data?.data.total ?? 0,
      failed: closed.isError,
      retry: () => void closed.refetch(),
    },
  };
  const { rows, total, failed, retry } = lists[tab];
  const tabs = [
    { id: 'open', label: t('seconds.open'), count: open.total },
    { id: 'closed', label: t('seconds.closed') },
  ] as const;
  return (
    <Panel
      label={t('seconds.contracts')}
      stale={stale && token !== null}
      head={<Tabs label={t('seconds.contracts')} tabs={tabs} selected={tab} onSelect={setTab} />}
      tools={
        <Link to="/second/rule" className={classes.rule}>
          {t('shell.secondRule')}
        </Link>
      }
    >
      {token === null ? (
        <EmptyState text={t('seconds.visitor')}>
          <Link to="/login" search={{ redirect: '/second' }}>
            {t('shell.login')}
          </Link>
        </EmptyState>
      ) : (
        <>
          <ContractTable list={tab} rows={rows} failed={failed} onRetry={retry} onEvidence={setShown} />
          <PageButtons
            page={pages[tab]}
            pages={Math.ceil(total / contractsPerPage)}
            onChange={(page) => setPages((before) => ({ ...before, [tab]: page }))}
          />
        </>
      )}
      {shown !== null && (
        <Suspense>
          <EvidenceDialog contract={shown} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </Panel>
  );
}
