import { TextInput } from '@mantine/core';
import { type SweepRow, treasuryCalls, type TreasuryRow } from '@bourse/contract/console';
import { useState } from 'react';
import { isDecimal, isZero } from '../../../live/decimal.ts';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import { FigureInput } from '../../parts/figure-input.tsx';
import { useTexts } from '../../texts/texts.ts';

export type SweepDecision = 'release' | 'stop' | 'retry' | 'prove';

/** The action that a dialog asks for. */
export type TreasuryAction =
  | { readonly kind: 'sweep' }
  | { readonly kind: 'limits'; readonly wallet: TreasuryRow }
  | { readonly kind: SweepDecision; readonly sweep: SweepRow };

interface DialogProps {
  readonly onClose: () => void;
}

export function TreasuryDialog({ action, onClose }: DialogProps & { readonly action: TreasuryAction }) {
  switch (action.kind) {
    case 'sweep':
      return <SweepNow onClose={onClose} />;
    case 'limits':
      return <ChangeLimits wallet={action.wallet} onClose={onClose} />;
    case 'prove':
      return <Prove sweep={action.sweep} onClose={onClose} />;
    case 'release':
    case 'stop':
    case 'retry':
      return <Decide kind={action.kind} sweep={action.sweep} onClose={onClose} />;
  }
}

function SweepNow({ onClose }: DialogProps) {
  const t = useTexts();
  return (
    <ActionDialog
      call={treasuryCalls.sweepNow}
      title={t('treasury.sweepTitle')}
      confirmLabel={t('treasury.sweep')}
      reasonCode="maintenance"
      input={{}}
      onClose={onClose}
    >
      <p>{t('treasury.sweepHint')}</p>
    </ActionDialog>
  );
}

function ChangeLimits({ onClose, wallet }: DialogProps & { readonly wallet: TreasuryRow }) {
  const t = useTexts();
  const { asset, chain_id, code, hot_max, hot_min, version } = wallet;
  const [least, setLeast] = useState(hot_min ?? '');
  const [most, setMost] = useState(hot_max ?? '');
  const isComplete = isDecimal(least) && isDecimal(most) && !isZero(most);
  const changes = [
    { field: t('treasury.min'), before: hot_min, after: least },
    { field: t('treasury.max'), before: hot_max, after: most },
  ].filter(({ after, before }) => after !== before);
  const input = { chain_id, asset, hot_min: least, hot_max: most, version };
  return (
    <ActionDialog
      call={treasuryCalls.changeHotLimits}
      title={t('treasury.limitsTitle', { chain: wallet.chain, code })}
      confirmLabel={t('treasury.limits')}
      reasonCode="policy"
      input={isComplete && changes.length > 0 ? input : null}
      changes={changes}
      fields={['hot_min', 'hot_max']}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <p>{t('treasury.limitsHint')}</p>
          <FigureInput
            label={t('treasury.min')}
            unit={code}
            value={least}
            error={errorOf('hot_min')}
            onChange={setLeast}
          />
          <FigureInput
            label={t('treasury.max')}
            unit={code}
            value={most}
            error={errorOf('hot_max')}
            onChange={setMost}
          />
        </>
      )}
    </ActionDialog>
  );
}

interface SweepDialogProps extends DialogProps {
  readonly sweep: SweepRow;
}

/** The facts that a decision is about. */
function useFacts({ amount, code, from, to }: SweepRow) {
  const t = useTexts();
  return [
    { field: t('treasury.amount'), before: null, after: `${amount} ${code}` },
    { field: t('treasury.from'), before: null, after: from },
    { field: t('treasury.to'), before: null, after: to },
  ];
}

const calls = {
  release: treasuryCalls.releaseSweep,
  stop: treasuryCalls.stopSweep,
  retry: treasuryCalls.retrySweep,
} as const;

function Decide({ kind, onClose, sweep }: SweepDialogProps & { readonly kind: keyof typeof calls }) {
  const t = useTexts();
  return (
    <ActionDialog
      call={calls[kind]}
      title={t(`treasury.titles.${kind}`, { id: sweep.id })}
      confirmLabel={t(`treasury.${kind}`)}
      reasonCode="incident"
      isDestructive={kind === 'stop'}
      input={{ id: sweep.id }}
      changes={useFacts(sweep)}
      onClose={onClose}
    >
      <p>{t(`treasury.hints.${kind}`)}</p>
    </ActionDialog>
  );
}

function Prove({ onClose, sweep }: SweepDialogProps) {
  const t = useTexts();
  const [tx, setTx] = useState('');
  return (
    <ActionDialog
      call={treasuryCalls.proveSweep}
      title={t('treasury.proveTitle', { id: sweep.id })}
      confirmLabel={t('treasury.prove')}
      reasonCode="incident"
      input={{ id: sweep.id, tx: tx.trim() }}
      changes={useFacts(sweep)}
      onClose={onClose}
    >
      <p>{t('treasury.proveHint')}</p>
      <TextInput label={t('treasury.provingTx')} value={tx} onChange={(event) => setTx(event.currentTarget.value)} />
    </ActionDialog>
  );
}
