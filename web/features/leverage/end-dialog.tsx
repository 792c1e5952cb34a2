import type { Call } from '@bourse/contract';
import type { LeverPosition } from '@bourse/contract/leverage';
import { useTranslation } from 'react-i18next';
import { refusalOf } from '../../live/failure.ts';
import { ConfirmDialog, type Fact } from '../../ui/confirm-dialog.tsx';
import { useAmount } from '../../ui/use-amount.ts';
import { useLeverAction } from './lever-reads.ts';
import { useLeverTexts } from './lever-texts.ts';
import type { EndAct } from './position-table.tsx';
import { LiveProfit } from './profit.tsx';

interface EndDialogProps {
  readonly action: Call;
  readonly act: EndAct;
  readonly onClose: () => void;
}

const texts = {
  close: { title: 'lever.closePosition', risk: 'lever.closeRisk', confirm: 'lever.close' },
  reverse: { title: 'lever.reversePosition', risk: 'lever.reverseRisk', confirm: 'lever.reverse' },
  cancel: { title: 'lever.cancelOrder', risk: 'lever.cancelRisk', confirm: 'lever.cancel' },
  batch: { title: 'lever.closeAll', risk: 'lever.batchRisk', confirm: 'lever.close' },
} as const satisfies Readonly<Record<EndAct['kind'], unknown>>;

const scopes = { 0: 'lever.closeEvery', 1: 'lever.closeLongs', 2: 'lever.closeShorts' } as const;

/** Confirms the end of a position, of an order, or of several positions. */
export function EndDialog({ action, act, onClose }: EndDialogProps) {
  const { t } = useTranslation();
  const send = useLeverAction(action, onClose);
  const facts = useFacts(act);
  const { title, risk, confirm } = texts[act.kind];
  const input =
    act.kind === 'batch'
      ? { type: act.type, ...(act.match === null ? {} : { currency_match_id: act.match.id }) }
      : { id: act.position.id };
  return (
    <ConfirmDialog
      title={t(title)}
      opened
      facts={facts}
      risk={t(risk)}
      confirmLabel={t(confirm)}
      cancelLabel={t('lever.back')}
      isDestructive
      busy={send.isPending}
      error={refusalOf(send.error)}
      onConfirm={() => send.mutate(input)}
      onClose={onClose}
    />
  );
}

function useFacts(act: EndAct): Fact[] {
  const { t } = useTranslation();
  const names = useLeverTexts();
  const amount = useAmount();
  if (act.kind === 'batch') {
    return [
      { label: t('lever.scope'), value: t(scopes[act.type]) },
      { label: t('lever.pair'), value: act.match?.symbol ?? t('lever.everyPair') },
    ];
  }
  const { position } = act;
  return [
    { label: t('lever.position'), value: names.name(position) },
    { label: t('lever.lots'), value: `${position.share} (${amount(position.number, baseOf(position))})` },
    ...(act.kind === 'cancel' ? [] : [{ label: t('lever.profits'), value: <LiveProfit position={position} /> }]),
  ];
}

function baseOf({ symbol }: LeverPosition): string {
  return symbol.split('/')[0] ?? '';
}
