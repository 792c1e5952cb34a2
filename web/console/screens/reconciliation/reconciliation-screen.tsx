import { type PaymentHaltRow, reconciliationCalls } from '@bourse/contract/console';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { useAddress } from '../../parts/address.ts';
import { ConsoleTable } from '../../parts/console-table.tsx';
import { Screen } from '../../parts/screen.tsx';
import { useTexts } from '../../texts/texts.ts';
import { useMay } from '../../wire/session.ts';
import { useList } from '../../wire/use-list.ts';
import { PaymentHalts } from './payment-halts.tsx';
import { CompareNow, ResumePayments } from './reconciliation-dialogs.tsx';
import { useReconciliationColumns } from './reconciliation-columns.tsx';

/** The balances on chains beside the recorded flows: the present state, or all results before. */
export function ReconciliationScreen() {
  const t = useTexts();
  const { query, set } = useAddress();
  const isHistory = query.get('tab') === 'history';
  const current = useList(reconciliationCalls.reconciliation, {});
  const history = useList(reconciliationCalls.reconciliationHistory, {});
  const mayCompare = useMay(reconciliationCalls.compareNow);
  const [isComparing, setComparing] = useState(false);
  const [resumed, resume] = useState<PaymentHaltRow | null>(null);
  const columns = useReconciliationColumns();
  return (
    <Screen
      title={t('reconciliation.title')}
      actions={
        <>
          <Button size="dense" look="plain" onClick={() => set({ tab: isHistory ? null : 'history' })}>
            {t(isHistory ? 'reconciliation.current' : 'reconciliation.history')}
          </Button>
          {mayCompare && (
            <Button size="dense" onClick={() => setComparing(true)}>
              {t('reconciliation.compare')}
            </Button>
          )}
        </>
      }
    >
      {!isHistory && <PaymentHalts onResume={resume} />}
      <ConsoleTable
        name={isHistory ? 'reconciliation-history' : 'reconciliation'}
        caption={t(isHistory ? 'reconciliation.history' : 'reconciliation.title')}
        columns={columns}
        list={isHistory ? history : current}
        rowKey={(row) => String(row.id)}
        empty={t('reconciliation.empty')}
      />
      {isComparing && <CompareNow onClose={() => setComparing(false)} />}
      {resumed !== null && <ResumePayments halt={resumed} onClose={() => resume(null)} />}
    </Screen>
  );
}
