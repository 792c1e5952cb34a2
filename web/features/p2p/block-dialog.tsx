import { legalBlock } from '@bourse/contract/p2p';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useP2pAction } from './p2p-reads.ts';

interface BlockDialogProps {
  readonly id: number;
  readonly name: string;
  readonly onClose: () => void;
}

/** Confirms that a trader is blocked. */
export function BlockDialog({ id, name, onClose }: BlockDialogProps) {
  const { t } = useTranslation();
  const block = useP2pAction(legalBlock, onClose);
  return (
    <ConfirmDialog
      title={t('p2p.block.title', { name })}
      opened
      confirmLabel={t('p2p.block.action')}
      cancelLabel={t('p2p.cancel')}
      isDestructive
      busy={block.busy}
      error={block.refusal}
      onConfirm={() => block.run({ id })}
      onClose={onClose}
    >
      <p>{t('p2p.block.text')}</p>
    </ConfirmDialog>
  );
}
