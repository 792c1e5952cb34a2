import { type PaymentHaltRow, reconciliationCalls, type SurplusRow } from '@bourse/contract/console';
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
import { useBookingColumns, useCustodyColumns, useReconciliationColumns } from './reconciliation-columns.tsx';
import { BookSurplus, DecideSurplus } from './surplus-dialogs.tsx';
import { type SurplusDecision, Surpluses } from './surpluses.tsx';

const tabs = [null, 'ledger', 'history', 'bookings'] as const;

/**
 * The balances on chains beside the recorded flows: the present state, or all results before. Surpluses are booked
 * here.
 */
export function ReconciliationScreen() {
  const t = useTexts();
  const { query, set } = useAddress();
  const tab = query.get('tab');
  const isHistory = tab === 'history';
  const isLedger = tab === 'ledger';
  const isBookings = tab === 'bookings';
  const current = useList(reconciliationCalls.reconciliation, {});
  const custody = useList(reconciliationCalls.custody, {});
  const history = useList(reconciliationCalls.reconciliationHistory, {});
  const bookings = useList(reconciliationCalls.surplusBookings, {});
  const mayCompare = useMay(reconciliationCalls.compareNow);
  const [isComparing, setComparing] = useState(false);
  const [resumed, resume] = useState<PaymentHaltRow | null>(null);
  const [booked, book] = useState<SurplusRow | null>(null);
  const [decision, decide] = useState<SurplusDecision | null>(null);
  const columns = useReconciliationColumns();
  const custodyColumns = useCustodyColumns();
  const bookingColumns = useBookingColumns();
  return (
    <Screen
      title={t('reconciliation.title')}
      actions={
        <>
          {tabs
            .filter((one) => one !== tab)
            .map((one) => (
              <Button key={one ?? 'current'} size="dense" look="plain" onClick={() => set({ tab: one })}>
                {t(`reconciliation.${one ?? 'current'}`)}
              </Button>
            ))}
          {mayCompare && (
            <Button size="dense" onClick={() => setComparing(true)}>
              {t('reconciliation.compare')}
            </Button>
          )}
        </>
      }
    >
      {!isHistory && !isBookings && (
        <>
          <PaymentHalts onResume={resume} />
          <Surpluses onBook={book} onDecide={decide} />
        </>
      )}
      {isBookings && (
        <ConsoleTable
          name="surplus-bookings"
          caption={t('reconciliation.bookings')}
          columns={bookingColumns}
          list={bookings}
          rowKey={(row) => String(row.id)}
          empty={t('reconciliation.noBookings')}
        />
      )}
      {isLedger && (
        <ConsoleTable
          name="custody"
          caption={t('reconciliation.ledger')}
          columns={custodyColumns}
          list={custody}
          rowKey={(row) => row.code}
          empty={t('reconciliation.empty')}
        />
      )}
      {!isLedger && !isBookings && (
        <ConsoleTable
          name={isHistory ? 'reconciliation-history' : 'reconciliation'}
          caption={t(isHistory ? 'reconciliation.history' : 'reconciliation.title')}
          columns={columns}
          list={isHistory ? history : current}
          rowKey={(row) => String(row.id)}
          empty={t('reconciliation.empty')}
        />
      )}
      {isComparing && <CompareNow onClose={() => setComparing(false)} />}
      {resumed !== null && <ResumePayments halt={resumed} onClose={() => resume(null)} />}
      {booked !== null && <BookSurplus surplus={booked} onClose={() => book(null)} />}
      {decision !== null && <DecideSurplus decision={decision} onClose={() => decide(null)} />}
    </Screen>
  );
}
