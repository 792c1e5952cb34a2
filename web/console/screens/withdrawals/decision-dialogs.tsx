import { NativeSelect, TextInput } from '@mantine/core';
import { withdrawalCalls, type WithdrawalRow } from '@bourse/contract/console';
import { withdrawalRejections } from '@bourse/contract/withdrawals';
import { useState } from 'react';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import { useTexts } from '../../texts/texts.ts';

/** The decision that a member of staff is about to take about a withdrawal. */
export interface Decision {
  readonly kind: 'approve' | 'reject' | 'holdBack' | 'stop' | 'retry' | 'prove';
  readonly row: WithdrawalRow;
}

interface DecisionDialogProps {
  readonly decision: Decision;
  readonly onClose: () => void;
}

export function DecisionDialog({ decision: { kind, row }, onClose }: DecisionDialogProps) {
  switch (kind) {
    case 'approve':
      return <Approve row={row} onClose={onClose} />;
    case 'reject':
      return <Reject row={row} onClose={onClose} />;
    case 'holdBack':
      return <HoldBack row={row} onClose={onClose} />;
    case 'stop':
      return <Stop row={row} onClose={onClose} />;
    case 'retry':
      return <Retry row={row} onClose={onClose} />;
    case 'prove':
      return <Prove row={row} onClose={onClose} />;
  }
}

interface RowDialogProps {
  readonly row: WithdrawalRow;
  readonly onClose: () => void;
}

/** The facts that the decision is about. */
function useFacts({ address, currency_code: currency, net, usd }: WithdrawalRow) {
  const t = useTexts();
  return [
    { field: t('withdrawals.net'), before: null, after: `${net} ${currency} (${usd} USD)` },
    { field: t('withdrawals.address'), before: null, after: address },
  ];
}

function useStatusChange({ status }: WithdrawalRow, after: WithdrawalRow['status']) {
  const t = useTexts();
  return {
    field: t('withdrawals.state'),
    before: t(`withdrawals.statuses.${status}`),
    after: t(`withdrawals.statuses.${after}`),
  };
}

function Approve({ onClose, row }: RowDialogProps) {
  const t = useTexts();
  return (
    <ActionDialog
      call={withdrawalCalls.approveWithdrawal}
      title={t('withdrawals.approveTitle', { id: row.id })}
      confirmLabel={t('withdrawals.approve')}
      reasonCode="policy"
      input={{ id: row.id }}
      needsSecond={row.four_eyes}
      changes={[useStatusChange(row, 'approved'), ...useFacts(row)]}
      onClose={onClose}
    >
      <p>{t('withdrawals.approveHint')}</p>
    </ActionDialog>
  );
}

function Reject({ onClose, row }: RowDialogProps) {
  const t = useTexts();
  const [rejection, setRejection] = useState<(typeof withdrawalRejections)[number]>('rejected_security');
  return (
    <ActionDialog
      call={withdrawalCalls.rejectWithdrawal}
      title={t('withdrawals.rejectTitle', { id: row.id })}
      confirmLabel={t('withdrawals.reject')}
      reasonCode="policy"
      isDestructive
      input={{ id: row.id, rejection }}
      changes={[useStatusChange(row, 'rejected'), ...useFacts(row)]}
      onClose={onClose}
    >
      <p>{t('withdrawals.rejectHint')}</p>
      <NativeSelect
        label={t('withdrawals.shownReason')}
        value={rejection}
        data={withdrawalRejections.map((value) => ({ value, label: t(`withdrawals.reasons.${value}`) }))}
        onChange={(event) => {
          const chosen = withdrawalRejections.find((one) => one === event.currentTarget.value);
          if (chosen !== undefined) setRejection(chosen);
        }}
      />
    </ActionDialog>
  );
}

function HoldBack({ onClose, row }: RowDialogProps) {
  const t = useTexts();
  return (
    <ActionDialog
      call={withdrawalCalls.holdBackWithdrawal}
      title={t('withdrawals.holdBackTitle', { id: row.id })}
      confirmLabel={t('withdrawals.holdBack')}
      reasonCode="incident"
      input={{ id: row.id }}
      changes={[useStatusChange(row, 'reviewing'), ...useFacts(row)]}
      onClose={onClose}
    >
      <p>{t('withdrawals.holdBackHint')}</p>
    </ActionDialog>
  );
}

function Stop({ onClose, row }: RowDialogProps) {
  const t = useTexts();
  return (
    <ActionDialog
      call={withdrawalCalls.stopWithdrawal}
      title={t('withdrawals.stopTitle', { id: row.id })}
      confirmLabel={t('withdrawals.stop')}
      reasonCode="incident"
      isDestructive
      input={{ id: row.id }}
      changes={useFacts(row)}
      onClose={onClose}
    >
      <p>{t('withdrawals.stopHint')}</p>
    </ActionDialog>
  );
}

function Retry({ onClose, row }: RowDialogProps) {
  const t = useTexts();
  return (
    <ActionDialog
      call={withdrawalCalls.retryWithdrawal}
      title={t('withdrawals.retryTitle', { id: row.id })}
      confirmLabel={t('withdrawals.retry')}
      reasonCode="incident"
      input={{ id: row.id }}
      changes={useFacts(row)}
      onClose={onClose}
    >
      <p>{t('withdrawals.retryHint')}</p>
    </ActionDialog>
  );
}

function Prove({ onClose, row }: RowDialogProps) {
  const t = useTexts();
  const [tx, setTx] = useState('');
  return (
    <ActionDialog
      call={withdrawalCalls.proveWithdrawal}
      title={t('withdrawals.proveTitle', { id: row.id })}
      confirmLabel={t('withdrawals.prove')}
      reasonCode="incident"
      input={{ id: row.id, tx: tx.trim() }}
      changes={useFacts(row)}
      onClose={onClose}
    >
      <p>{t('withdrawals.proveHint')}</p>
      <TextInput label={t('withdrawals.provingTx')} value={tx} onChange={(event) => setTx(event.currentTarget.value)} />
    </ActionDialog>
  );
}
